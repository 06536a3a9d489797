/** Tools of the contract as those that `ChatOpenAI` takes for Responses: functions, and declarations of the provider, passed through. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import { InvalidToolError, type RawTool, type Tool, UnsupportedToolError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';

const supported = [
  ...['function', 'code-interpreter', 'file-search', 'web-search', 'mcp-server', 'computer-use', 'image-generation'],
  ...['shell', 'raw'],
];

/**
 * @param model decides which form of the computer is declared
 * @throws UnsupportedToolError for a tool that the API does not have
 * @throws InvalidToolError for a function whose schema is none, or a setting that cannot be said
 */
export const toolsOf = (tools: readonly Tool[], adapterId: string, model: string): JsonObject[] =>
  tools.map((tool) => toolOf(tool, adapterId, model) as JsonObject);

function toolOf(tool: Tool, adapterId: string, model: string): object {
  switch (tool.type) {
    case 'function': {
      const { name, description, parameters, strict } = tool;
      if (!isJsonObject(parameters)) throw new InvalidToolError(name, 'its parameters must be a JSON Schema.');
      return { type: 'function', function: defined({ name, description, parameters, strict }) };
    }
    case 'code-interpreter': {
      const { containerId, fileIds } = tool;
      if (containerId !== undefined && fileIds !== undefined) {
        throw new InvalidToolError(tool.type, 'OpenAI gives files to a new container alone; leave "containerId" out.');
      }
      return { type: 'code_interpreter', container: containerId ?? defined({ type: 'auto', file_ids: fileIds }) };
    }
    case 'file-search':
      return defined({
        type: 'file_search',
        vector_store_ids: tool.vectorStoreIds,
        max_num_results: tool.maximumResultCount,
        ranking_options: tool.scoreThreshold === undefined ? undefined : { score_threshold: tool.scoreThreshold },
      });
    case 'web-search':
      return defined({
        type: 'web_search',
        filters: tool.allowedDomains && { allowed_domains: tool.allowedDomains },
        user_location: tool.userLocation && { type: 'approximate', ...tool.userLocation },
      });
    case 'mcp-server':
      return defined({
        type: 'mcp',
        server_label: tool.serverName,
        server_url: tool.serverAddress,
        server_description: tool.serverDescription,
        authorization: tool.authorizationToken,
        allowed_tools: tool.allowedTools,
        require_approval: tool.approvalMode,
      });
    case 'computer-use':
      return computer(tool, model);
    case 'image-generation':
      return imageGeneration(tool);
    case 'shell':
      return { type: 'shell', environment: { type: 'local' } };
    case 'raw':
      return rawTool(tool);
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supported);
  }
}

const isPreview = (model: string): boolean => model.startsWith('computer-use-preview');

/** Models of the preview know the preview's tool alone, all others the one without members. */
function computer(
  { type, displayWidth, displayHeight, environment }: Extract<Tool, { type: 'computer-use' }>,
  model: string,
) {
  if (!isPreview(model)) return { type: 'computer' };
  if (environment === undefined) throw new InvalidToolError(type, `the model "${model}" wants its "environment".`);
  return {
    type: 'computer_use_preview',
    display_width: displayWidth,
    display_height: displayHeight,
    environment,
  };
}

function imageGeneration({ size, outputMediaType, partialImageCount }: Extract<Tool, { type: 'image-generation' }>) {
  const output_format = outputMediaType?.replace(/^image\/(?:svg\+xml|(.*))$/, (_, kind) => kind ?? 'svg');
  if (output_format !== undefined && !['png', 'webp', 'jpeg', 'gif', 'svg'].includes(output_format)) {
    throw new InvalidToolError('image-generation', `OpenAI makes no images of the type "${outputMediaType}".`);
  }
  return defined({ type: 'image_generation', size, output_format, partial_images: partialImageCount });
}

/** A function is passed through where its members are those of Chat Completions; the library knows no other form. */
function rawTool({ providerApi, declaration }: RawTool): JsonObject {
  if (providerApi !== 'openai-responses') {
    throw new InvalidToolError(
      'raw',
      `its declaration is in the words of "${providerApi}", not of "openai-responses".`,
    );
  }
  const { type, name, description, parameters, ...rest } = declaration;
  if (type !== 'function') return declaration;
  return { type, function: defined({ name, description, parameters }), ...rest } as JsonObject;
}

/** The library has one word for all functions of a call. */
export function strictOf(tools: readonly Tool[]): boolean | undefined {
  const said = new Set(tools.flatMap((tool) => (tool.type === 'function' ? [tool.strict] : [])));
  return said.size === 1 ? ([...said][0] ?? undefined) : undefined;
}

const includes: Readonly<Partial<Record<Tool['type'], string>>> = {
  'web-search': 'web_search_call.action.sources',
  'file-search': 'file_search_call.results',
  'code-interpreter': 'code_interpreter_call.outputs',
};

/** What the response shall say of tools beyond the default. */
export const includesOf = (tools: readonly Tool[]): string[] => [
  ...new Set(tools.flatMap(({ type }) => includes[type] ?? [])),
];

const mostSearches = (tools: readonly Tool[]): number | undefined =>
  tools.flatMap((tool) => (tool.type === 'web-search' ? (tool.maximumUses ?? []) : []))[0];

const isAlone = (tools: readonly Tool[]): boolean => tools.filter(({ type }) => type !== 'function').length === 1;

/** The API has one limit for all tools that it runs: it says the same only where search is the only one. */
export const maxToolCallsOf = (tools: readonly Tool[]): number | undefined =>
  isAlone(tools) ? mostSearches(tools) : undefined;

/** What of the tools the API has no place for. */
export function unsaidOfTools(tools: readonly Tool[], model: string): string[] {
  return [
    ...(mostSearches(tools) !== undefined && !isAlone(tools)
      ? ['maximumUses of web-search was not sent: OpenAI Responses has one limit for all tools that it runs.']
      : []),
    ...tools.flatMap((tool) => {
      if (tool.type === 'web-search' && tool.blockedDomains !== undefined) {
        return ['blockedDomains of web-search was not sent: OpenAI Responses can name allowed domains alone.'];
      }
      if (tool.type !== 'computer-use' || isPreview(model)) return [];
      const names = (['displayWidth', 'displayHeight', 'environment'] as const).filter(
        (name) => tool[name] !== undefined,
      );
      return names.map((name) => `${name} of computer-use was not sent: OpenAI reads it from the screenshots.`);
    }),
  ];
}
