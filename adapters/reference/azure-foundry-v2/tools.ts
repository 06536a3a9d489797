/** What Azure AI Foundry takes of the contract's tools: those of OpenAI's API, and its own. Source: `ToolUnion`. */
import type { Tool } from '../../../spec/contract/index.ts';
import { openApiToWire, queuedFunctionToWire } from '../shared/azure/remote-functions.ts';
import { type Declaration, declarationIn, type ToolDialect } from '../shared/responses/tools.ts';
import { specificToolNames, specificToWire } from './specific-tools.ts';

const dialect: ToolDialect = {
  providerApi: 'azure-foundry-v2',
  own: {
    openapi: (tool) => openApiToWire(tool, 'project_connection'),
    'stateful-function': (tool) =>
      tool.target.type === 'azure-function' ? queuedFunctionToWire(tool, tool.target) : undefined,
    'provider-specific': specificToWire,
  },
  ownNames: ['openapi', 'stateful-function (target "azure-function")', ...specificToolNames],
};

/** See {@link declarationIn}. */
export const declaration = (tools: readonly Tool[], adapterId: string, model: string): Declaration =>
  declarationIn(dialect, tools, adapterId, model);
