/** What OpenAI itself takes of the contract's tools. */
import type { Tool } from '../../../spec/contract/index.ts';
import { type Declaration, declarationIn, type ToolDialect } from '../shared/responses/tools.ts';

const dialect: ToolDialect = {
  providerApi: 'openai-responses',
  supportedTools: [
    ...['function', 'code-interpreter', 'file-search', 'web-search', 'mcp-server', 'computer-use'],
    ...['image-generation', 'shell', 'raw'],
  ],
};

/** See {@link declarationIn}. */
export const declaration = (tools: readonly Tool[], adapterId: string, model: string): Declaration =>
  declarationIn(dialect, tools, adapterId, model);
