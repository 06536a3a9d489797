/** What Azure AI Foundry takes of the contract's tools: those of OpenAI's API, and its own. Source: `ToolUnion`. */
import type { Tool } from '../../../spec/contract/index.ts';
import { openApiToWire, queuedFunctionToWire } from '../shared/azure/remote-functions.ts';
import { type Declaration, declarationIn, type ToolDialect } from '../shared/responses/tools.ts';
import { specificToolNames, specificToWire } from './specific-tools.ts';

const supportedTools = [
  ...['function', 'code-interpreter', 'file-search', 'web-search', 'mcp-server', 'computer-use', 'openapi'],
  ...['stateful-function', 'image-generation', 'shell', ...specificToolNames, 'raw'],
];

const dialect: ToolDialect = {
  providerApi: 'azure-foundry-v2',
  supportedTools,
  ownTool(tool) {
    switch (tool.type) {
      case 'openapi':
        return openApiToWire(tool, 'project_connection');
      case 'stateful-function':
        return tool.target.type === 'azure-function' ? queuedFunctionToWire(tool, tool.target) : undefined;
      case 'provider-specific':
        return specificToWire(tool);
      default:
        return undefined;
    }
  },
};

/** See {@link declarationIn}. */
export const declaration = (tools: readonly Tool[], adapterId: string, model: string): Declaration =>
  declarationIn(dialect, tools, adapterId, model);
