import { createGoogle, type GoogleLanguageModelOptions, google } from '@ai-sdk/google';
import type { ToolSet } from 'ai';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  assertHeaderValue,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type Citation,
  type ClientSettings,
  type Content,
  InvalidToolError,
  parseBaseUrl,
  type RawTool,
  resolveSurface,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import { clientOf } from '../shared/client.ts';
import {
  contentsOf,
  hostedCall,
  hostedResult,
  type Output,
  ownOf,
  type Part,
  type PartOf,
  type Reading,
} from '../shared/contents-from-parts.ts';
import { patching, unusable } from '../shared/credentials.ts';
import { asObject, defined, plain, text } from '../shared/json.ts';
import { type AssistantPart, modelMessages, type PartOptions, type Writing } from '../shared/messages.ts';
import {
  type CallContext,
  type LibraryCall,
  libraryCall,
  type ModelOf,
  unsupportedSetting,
} from '../shared/provider-bridge.ts';
import type { StepEnd } from '../shared/step-result.ts';
import { demandOwnWords, functionTool, type LibraryTool, type NamedTool, toolSet } from '../shared/tools.ts';

// Tools of the contract as the library's.

const supported = [
  'function',
  'code-interpreter',
  'web-search',
  'web-fetch',
  'file-search',
  'image-generation',
  'provider-specific "google-maps"',
  'raw',
];

const { tools: library } = google;

/** The library's tools, by the wire's names. */
const factories = new Map<string, (args: never) => LibraryTool>(Object.entries(library));

/** @throws UnsupportedToolError or InvalidToolError for a tool that the library or this bridge cannot declare */
const toolsOf = (tools: readonly Tool[], adapterId: string): ToolSet =>
  toolSet(tools, (tool) => (tool.type === 'image-generation' ? undefined : libraryTool(tool, adapterId)));

function libraryTool(tool: Tool, adapterId: string): NamedTool {
  switch (tool.type) {
    case 'function':
      return functionTool(tool);
    case 'web-search':
      demandUnset(tool, ['allowedDomains', 'blockedDomains']);
      return ['google_search', library.googleSearch({})];
    case 'web-fetch':
      demandUnset(tool, ['allowedDomains', 'blockedDomains', 'maximumUses']);
      return ['url_context', library.urlContext({})];
    case 'code-interpreter':
      demandUnset(tool, ['fileIds', 'containerId']);
      return ['code_execution', library.codeExecution({})];
    case 'file-search':
      return [
        'file_search',
        library.fileSearch(defined({ fileSearchStoreNames: tool.vectorStoreIds, topK: tool.maximumResultCount })),
      ];
    case 'raw':
      return rawTool(tool, adapterId);
    case 'provider-specific':
      if (tool.name === 'google-maps') return ['google_maps', library.googleMaps(mapsSettings(tool))];
      break;
  }
  throw new UnsupportedToolError(tool.type, adapterId, supported);
}

/** @throws InvalidToolError for a setting: the library takes none */
function mapsSettings({ name, settings }: Extract<Tool, { type: 'provider-specific' }>): Record<string, never> {
  const [setting] = Object.keys(settings);
  if (setting !== undefined) throw new InvalidToolError(name, `the AI SDK has no word for its member "${setting}".`);
  return {};
}

/** @throws InvalidToolError where one of them is set: to leave it out would let the tool do more, or something else */
function demandUnset<T extends Tool>(tool: T, members: readonly (keyof T & string)[]): void {
  const set = members.find((member) => tool[member] !== undefined);
  if (set !== undefined) throw new InvalidToolError(tool.type, `"${set}" cannot be said to Google.`);
}

/** One member, named after the tool; its value holds the arguments as the library takes them. */
function rawTool(tool: RawTool, adapterId: string): NamedTool {
  demandOwnWords(tool, 'google');
  const [[name, value] = [''], another] = Object.entries(tool.declaration);
  if (name === 'functionDeclarations') return rawFunction(tool.declaration);
  const make = factories.get(name);
  if (!make || another !== undefined)
    throw new UnsupportedToolError('raw', adapterId, [...supported, ...factories.keys()]);
  const [setting] = withoutSettings.has(name) ? Object.keys(asObject(value)) : [];
  if (setting !== undefined) throw new InvalidToolError('raw', `the AI SDK has no word for its member "${setting}".`);
  return [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), make((value ?? {}) as never)];
}

/** Source: the library's `tool/google-maps.ts` and its neighbors, which take `{}`. */
const withoutSettings = new Set(['codeExecution', 'enterpriseWebSearch', 'googleMaps', 'urlContext']);

function rawFunction({ functionDeclarations: declared }: JsonObject): NamedTool {
  const [only, another] = Array.isArray(declared) ? declared : [];
  if (another !== undefined || !isJsonObject(only)) {
    throw new InvalidToolError('raw', 'the AI SDK takes one function at a time.');
  }
  const { name, description, parametersJsonSchema: parameters, ...rest } = only;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined || typeof name !== 'string' || !isJsonObject(parameters)) {
    throw new InvalidToolError('raw', `the AI SDK has no word for its member "${unknown ?? 'name'}".`);
  }
  return functionTool({
    type: 'function',
    name,
    parameters,
    ...(typeof description === 'string' ? { description } : {}),
  });
}

// What goes back to Google in words of its own.

const writing: Writing = {
  title: 'Google',
  key: 'google',
  signature: 'thoughtSignature',
  namesResults: true,
  assistantParts: ownParts,
};

function ownParts(content: Content, raw: JsonObject, options: PartOptions): AssistantPart[] | undefined {
  // What was told beside the message has no place in a request.
  if (raw.groundingMetadata !== undefined || raw.urlContextMetadata !== undefined) return [];
  // The part that it signs carries it too.
  if (raw.signatureOf !== undefined) return [];
  // A part without words, which the library has for its signature alone.
  if (content.type === 'text' && raw.text === '' && options.providerOptions)
    return [{ type: 'text', text: '', ...options }];
  if (content.type !== 'data') return undefined;
  const type = raw.type === 'reasoning-file' ? ('reasoning-file' as const) : ('file' as const);
  return [{ type, data: content.data, mediaType: content.mediaType, ...options }];
}

// Options of the contract as settings of one call of the library.

/** @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message */
function callFor(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  { settings, adapterId, modelOf }: CallContext,
): LibraryCall {
  return libraryCall(
    {
      model: modelOf(options.modelId ?? settings.model, options.rawRepresentation),
      tools: toolsOf(options.tools ?? [], adapterId),
      maxOutputTokens: options.maxOutputTokens,
      messages: modelMessages(messages, writing),
      providerOptions: { google: googleOptions(options) },
    },
    options,
    settings,
  );
}

/** Who asks for reasoning is shown what may be shown of it. Images are no tool but something that a model answers with. */
function googleOptions({ reasoning, tools = [] }: ChatOptions) {
  return defined({
    thinkingConfig:
      reasoning &&
      defined({
        includeThoughts: true,
        thinkingBudget: reasoning.budgetTokens,
        thinkingLevel: reasoning.effort,
      }),
    responseModalities: tools.some(({ type }) => type === 'image-generation')
      ? (['TEXT', 'IMAGE'] as ('TEXT' | 'IMAGE')[])
      : undefined,
  }) satisfies GoogleLanguageModelOptions;
}

const reasons = {
  allowMultipleToolCalls: 'Google has no member for it; a model may call several functions at once.',
  conversationId: 'generateContent keeps no conversation; every request carries all messages.',
  store: 'generateContent keeps no conversation; every request carries all messages.',
} as const;

/** Members of tools that neither the API nor the library has a word for. */
const unsaid = [
  'size',
  'outputMediaType',
  'partialImageCount',
  'scoreThreshold',
  'userLocation',
  'maximumUses',
  'strict',
];

function unsupportedSettings(options: ChatOptions): Warning[] {
  const settings = Object.entries(reasons).filter(([name]) => options[name as keyof typeof reasons] !== undefined);
  const members = (options.tools ?? [])
    .filter(({ type }) => type !== 'raw')
    .flatMap((tool) =>
      unsaid
        .filter((name) => Object.hasOwn(tool, name))
        .map((name) => `${name} of ${tool.type} was not sent: Google has no member for it.`),
    );
  return [...members, ...settings.map(([name, reason]) => `${name} was not sent: ${reason}`)].map(unsupportedSetting);
}

// What an answer is grounded in, which the library hands on as it came.

/** What came of an answer so far, which decides how its grounding can be told. */
class Grounding {
  /** In which grounding has its places. */
  words = '';
  /** The words are one content, so that a place in them is one in it. */
  isWhole = true;
  /** The answer itself told of its searches. */
  hasSearched = false;

  heard(words: string): void {
    this.words += words;
  }

  /** Something else was told, behind which words are another content. */
  interrupted(): void {
    if (this.words !== '') this.isWhole = false;
  }
}

/** The citations, in a piece of their own behind the words; what was searched; and the whole as what came of it. */
function groundingContents(metadata: JsonObject, { words, isWhole, hasSearched }: Grounding): Content[] {
  const annotations = citations(metadata, isWhole ? words : '');
  const rawRepresentation = { groundingMetadata: metadata };
  const asked = queryMembers.filter(([member]) => Array.isArray(metadata[member]) && metadata[member].length > 0);
  const calls = (hasSearched ? [] : asked).map(([member, tool, name], i) => ({
    type: 'hosted-tool-call' as const,
    // The API gives them none.
    callId: `grounding_${i}`,
    tool,
    name,
    arguments: { queries: metadata[member] ?? null },
    rawRepresentation,
  }));
  return [
    ...(annotations.length > 0 ? [{ type: 'text' as const, text: '', annotations }] : []),
    ...calls,
    defined({
      type: 'hosted-tool-result' as const,
      callId: calls[0]?.callId,
      tool: asked[0]?.[1] ?? 'search-and-retrieval',
      outputs: objects(metadata.groundingChunks).flatMap(output),
      rawRepresentation,
    }),
  ];
}

const queryMembers = [
  ['webSearchQueries', 'web-search', 'google_search'],
  ['imageSearchQueries', 'web-search', 'google_search'],
  ['retrievalQueries', 'search-and-retrieval', 'retrieval'],
] as const;

const pageContents = (metadata: JsonObject): Content[] => [
  {
    type: 'hosted-tool-result',
    tool: 'web-fetch',
    outputs: objects(metadata.urlMetadata).map((page): Output => {
      const { retrievedUrl: uri, urlRetrievalStatus: status } = page;
      if (status === 'URL_RETRIEVAL_STATUS_SUCCESS') return { type: 'uri', uri: String(uri) };
      return { type: 'error', message: `${uri}: ${status}`, errorCode: String(status) };
    }),
    rawRepresentation: { urlContextMetadata: metadata },
  },
];

function citations(metadata: JsonObject, words: string): Citation[] {
  const chunks = Array.isArray(metadata.groundingChunks) ? metadata.groundingChunks : [];
  return objects(metadata.groundingSupports).flatMap(({ segment, groundingChunkIndices: indices }) => {
    const said = isJsonObject(segment) ? text(segment.text) : undefined;
    const at = said === undefined ? -1 : words.indexOf(said);
    const place = at < 0 || said === undefined ? {} : { startIndex: at, endIndex: at + said.length };
    return (Array.isArray(indices) ? indices : []).flatMap((index) => {
      const chunk = chunks[Number(index)];
      return isJsonObject(chunk) ? [{ ...citation(chunk), ...place }] : [];
    });
  });
}

/** A chunk holds one member, named after the kind of its source. */
function citation(chunk: JsonObject): Citation {
  const source = Object.values(chunk).find(isJsonObject) ?? {};
  return defined({
    url: text(source.uri) || text(source.sourceUri) || undefined,
    title: text(source.title) || text(source.fileSearchStore) || undefined,
    fileId: text(source.documentName) || undefined,
    snippet: text(source.text),
    rawRepresentation: chunk,
  });
}

function output(chunk: JsonObject): Output[] {
  const { uri, text: words } = Object.values(chunk).find(isJsonObject) ?? {};
  return [
    ...(typeof uri === 'string' ? [{ type: 'uri' as const, uri }] : []),
    ...(typeof words === 'string' ? [{ type: 'text' as const, text: words }] : []),
  ];
}

const objects = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

// What Google says in words of its own, as contents of the contract.

const key = 'google';

function readingOf(): Reading {
  const grounding = new Grounding();
  return {
    key,
    contentsOf: (part) => {
      const signature = signatureOf(part);
      if (part.type === 'text') {
        grounding.heard(part.text);
        if (!signature) return undefined;
        grounding.interrupted();
        return [...contentsOf(part, { key }), signature];
      }
      if (part.type !== 'source') grounding.interrupted();
      if (part.type === 'tool-call' && part.toolName.startsWith('server:')) grounding.hasSearched = true;
      const own = ownContents(part);
      // Behind the part: before it, the signature would become that of a thought that was told before.
      return signature ? [...(own ?? contentsOf(part, { key })), signature] : own;
    },
    besideText: (own) => {
      const signature = signed(own, 'text');
      if (!signature) return [];
      grounding.interrupted();
      return [signature];
    },
    heard: (words) => grounding.heard(words),
    protectedData: ({ thoughtSignature }) => text(thoughtSignature),
    refusal: (end) => beside(end, grounding),
  };
}

/** Any part may be signed; what is no reasoning is told beside its signature. */
function signatureOf(part: Part): Content | undefined {
  if (part.type === 'reasoning' || part.type === 'source' || !('providerMetadata' in part)) return undefined;
  return signed(ownOf(part.providerMetadata, { key }), part.type);
}

function signed({ thoughtSignature }: JsonObject, signatureOf: Part['type']): Content | undefined {
  const protectedData = text(thoughtSignature);
  if (protectedData === undefined) return undefined;
  return { type: 'reasoning', text: '', protectedData, rawRepresentation: { signatureOf } };
}

/** Sources say again what stands in the grounding, so they are left out. */
function ownContents(part: Part): Content[] | undefined {
  switch (part.type) {
    case 'tool-call':
      if (!part.providerExecuted) return undefined;
      return [hostedCall(part, hostedOf(part.toolName))];
    case 'tool-result':
      return part.providerExecuted ? [hostedOutcome(part)] : undefined;
    case 'source':
      return [];
    default:
      return undefined;
  }
}

const toolNames = new Map([
  ['code_execution', 'code-interpreter'],
  ['GOOGLE_SEARCH_WEB', 'web-search'],
  ['URL_CONTEXT', 'web-fetch'],
  ['FILE_SEARCH', 'file-search'],
]);

/** Of a tool that has a type the library keeps this apart from what it gave: together they are the wire's part. */
function hostedOutcome(part: PartOf<'tool-result'>): Content {
  const result = hostedResult(part, hostedOf(part.toolName).tool, outputsOf);
  const { serverToolType: toolType, serverToolCallId: id } = ownOf(part.providerMetadata, { key });
  if (toolType === undefined) return result;
  const toolResponse = defined({ id, toolType, response: plain(part.output) });
  return { ...result, rawRepresentation: { ...asObject(result.rawRepresentation), toolResponse } };
}

function hostedOf(toolName: string) {
  const name = toolName.replace(/^server:/, '');
  return { tool: toolNames.get(name) ?? name, name };
}

function outputsOf(given: Json): Output[] {
  if (!isJsonObject(given)) return [];
  const { outcome, output } = given;
  const words = text(output) ?? '';
  if (typeof outcome === 'string' && outcome !== 'OUTCOME_OK') {
    return [{ type: 'error', message: words || outcome, errorCode: outcome }];
  }
  return words === '' ? [] : [{ type: 'text', text: words }];
}

/** What the answer says beside its message: what it is grounded in, the pages that were read. */
function beside({ providerMetadata, finishReason }: StepEnd, grounding: Grounding): Content[] {
  const { groundingMetadata, urlContextMetadata, finishMessage } = ownOf(providerMetadata, { key });
  const why = text(finishMessage);
  const isUsual = ['stop', 'tool-calls', 'length'].includes(finishReason);
  return [
    ...(why === undefined || isUsual ? [] : [{ type: 'error' as const, message: why }]),
    ...(isJsonObject(groundingMetadata) && Object.keys(groundingMetadata).length > 0
      ? groundingContents(groundingMetadata, grounding)
      : []),
    ...(isJsonObject(urlContextMetadata) ? pageContents(asObject(plain(urlContextMetadata))) : []),
  ];
}

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used, or the surface is not the Gemini API
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const context = { settings, adapterId, modelOf: modelsFor(settings) };
  return clientOf(
    {
      words: {
        title: 'Google',
        requestIdHeader: 'x-request-id',
        codeOf: ({ status, type }) => status ?? type,
        retryAfterOf: retryDelay,
      },
      reading: () => readingOf(),
      call: (messages, options) => callFor(messages, options, context),
      unsupported: unsupportedSettings,
    },
    settings,
  );
}

/** Milliseconds, from the `RetryInfo` among the details: `"34.5s"`. */
function retryDelay({ details }: JsonObject): number | undefined {
  const delays = (Array.isArray(details) ? details : []).map((detail) => String(asObject(detail).retryDelay));
  const [seconds] = delays.flatMap((delay) => /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] ?? []);
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}

/** The library's model, made of the caller's settings and of nothing else. Vertex AI has a package of its own. */
function modelsFor(settings: ClientSettings): ModelOf {
  const known = ['gemini-api', 'gemini-api-v1beta', 'gemini-api-v1'] as const;
  const surface = resolveSurface(settings, 'Google, as @ai-sdk/google knows it,', known);
  if (settings.credentials.type !== 'apiKey') throw unusable(settings.credentials, 'Google', ['apiKey']);
  const access = {
    baseURL: `${parseBaseUrl(settings)}/${surface === 'gemini-api-v1' ? 'v1' : 'v1beta'}`,
    apiKey: assertHeaderValue(settings.credentials.apiKey),
  };
  // What the wire gives no id the library gives one, drawn at random; the calls of a client are numbered instead, so that two
  // runs say the same.
  let ids = 0;
  const generateId = () => `library-${++ids}`;
  return (modelId, patch) => createGoogle({ ...access, generateId, ...patching(patch) })(modelId);
}

const id = 'ai-sdk-google';

/** The Gemini API (`generateContent`) through the AI SDK and its provider `@ai-sdk/google`. */
export const adapter: Adapter = {
  id,
  implementation: 'ai-sdk',
  providerApi: 'google',
  createClient: (settings) => createClient(id, settings),
};
