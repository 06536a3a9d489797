/** Tools of the contract as the library's. */
import { openai } from '@ai-sdk/openai';
import type { ToolSet } from 'ai';
import { InvalidToolError, type Tool, UnsupportedToolError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { functionTool, type NamedTool, toolSet } from '../shared/tools.ts';
import { actionNames } from './actions.ts';
import { rawTool } from './raw-tools.ts';

/** What this bridge can declare. */
const supported = [
  'function',
  'code-interpreter',
  'file-search',
  'web-search',
  'mcp-server',
  'computer-use',
  'image-generation',
  'shell',
  'raw',
];

const { tools: library } = openai;

/**
 * @throws UnsupportedToolError for a tool that the library or this bridge cannot declare
 * @throws InvalidToolError for a setting that it has no word for, or a name that is there already
 */
export const toolsOf = (tools: readonly Tool[], adapterId: string, model: string): ToolSet =>
  toolSet(tools, (tool) => libraryTool(tool, adapterId, model));

function libraryTool(tool: Tool, adapterId: string, model: string): NamedTool {
  switch (tool.type) {
    case 'function':
      return functionTool(tool);
    case 'web-search':
      return ['web_search', webSearch(tool)];
    case 'file-search': {
      const { vectorStoreIds, maximumResultCount: maxNumResults, scoreThreshold } = tool;
      const ranking = scoreThreshold === undefined ? undefined : { scoreThreshold };
      return ['file_search', library.fileSearch(defined({ vectorStoreIds, maxNumResults, ranking }))];
    }
    case 'code-interpreter':
      return ['code_interpreter', codeInterpreter(tool)];
    case 'mcp-server':
      return [`mcp_${tool.serverName}`, mcpServer(tool)];
    case 'computer-use':
      if (model.startsWith('computer-use-preview'))
        throw new InvalidToolError(
          tool.type,
          `the AI SDK has no word for "environment", which "${model}" wants to know.`,
        );
      return [actionNames[tool.type], library.computer()];
    case 'image-generation':
      return ['image_generation', imageGeneration(tool)];
    case 'shell':
      return [actionNames[tool.type], library.shell({ environment: { type: 'local' } })];
    case 'raw':
      return rawTool(tool, adapterId, supported);
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supported);
  }
}

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;

function webSearch({ allowedDomains, blockedDomains, userLocation }: Of<'web-search'>) {
  const filters = allowedDomains || blockedDomains ? defined({ allowedDomains, blockedDomains }) : undefined;
  return library.webSearch(
    defined({ filters, userLocation: userLocation && { type: 'approximate' as const, ...userLocation } }),
  );
}

function codeInterpreter({ containerId, fileIds }: Of<'code-interpreter'>) {
  if (containerId !== undefined && fileIds !== undefined) {
    throw new InvalidToolError(
      'code-interpreter',
      'OpenAI gives files to a new container alone; leave out "containerId" or "fileIds".',
    );
  }
  return library.codeInterpreter(defined({ container: containerId ?? (fileIds && { fileIds }) }));
}

const mcpServer = (tool: Of<'mcp-server'>) =>
  library.mcp(
    defined({
      serverLabel: tool.serverName,
      serverUrl: tool.serverAddress,
      serverDescription: tool.serverDescription,
      authorization: tool.authorizationToken,
      allowedTools: tool.allowedTools && [...tool.allowedTools],
      requireApproval: tool.approvalMode,
    }),
  );

/** @throws InvalidToolError for a format that the library has no word for */
function imageGeneration({ size, outputMediaType, partialImageCount: partialImages }: Of<'image-generation'>) {
  const formats = ['png', 'jpeg', 'webp'] as const;
  const outputFormat = formats.find((format) => outputMediaType === `image/${format}`);
  if (outputMediaType !== undefined && outputFormat === undefined) {
    throw new InvalidToolError('image-generation', `the AI SDK takes ${formats.join(', ')}, not "${outputMediaType}".`);
  }
  return library.imageGeneration(defined({ size, outputFormat, partialImages }));
}
