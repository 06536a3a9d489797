/** Answers of Google as the library's packages return them: parts as they came, each with its type, and metadata beside them. */
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import type { Content, HostedToolResultContent } from '../../../spec/contract/index.ts';
import type { Outcome } from './client.ts';
import type { LibraryMessage, Reading } from './contents.ts';
import { asObject, count, defined, objects, text } from './json.ts';

// What an answer is grounded in, which the library hands on as it came.

type Output = HostedToolResultContent['outputs'][number];

/** Blocks of text with what they cite: where there are several, it is not told which words are meant, for they are told before. */
function cited(blocks: readonly JsonObject[], metadata: JsonObject): JsonObject[] {
  const chunks = Array.isArray(metadata.groundingChunks) ? metadata.groundingChunks : [];
  const placed: JsonObject[] = [];
  const unplaced: JsonObject[] = [];
  const [words, another] = blocks.filter(({ type }) => type === 'text');
  const whole = another === undefined ? words : undefined;
  for (const { segment, groundingChunkIndices: indices } of objects(metadata.groundingSupports)) {
    const place = whole && placeOf(asObject(segment), text(whole.text) ?? '');
    for (const index of Array.isArray(indices) ? indices : []) {
      const chunk = chunks[Number(index)];
      if (!isJsonObject(chunk)) continue;
      const found = citation(chunk);
      if (place) placed.push({ ...found, ...place });
      else unplaced.push(found);
    }
  }
  const annotated =
    placed.length === 0 ? blocks : blocks.map((block) => (block === whole ? { ...block, annotations: placed } : block));
  return [...annotated, ...(unplaced.length > 0 ? [{ type: 'text', text: '', annotations: unplaced }] : [])];
}

/** The API counts bytes of UTF-8, and leaves a start of zero unsaid; it says the words as well, and the nearest are meant. */
function placeOf(segment: JsonObject, words: string) {
  const said = text(segment.text);
  const bytes = Buffer.from(words);
  const start = bytes.subarray(0, count(segment.startIndex) ?? 0).toString().length;
  if (said === undefined) {
    const to = count(segment.endIndex);
    return to === undefined ? undefined : { startIndex: start, endIndex: bytes.subarray(0, to).toString().length };
  }
  const [at] = [words.lastIndexOf(said, start), words.indexOf(said, start)]
    .filter((found) => found >= 0)
    .sort((a, b) => Math.abs(a - start) - Math.abs(b - start));
  return at === undefined ? undefined : { startIndex: at, endIndex: at + said.length };
}

/** A chunk holds one member, named after the kind of its source. */
function citation(chunk: JsonObject): JsonObject {
  const source = Object.values(chunk).find(isJsonObject) ?? {};
  return defined({
    type: 'citation',
    url: text(source.uri) || text(source.sourceUri) || undefined,
    title: text(source.title) || text(source.fileSearchStore) || undefined,
    fileId: text(source.documentName) || undefined,
    citedText: text(source.text),
    source: chunk,
  });
}

const queryMembers = [
  ['webSearchQueries', 'web-search', 'google_search'],
  ['imageSearchQueries', 'web-search', 'google_search'],
  ['retrievalQueries', 'search-and-retrieval', 'retrieval'],
] as const;

/**
 * What was searched for as calls, and the metadata whole as what came of them.
 *
 * @param hasSearched whether the answer itself tells of its searches
 */
function groundingContents(metadata: JsonObject, hasSearched: boolean): Content[] {
  if (Object.keys(metadata).length === 0) return [];
  const rawRepresentation = { groundingMetadata: metadata };
  const asked = queryMembers.filter(([member]) => Array.isArray(metadata[member]) && metadata[member].length > 0);
  const calls = (hasSearched ? [] : asked).map(([member, tool, name], at) => ({
    type: 'hosted-tool-call' as const,
    // The API gives them none.
    callId: `grounding_${at}`,
    tool,
    name,
    arguments: { queries: metadata[member] ?? null },
    rawRepresentation,
  }));
  return [
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

function output(chunk: JsonObject): Output[] {
  const { uri, text: words } = Object.values(chunk).find(isJsonObject) ?? {};
  return [
    ...(typeof uri === 'string' ? [{ type: 'uri' as const, uri }] : []),
    ...(typeof words === 'string' ? [{ type: 'text' as const, text: words }] : []),
  ];
}

/** Pages that were read. */
const pageContents = (metadata: JsonObject): Content[] => [
  {
    type: 'hosted-tool-result',
    tool: 'web-fetch',
    outputs: objects(metadata.urlMetadata).map((page): Output => {
      const [uri, status] = [text(page.retrievedUrl) ?? '', text(page.urlRetrievalStatus) ?? ''];
      if (status === '' || status.endsWith('_SUCCESS')) return { type: 'uri', uri };
      return { type: 'error', message: `${uri} was not read.`, errorCode: status };
    }),
    rawRepresentation: { urlContextMetadata: metadata },
  },
];

// Parts that the library hands on as they came: code that was run, calls of tools of the provider, and what nobody knows yet.

/** The contract's names for tools of the provider. Any other keeps its own. */
const toolNames = new Map([
  ['GOOGLE_SEARCH_WEB', 'web-search'],
  ['GOOGLE_SEARCH_IMAGE', 'web-search'],
  ['URL_CONTEXT', 'web-fetch'],
  ['FILE_SEARCH', 'file-search'],
]);

/** @param unnamed the id of a call that has none; a result without one is of the call before it */
function partContents(part: JsonObject, unnamed: string): Content[] {
  const { executableCode, codeExecutionResult, toolCall, toolResponse } = part;
  if (isJsonObject(executableCode)) {
    const { id, ...code } = executableCode;
    return [hostedCall('code-interpreter', 'code_execution', { callId: text(id) ?? unnamed, arguments: code }, part)];
  }
  if (isJsonObject(codeExecutionResult)) {
    const { id } = codeExecutionResult;
    return [hostedResult('code-interpreter', text(id) ?? unnamed, codeOutputs(codeExecutionResult), part)];
  }
  if (isJsonObject(toolCall)) {
    const { id, args = {} } = toolCall;
    const name = toolTypeOf(toolCall);
    return [hostedCall(toolNames.get(name) ?? name, name, { callId: text(id) ?? unnamed, arguments: args }, part)];
  }
  if (isJsonObject(toolResponse)) {
    const name = toolTypeOf(toolResponse);
    return [hostedResult(toolNames.get(name) ?? name, text(toolResponse.id) ?? unnamed, [], part)];
  }
  return unknownPart(part);
}

/** As the API itself calls a type that is not said. */
const toolTypeOf = ({ toolType }: JsonObject): string => text(toolType) ?? 'TOOL_TYPE_UNSPECIFIED';

type Call = Extract<Content, { type: 'hosted-tool-call' }>;

const hostedCall = (tool: string, name: string, said: Pick<Call, 'callId' | 'arguments'>, part: JsonObject): Call =>
  defined({ type: 'hosted-tool-call' as const, tool, name, ...said, rawRepresentation: part });

const hostedResult = (tool: string, callId: string, outputs: Output[], part: JsonObject): Content => ({
  type: 'hosted-tool-result',
  callId,
  tool,
  outputs,
  rawRepresentation: part,
});

/** Standard output where it went well, else standard error or another description. */
function codeOutputs({ outcome, output }: JsonObject): Output[] {
  const words = text(output) ?? '';
  const how = text(outcome) ?? 'OUTCOME_OK';
  if (how !== 'OUTCOME_OK') return [{ type: 'error', message: words || how, errorCode: how }];
  return words === '' ? [] : [{ type: 'text', text: words }];
}

/** Members that say something of a part, and not what it is. */
const besideData = new Set(['type', 'thought', 'thoughtSignature', 'partMetadata']);

/** In its own words. */
function unknownPart(part: JsonObject): Content[] {
  const [name] = Object.keys(part).filter((member) => !besideData.has(member));
  if (name === undefined) return [];
  const outputs: Output[] = [{ type: 'text', text: JSON.stringify(part[name]) }];
  return [{ type: 'hosted-tool-result', tool: name, outputs, rawRepresentation: part }];
}

/** What a package says of an answer. */
export interface GoogleAnswer {
  readonly parts: readonly JsonObject[];
  /** What the API says of the candidate beside its parts. */
  readonly metadata: JsonObject;
  /** What signs a part. @param id of the call that the part is */
  readonly signatureOf: (part: JsonObject, id: string | undefined) => string | undefined;
}

export const googleReading = (answerOf: (message: LibraryMessage) => GoogleAnswer): Reading => ({
  toolNames: new Map(),
  blocksOf: (message) => blocksOf(message, answerOf(message)),
  nonStandard,
});

/**
 * As standard blocks. The library's own translation of them names all calls after the message, and of some packages knows whose answer
 * it is in a stream alone.
 */
function blocksOf({ tool_calls = [] }: LibraryMessage, { parts, metadata, signatureOf }: GoogleAnswer): JsonObject[] {
  const calls = tool_calls.map(({ id }) => id);
  let hosted = 0;
  const blocks: JsonObject[] = [];
  for (const part of parts) {
    if (part.executableCode !== undefined || part.toolCall !== undefined) hosted++;
    const id = part.type === 'functionCall' ? calls.shift() : undefined;
    const signature = signatureOf(part, id);
    const standard = standardBlock(part, id);
    const isSigned = standard?.type === 'reasoning' && signature !== undefined;
    const block = isSigned ? { ...standard, signature } : (standard ?? own({ part, unnamed: `hosted_${hosted}` }));
    const last = blocks.at(-1);
    if (last && goesOn(last, block)) blocks.splice(-1, 1, joined(last, block));
    else blocks.push(block);
    if (signature !== undefined && !isSigned) blocks.push(own({ signature }));
  }
  const { groundingMetadata, urlContextMetadata, finishReason, finishMessage } = metadata;
  const hasSearched = blocks.some(({ value }) => asObject(asObject(value).part).toolCall !== undefined);
  return [
    ...cited(blocks, asObject(groundingMetadata)),
    own({ groundingMetadata: groundingMetadata ?? null, hasSearched }),
    own({ urlContextMetadata: urlContextMetadata ?? null }),
    own(defined({ finishReason, finishMessage })),
  ];
}

/** @param id of the call that the part is */
function standardBlock(part: JsonObject, id: string | undefined): JsonObject | undefined {
  switch (part.type) {
    case 'text':
      return part.thought === true
        ? { type: 'reasoning', reasoning: part.text ?? '' }
        : { type: 'text', text: part.text ?? '' };
    case 'thinking':
      return { type: 'reasoning', reasoning: part.thinking ?? '' };
    case 'functionCall':
      return defined({ type: 'tool_call', id });
    case 'inlineData': {
      const { mimeType = 'application/octet-stream', data = '' } = asObject(part.inlineData);
      return { type: 'file', mimeType, data };
    }
    case 'fileData': {
      const { mimeType, fileUri } = asObject(part.fileData);
      return defined({ type: 'file', mimeType, url: fileUri });
    }
    default:
      return undefined;
  }
}

/** In a stream each piece of words is a block of its own. */
const goesOn = (last: JsonObject, block: JsonObject): boolean =>
  last.type === block.type && (block.type === 'text' || (block.type === 'reasoning' && last.signature === undefined));

const joined = (last: JsonObject, block: JsonObject): JsonObject =>
  block.type === 'text'
    ? { ...block, text: `${last.text}${block.text}` }
    : { ...block, reasoning: `${last.reasoning}${block.reasoning}` };

/** Is read by {@link nonStandard}. */
const own = (value: JsonObject): JsonObject => ({ type: 'non_standard', value });

/** Parts that have no standard block, and what is told beside the parts. */
function nonStandard(block: JsonObject): Content[] {
  const { part, unnamed, signature, groundingMetadata, hasSearched, urlContextMetadata } = block;
  if (isJsonObject(part)) return partContents(part, text(unnamed) ?? '');
  if (typeof signature === 'string') {
    const rawRepresentation = { thoughtSignature: signature };
    return [{ type: 'reasoning', text: '', protectedData: signature, rawRepresentation }];
  }
  if (isJsonObject(groundingMetadata)) return groundingContents(groundingMetadata, hasSearched === true);
  if (isJsonObject(urlContextMetadata)) return pageContents(urlContextMetadata);
  return ended(block);
}

/** Why an answer ended before its time. */
function ended({ finishReason, finishMessage }: JsonObject): Content[] {
  const reason = text(finishReason) ?? 'STOP';
  if (reason === 'STOP' || reason === 'MAX_TOKENS') return [];
  return [{ type: 'error', message: text(finishMessage) || `The answer ended with ${reason}.`, errorCode: reason }];
}

const finishReasons = new Map([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ...['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'].map(withheld),
  ...['IMAGE_SAFETY', 'IMAGE_PROHIBITED_CONTENT', 'IMAGE_RECITATION'].map(withheld),
]);

function withheld(reason: string): [string, string] {
  return [reason, 'content_filter'];
}

const finishReasonOf = (reason: string): string => finishReasons.get(reason) ?? reason;

/** The library hands on neither the id of an answer nor the model that gave it. A call ends with STOP like any answer. */
export function googleOutcome({ tool_calls = [] }: LibraryMessage, metadata: JsonObject): Outcome {
  const reason = text(metadata.finishReason) || undefined;
  return { finishReason: reason === 'STOP' && tool_calls.length > 0 ? 'tool_calls' : reason && finishReasonOf(reason) };
}
