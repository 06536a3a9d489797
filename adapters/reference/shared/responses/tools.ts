/** The contract's tools and tool mode as members of the request body. */
import type { JsonObject } from '../../../../lib/canonical-json.ts';
import {
  type ChatOptions,
  type FunctionTool,
  InvalidToolError,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../../spec/contract/index.ts';
import { flatFormat, functionName, objectSchema, rawDeclaration, toolChoiceOf } from '../declare-tools.ts';
import { defined } from '../json.ts';

/** @returns `undefined` for a tool of this type that the provider does not have */
type DeclareOne<T> = (tool: T, model: string) => JsonObject | undefined;

type Declare = { readonly [T in Tool['type']]?: DeclareOne<Extract<Tool, { type: T }>> };

/** Whose words the tools are said in: the API is spoken by more than one provider. */
export interface ToolDialect {
  readonly providerApi: string;
  /** Tools that this provider has and OpenAI has not. */
  readonly own?: Declare;
  /** Tools of OpenAI that this provider has not. */
  readonly lacks?: readonly Tool['type'][];
  /** What its own are called in refusals. */
  readonly ownNames?: readonly string[];
  /** Settings of a search that this provider has no member for. */
  readonly lacksOfSearch?: readonly (keyof Of<'web-search'>)[];
}

/** Source: the API's own validation message for `tools[].name`. How long it may be depends on the model. */
const namePattern = /^[a-zA-Z0-9_-]+$/;

/** Members of the body that declare tools. */
export interface Declaration {
  readonly tools: readonly JsonObject[];
  /** For all tools that OpenAI runs, together. */
  readonly maxToolCalls?: number | undefined;
  /** What the response shall say of them beyond the default. */
  readonly include: readonly string[];
  readonly warnings: readonly Warning[];
}

/**
 * @param adapterId named in a refusal
 * @param model decides which form of the computer is declared
 * @throws UnsupportedToolError for a tool of a type that this adapter cannot declare
 * @throws InvalidToolError for a name, a schema or a setting that the API does not take
 */
export function declarationIn(
  dialect: ToolDialect,
  tools: readonly Tool[],
  adapterId: string,
  model: string,
): Declaration {
  const { lacksOfSearch = [], providerApi } = dialect;
  const isLacking = ([name]: [string, unknown]) => lacksOfSearch.some((lacking) => lacking === name);
  const searches = tools.filter((tool) => tool.type === 'web-search');
  const lost = new Set(
    searches.flatMap((search) =>
      Object.entries(search)
        .filter(isLacking)
        .map(([name]) => name),
    ),
  );
  const most = lacksOfSearch.includes('maximumUses')
    ? undefined
    : searches.find(({ maximumUses }) => maximumUses !== undefined)?.maximumUses;
  // The limit of the API is one for all tools that it runs, so it says the same only where search is the only one.
  const sayable = tools.filter(({ type }) => type !== 'function').length === 1;
  const include = tools.flatMap((tool) => includes[tool.type] ?? []);
  return {
    tools: tools.map((tool) => toolToWire(tool, dialect, adapterId, model)),
    maxToolCalls: sayable ? most : undefined,
    include: [...new Set(include)],
    warnings: [
      ...[...lost].map((name) => `${name} of web-search was not sent: ${providerApi} has no member for it.`),
      ...(most !== undefined && !sayable ? [maximumUsesUnsaid] : []),
      ...tools
        .flatMap((tool) => (tool.type === 'computer-use' ? unsaidOfComputer(tool, model) : []))
        .map((member) => `${member} of computer-use was not sent: OpenAI reads it from the screenshots.`),
    ].map((message) => ({ code: 'unsupported-setting', message })),
  };
}

const maximumUsesUnsaid =
  'maximumUses of web-search was not sent: OpenAI Responses has one limit for all tools that it runs, and others are declared.';

/** What each type of tool is declared as, for those that every provider of this API takes. */
const common: Declare = {
  function: functionToWire,
  'code-interpreter': codeInterpreterToWire,
  'file-search': fileSearchToWire,
  'web-search': webSearchToWire,
  'mcp-server': mcpServerToWire,
  'computer-use': computerUseToWire,
  'image-generation': imageGenerationToWire,
  shell: shellToWire,
};

function toolToWire(
  tool: Tool,
  { providerApi, own, ownNames = [], lacks = [], lacksOfSearch = [] }: ToolDialect,
  adapterId: string,
  model: string,
) {
  if (tool.type === 'raw') return rawDeclaration(tool, providerApi);
  // TypeScript cannot know that a tool and what is found by its type belong together.
  const declare = (lacks.includes(tool.type) ? undefined : { ...common, ...own }[tool.type]) as
    | DeclareOne<Tool>
    | undefined;
  const said =
    tool.type === 'web-search'
      ? { ...tool, ...Object.fromEntries(lacksOfSearch.map((name) => [name, undefined])) }
      : tool;
  const declared = declare?.(said as Tool, model);
  if (declared) return declared;
  const shared = Object.keys(common).filter((type) => !lacks.some((lacking) => lacking === type));
  throw new UnsupportedToolError(tool.type, adapterId, [...shared, ...ownNames, 'raw']);
}

/** `strict` is always said: the API's own default makes schemas strict, and then refuses those that cannot be. */
function functionToWire(tool: FunctionTool): JsonObject {
  return defined({
    type: 'function',
    name: functionName(
      tool,
      namePattern,
      'OpenAI takes names of letters A-Z and a-z, digits, underscores and hyphens.',
    ),
    description: tool.description,
    parameters: objectSchema(tool, 'OpenAI'),
    strict: tool.strict ?? false,
  });
}

export const toolChoice = (options: ChatOptions): string | JsonObject | undefined =>
  toolChoiceOf(options, (name) => ({ type: 'function', name }));

// Tools that OpenAI runs, or whose calls it writes in a form of its own. Source: `Tool` of `openai`.

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;

/** What the response shall say of a tool beyond the default. */
const includes: Readonly<Partial<Record<Tool['type'], string>>> = {
  'web-search': 'web_search_call.action.sources',
  'file-search': 'file_search_call.results',
  'code-interpreter': 'code_interpreter_call.outputs',
};

/** A sandbox of its own, unless the caller names one; a sandbox that exists already takes no files with the request. */
function codeInterpreterToWire({ containerId, fileIds }: Of<'code-interpreter'>): JsonObject {
  if (containerId !== undefined && fileIds !== undefined) {
    throw new InvalidToolError(
      'code-interpreter',
      'OpenAI gives files to a new container alone; add them to the container "containerId" beforehand, or leave it out.',
    );
  }
  return { type: 'code_interpreter', container: containerId ?? defined({ type: 'auto', file_ids: fileIds }) };
}

function fileSearchToWire(tool: Of<'file-search'>): JsonObject {
  return defined({
    type: 'file_search',
    vector_store_ids: tool.vectorStoreIds,
    max_num_results: tool.maximumResultCount,
    ranking_options: tool.scoreThreshold === undefined ? undefined : { score_threshold: tool.scoreThreshold },
  });
}

/** Domains to be left out are in no type yet: the service takes them (https://github.com/vercel/ai/pull/18035). */
function webSearchToWire({ allowedDomains, blockedDomains, userLocation }: Of<'web-search'>): JsonObject {
  const isFiltered = allowedDomains !== undefined || blockedDomains !== undefined;
  return defined({
    type: 'web_search',
    filters: isFiltered ? defined({ allowed_domains: allowedDomains, blocked_domains: blockedDomains }) : undefined,
    user_location: userLocation && { type: 'approximate', ...userLocation },
  });
}

/** Without an approval mode the API's own default holds, which is to ask each time. */
function mcpServerToWire(tool: Of<'mcp-server'>): JsonObject {
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

function computerUseToWire(
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
function unsaidOfComputer(tool: Of<'computer-use'>, model: string): string[] {
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

function imageGenerationToWire({ size, outputMediaType, partialImageCount }: Of<'image-generation'>): JsonObject {
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
function shellToWire(): JsonObject {
  return { type: 'shell', environment: { type: 'local' } };
}

/** `text` of a request: the format of the answer. Source: `ResponseTextConfig` of `openai`. */
export function textOf(options: ChatOptions): JsonObject | undefined {
  const format = flatFormat(options);
  return format && { format };
}
