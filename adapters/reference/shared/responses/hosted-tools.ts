/** Tools that OpenAI runs, or whose calls it writes in a form of its own. Source: `Tool` of `openai`. */
import type { JsonObject } from '../../../../files/canonical-json.ts';
import { InvalidToolError, type Tool } from '../../../../spec/contract/index.ts';
import { defined } from '../defined.ts';

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;

/** What the response shall say of a tool beyond the default. */
export const includes: Readonly<Partial<Record<Tool['type'], string>>> = {
  'web-search': 'web_search_call.action.sources',
  'file-search': 'file_search_call.results',
  'code-interpreter': 'code_interpreter_call.outputs',
};

/** A sandbox of its own, unless the caller names one; a sandbox that exists already takes no files with the request. */
export function codeInterpreterToWire({ containerId, fileIds }: Of<'code-interpreter'>): JsonObject {
  if (containerId !== undefined && fileIds !== undefined) {
    throw new InvalidToolError(
      'code-interpreter',
      'OpenAI gives files to a new container alone; add them to the container "containerId" beforehand, or leave it out.',
    );
  }
  return { type: 'code_interpreter', container: containerId ?? defined({ type: 'auto', file_ids: fileIds }) };
}

export function fileSearchToWire(tool: Of<'file-search'>): JsonObject {
  return defined({
    type: 'file_search',
    vector_store_ids: tool.vectorStoreIds,
    max_num_results: tool.maximumResultCount,
    ranking_options: tool.scoreThreshold === undefined ? undefined : { score_threshold: tool.scoreThreshold },
  });
}

export function webSearchToWire(tool: Of<'web-search'>): JsonObject {
  return defined({
    type: 'web_search',
    filters: tool.allowedDomains && { allowed_domains: tool.allowedDomains },
    user_location: tool.userLocation && { type: 'approximate', ...tool.userLocation },
  });
}

/** Without an approval mode the API's own default holds, which is to ask each time. */
export function mcpServerToWire(tool: Of<'mcp-server'>): JsonObject {
  return defined({
    type: 'mcp',
    server_label: tool.serverName,
    server_url: tool.serverAddress,
    server_description: tool.serverDescription,
    authorization: tool.authorizationToken,
    allowed_tools: tool.allowedTools,
    require_approval: tool.approvalMode,
  });
}

/** Models of the preview know the preview's tool alone, all others the one without members. */
const previewModels = /^computer-use-preview/;

export function computerUseToWire(
  { displayWidth, displayHeight, environment }: Of<'computer-use'>,
  model: string,
): JsonObject {
  if (!previewModels.test(model)) return { type: 'computer' };
  if (environment === undefined) {
    throw new InvalidToolError('computer-use', `the model "${model}" wants to know the "environment".`);
  }
  return {
    type: 'computer_use_preview',
    display_width: displayWidth,
    display_height: displayHeight,
    environment,
  };
}

/** Members of a computer that the wire has no place for. */
export function unsaidOfComputer(tool: Of<'computer-use'>, model: string): string[] {
  const members = ['displayWidth', 'displayHeight', 'environment'] as const;
  return previewModels.test(model) ? [] : members.filter((member) => tool[member] !== undefined);
}

const imageFormats = new Map([
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/jpeg', 'jpeg'],
  ['image/gif', 'gif'],
  ['image/svg+xml', 'svg'],
]);

export function imageGenerationToWire({
  size,
  outputMediaType,
  partialImageCount,
}: Of<'image-generation'>): JsonObject {
  const format = outputMediaType === undefined ? undefined : imageFormats.get(outputMediaType);
  if (outputMediaType !== undefined && format === undefined) {
    throw new InvalidToolError(
      'image-generation',
      `OpenAI makes ${[...imageFormats.keys()].join(', ')}, not "${outputMediaType}".`,
    );
  }
  return defined({ type: 'image_generation', size, output_format: format, partial_images: partialImageCount });
}

/** The application's own shell; a sandbox of OpenAI would answer the calls itself. */
export const shellToWire = (): JsonObject => ({ type: 'shell', environment: { type: 'local' } });
