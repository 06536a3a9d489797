import { type Json, type JsonObject, toText } from '../../../lib/canonical-json.ts';
import { type Exchange, type HttpResponse, headerOf } from '../../../recordings/format/exchange.ts';
import type {
  CitationFact,
  ErrorFact,
  Fact,
  FactReading,
  FinishFact,
  LocatedFact,
  Unrecognized,
  UsageFact,
} from '../../facts/fact.ts';
import { errorOf, failureHeaders, truncatedResponse, unreadableResponse } from '../../wire/errors.ts';
import { jsonBehindEvents, serverSentEvents } from '../../wire/events.ts';
import { asArray, asCount, asObject, asString, jsonOf, otherMembers } from '../../wire/json.ts';
import { identityFacts, identityIn } from '../../wire/shared-facts.ts';
import { inCamelCase, joinThoughts, readPart } from './parts.ts';
import { actionsOf } from './request-reader.ts';

/** What the answers of one client call say. See {@link import('../../wire/reader.ts').WireReader.readResponses}. */
export function readResponses(exchanges: readonly Exchange[]): FactReading {
  const readings = exchanges.map((exchange, i) => readExchange(exchange, `exchanges[${i}].response`));
  return { facts: readings.flatMap(({ facts }) => facts), unread: readings.flatMap(({ unread }) => unread) };
}

function readExchange({ request, response }: Exchange, path: string): FactReading {
  const body = jsonOf(response.body);
  if (response.status >= 400) {
    const unread: Unrecognized[] = body === undefined ? [{ path: `${path}.body`, what: 'body that is not JSON' }] : [];
    const fact: LocatedFact = { fact: errorFact(body, response), path: `${path}.body` };
    return { facts: [fact], unread };
  }
  if (body === undefined && !isStream(response)) {
    const unread = [{ path: `${path}.body`, what: 'body that is not JSON' }];
    return { facts: unreadableResponse(response, `${path}.body`), unread };
  }
  const asked = asObject(jsonOf(request.body));
  const { chunks, unread } = chunksOf({ response }, path);
  const reading = readAnswer(chunks, `${path}.body`, actionsOf(asked && inCamelCase(asked)));
  return { facts: reading.facts, unread: [...unread, ...reading.unread] };
}

/** The responses of which an answer is made: one, or as many as a stream brought. */
export function chunksOf({ response }: Pick<Exchange, 'response'>, path: string): Chunks {
  return isStream(response) ? chunksOfEvents(response.body.text, path) : chunksOfJson(jsonOf(response.body), path);
}

const isStream = (response: Exchange['response']): boolean =>
  (headerOf(response, 'content-type') ?? '').includes('event-stream') && response.body.encoding === undefined;

type Chunks = { readonly chunks: Chunk[]; readonly unread: Unrecognized[] };

function chunksOfEvents(text: string, path: string): Chunks {
  const behind = jsonBehindEvents(text);
  const values = [...serverSentEvents(text).map(({ json }) => json), ...(behind === undefined ? [] : [behind])];
  const events = values.map((value, i) => ({
    body: asObject(value),
    path: `${path}.events[${i}]`,
  }));
  return {
    chunks: events.flatMap(({ body, path: at }) => (body ? [{ body, path: at }] : [])),
    unread: events.flatMap(({ body, path: at }) =>
      body ? [] : [{ path: at, what: 'event that is not a JSON object' }],
    ),
  };
}

/** Without `alt=sse` a stream is one list, an element per response. */
function chunksOfJson(body: ReturnType<typeof jsonOf>, path: string): Chunks {
  const list = asArray(body);
  const located = (list ?? [body ?? null]).map((value, i) => ({
    body: asObject(value),
    path: list ? `${path}.body[${i}]` : `${path}.body`,
  }));
  return {
    chunks: located.flatMap(({ body: object, path: at }) => (object ? [{ body: object, path: at }] : [])),
    unread: located.flatMap(({ body: object, path: at }) =>
      object ? [] : [{ path: at, what: 'body that is not a JSON object' }],
    ),
  };
}

// What one answer says, however it travelled: a stream is a list of responses, each with more of the same candidate.
// Source: `GenerateContentResponse`, `Candidate` and `FinishReason` of `@google/genai`.

/** One response of an answer, with its place: `exchanges[0].response.events[3]`. */
interface Chunk {
  readonly body: JsonObject;
  readonly path: string;
}

/** Members that are read, or that say nothing of the answer. */
const knownOfChunk = new Set([
  ...['candidates', 'usageMetadata', 'promptFeedback', 'error'],
  ...['modelVersion', 'responseId', 'createTime'],
]);
const knownOfCandidate = new Set([
  ...['content', 'finishReason', 'groundingMetadata', 'urlContextMetadata'],
  ...['finishMessage', 'index', 'safetyRatings', 'avgLogprobs', 'tokenCount'],
]);

/** Where this API has what others call `id` and `model`. */
const names = { id: 'responseId', model: 'modelVersion' };

/**
 * @param body the place of an answer that holds no response
 * @param isAction whether a call of this name acts on a screen
 */
function readAnswer(chunks: readonly Chunk[], body: string, isAction: (name: string) => boolean): FactReading {
  const unread: Unrecognized[] = [];
  const placed = chunks.flatMap((chunk) => candidateOf(chunk, unread));
  const { parts, torn } = wholeCalls(placed.flatMap(partsOf));
  if (torn !== undefined) unread.push({ path: torn, what: 'functionCall that never ends' });
  const said = joinThoughts(parts.flatMap(({ part, path }) => readPart(part, isAction).map((s) => ({ ...s, path }))));
  const contents = said.flatMap(({ fact, path }) => (fact ? [{ fact, path }] : []));
  const text = contents.map(({ fact }) => (fact.kind === 'text' ? fact.text : '')).join('');
  const searched = parts.some(({ part }) => asObject(part.toolCall));
  const grounding = together(placed, 'groundingMetadata');
  const pages = together(placed, 'urlContextMetadata');
  return {
    facts: [
      ...asOneText(contents, text),
      ...(grounding ? groundingFacts(grounding, text, searched) : []),
      ...(pages ? urlContextFacts(pages) : []),
      ...finishOf(chunks, placed, contents),
      ...usageOf(chunks),
      ...identityFacts(chunks.map(({ body, path }) => identityIn(body, path, names))),
      ...errorsOf(chunks, placed, torn, body),
    ],
    unread,
  };
}

interface PlacedCandidate {
  readonly candidate: JsonObject;
  readonly path: string;
}

/** The candidate that counts is the first; others are other answers to the same question. */
function candidateOf({ body, path }: Chunk, unread: Unrecognized[]): PlacedCandidate[] {
  for (const name of otherMembers(body, knownOfChunk))
    unread.push({ path: `${path}.${name}`, what: `response.${name}` });
  const candidates = (asArray(body.candidates) ?? []).map((candidate) => asObject(candidate) ?? {});
  return candidates.flatMap((candidate, i) => {
    const place = `${path}.candidates[${i}]`;
    if ((asCount(candidate.index) ?? i) > 0) {
      unread.push({ path: place, what: 'a further candidate' });
      return [];
    }
    for (const name of otherMembers(candidate, knownOfCandidate)) {
      unread.push({ path: `${place}.${name}`, what: `candidate.${name}` });
    }
    return [{ candidate, path: place }];
  });
}

function partsOf({ candidate, path }: PlacedCandidate): PlacedPart[] {
  const parts = asArray(asObject(candidate.content)?.parts) ?? [];
  return parts.map((part, i) => ({ part: asObject(part) ?? {}, path: `${path}.content.parts[${i}]` }));
}

/** A member that several pieces of an answer may have: what a later one says replaces what an earlier one said. */
function together(placed: readonly PlacedCandidate[], member: string): Beside | undefined {
  const found = placed.flatMap(({ candidate, path }) => {
    const metadata = asObject(candidate[member]);
    return metadata && Object.keys(metadata).length > 0 ? [{ metadata, path: `${path}.${member}` }] : [];
  });
  const last = found.at(-1);
  return last && { metadata: Object.assign({}, ...found.map(({ metadata }) => metadata)), path: last.path };
}

function asOneText(facts: readonly LocatedFact[], text: string): LocatedFact[] {
  const first = facts.find(({ fact }) => fact.kind === 'text');
  return facts.flatMap((located) => {
    if (located.fact.kind !== 'text') return [located];
    return located === first ? [{ fact: { kind: 'text', text }, path: located.path }] : [];
  });
}

/** In the contract's words; what none of these says stays as the API writes it. Source: `ChatFinishReason` of M.E.AI. */
const finishReasons: ReadonlyMap<string, string> = new Map([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ...['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'].map((r) => [r, 'content_filter'] as const),
  ...['IMAGE_SAFETY', 'IMAGE_PROHIBITED_CONTENT', 'IMAGE_RECITATION'].map((r) => [r, 'content_filter'] as const),
]);

/** A call ends with STOP like any answer; a prompt that was blocked has no candidate that could end. */
function finishOf(
  chunks: readonly Chunk[],
  placed: readonly PlacedCandidate[],
  contents: readonly LocatedFact[],
): LocatedFact[] {
  const last = placed.findLast(({ candidate }) => typeof candidate.finishReason === 'string');
  if (last) {
    const reason = toText(last.candidate.finishReason);
    const calls = contents.some(({ fact }) => fact.kind === 'call' || fact.kind === 'action-call');
    const told = reason === 'STOP' && calls ? 'tool_calls' : (finishReasons.get(reason) ?? reason);
    const why = wentWell.has(reason) ? undefined : asString(last.candidate.finishMessage);
    return [{ fact: finishFact(told, why), path: `${last.path}.finishReason` }];
  }
  const blocked = chunks.find(({ body }) => asString(asObject(body.promptFeedback)?.blockReason));
  if (!blocked) return [];
  const why = asString(asObject(blocked.body.promptFeedback)?.blockReasonMessage);
  return [{ fact: finishFact('content_filter', why), path: `${blocked.path}.promptFeedback.blockReason` }];
}

/** Reasons that need no words: the message that may stand beside them says what everybody knows. */
const wentWell = new Set(['STOP', 'MAX_TOKENS']);

const finishFact = (reason: string, why: string | undefined): FinishFact => ({
  kind: 'finish',
  reason,
  ...(why ? { why } : {}),
});

/**
 * Errors in the answer itself; and that it broke off, where nothing says why it is over, or where a call never ends. Source:
 * `Candidate.finishReason`: if empty, the model has not stopped.
 */
function errorsOf(
  chunks: readonly Chunk[],
  placed: readonly PlacedCandidate[],
  torn: string | undefined,
  whole: string,
): LocatedFact[] {
  const told = chunks.flatMap(({ body, path }) => (asObject(body.error) ? [{ fact: errorFact(body), path }] : []));
  const isOver =
    told.length > 0 ||
    placed.some(({ candidate }) => (candidate.finishReason ?? null) !== null) ||
    chunks.some(({ body }) => asString(asObject(body.promptFeedback)?.blockReason));
  const broken = torn ?? (isOver ? undefined : (chunks.at(-1)?.path ?? whole));
  return broken === undefined ? told : [...told, truncatedResponse(broken)];
}

/** Counts so far: the last that are given count, and a count of zero stays unsaid. Results of tools are input, thoughts output. */
function usageOf(chunks: readonly Chunk[]): LocatedFact[] {
  const given = chunks.flatMap(({ body, path }) => {
    const counts = asObject(body.usageMetadata);
    return counts ? [{ counts, path: `${path}.usageMetadata` }] : [];
  });
  const counts: JsonObject = Object.assign({}, ...given.map((each) => each.counts));
  const path = given.at(-1)?.path;
  const sum = (...names: string[]) => names.reduce((total, name) => total + (asCount(counts[name]) ?? 0), 0);
  const isSaid = ['promptTokenCount', 'candidatesTokenCount'].some((name) => asCount(counts[name]) !== undefined);
  if (path === undefined || !isSaid) return [];
  const inputTokens = sum('promptTokenCount', 'toolUsePromptTokenCount');
  const outputTokens = sum('candidatesTokenCount', 'thoughtsTokenCount');
  const cachedInputTokens = asCount(counts.cachedContentTokenCount);
  const reasoningTokens = asCount(counts.thoughtsTokenCount);
  const fact: UsageFact = {
    kind: 'usage',
    inputTokens,
    outputTokens,
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
  return [{ fact, path }];
}

// Calls whose arguments come in pieces. Source: `PartialArg` and `FunctionCall.willContinue` of `@google/genai`: a call
// that will continue is followed by parts that hold more of it, and ends with the first that will not.

/** A part with the place it was read from: `….parts[0]`, or the places of all pieces it was made from. */
interface PlacedPart {
  readonly part: JsonObject;
  readonly path: string;
}

/** The parts of an answer with every call whole; a call that never ended stands as far as it came. */
export function wholeCalls(parts: readonly PlacedPart[]): { parts: PlacedPart[]; torn?: string } {
  const whole: PlacedPart[] = [];
  let open: { first: PlacedPart; pieces: JsonObject[] } | undefined;
  for (const placed of parts) {
    const call = asObject(placed.part.functionCall);
    if (!call || !(open || call.willContinue === true || call.partialArgs)) {
      whole.push(placed);
      continue;
    }
    open ??= { first: placed, pieces: [] };
    open.pieces.push(call);
    if (call.willContinue === true) continue;
    whole.push({ ...open.first, part: { ...open.first.part, functionCall: joined(open.pieces) } });
    open = undefined;
  }
  if (!open) return { parts: whole };
  whole.push({ ...open.first, part: { ...open.first.part, functionCall: joined(open.pieces) } });
  return { parts: whole, torn: open.first.path };
}

interface Leaf {
  readonly steps: readonly string[];
  value: Json;
  continues: boolean;
}

function joined(pieces: readonly JsonObject[]): JsonObject {
  const leaves = new Map<string, Leaf>();
  for (const piece of pieces) {
    for (const partial of asArray(piece.partialArgs) ?? []) {
      const { jsonPath, willContinue, ...rest } = asObject(partial) ?? {};
      const path = asString(jsonPath) ?? '$';
      if (stepsOf(path).length === 0) continue;
      const value = valueIn(rest);
      const before = leaves.get(path);
      // The last piece of a text need not have any more of it.
      if (before?.continues && typeof before.value === 'string') before.value += asString(value) ?? '';
      else leaves.set(path, { steps: stepsOf(path), value, continues: false });
      const leaf = leaves.get(path);
      if (leaf) leaf.continues = willContinue === true;
    }
  }
  const [first = {}] = pieces;
  const { partialArgs: _, willContinue: __, ...call } = first;
  const given = pieces.map(({ args }) => asObject(args)).find((args) => args);
  const built = leaves.size > 0 ? build([...leaves.values()], 0) : {};
  return { ...call, args: { ...given, ...asObject(built) } };
}

/** The one of its members that holds a value; `nullValue` holds the name of null. */
function valueIn({ stringValue, numberValue, boolValue }: JsonObject): Json {
  return stringValue ?? numberValue ?? boolValue ?? null;
}

/** `$.lines[0].text` → `.lines`, `[0]`, `.text`. */
function stepsOf(path: string): string[] {
  return [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]/g)].map(([, name, index, quoted]) =>
    index === undefined ? `.${name ?? quoted}` : `[${index}]`,
  );
}

function build(leaves: readonly Leaf[], depth: number): Json {
  const [first] = leaves;
  if (!first || first.steps.length <= depth) return first?.value ?? null;
  const groups = Map.groupBy(leaves, ({ steps }) => steps[depth] ?? '.');
  const members = [...groups].map(
    ([step, group]) => [step.replace(/^[.[]|\]$/g, ''), build(group, depth + 1)] as const,
  );
  return first.steps[depth]?.startsWith('[') ? members.map(([, value]) => value) : Object.fromEntries(members);
}

// What a candidate says of searches and pages beside its content. Source: `GroundingMetadata`, `GroundingSupport`,
// `Segment` and `UrlContextMetadata` of `@google/genai`.

/** Metadata of a candidate, all of an answer's pieces together, and where they stood last. */
interface Beside {
  readonly metadata: JsonObject;
  readonly path: string;
}

/**
 * What was searched for, what came of it, and which words of the answer rest on it. No request has a place for any of it.
 *
 * @param text all of the answer's text
 * @param searched true where the content itself tells of the searches, as parts
 */
function groundingFacts({ metadata, path }: Beside, text: string, searched: boolean): LocatedFact[] {
  const queries = searched ? [] : queriesOf(metadata);
  const calls = queries.map(({ tool, member }): LocatedFact => {
    const fact: Fact = {
      kind: 'hosted-call',
      tool,
      arguments: { queries: metadata[member] ?? null },
      staysThere: true,
    };
    return { fact, path: `${path}.${member}` };
  });
  const result: Fact = { kind: 'hosted-result', tool: toolOf(metadata), payload: metadata, staysThere: true };
  return [...calls, { fact: result, path }, ...citations(metadata, text, path)];
}

/** The pages that were to be read, and how that went. */
function urlContextFacts({ metadata, path }: Beside): LocatedFact[] {
  const failed = (asArray(metadata.urlMetadata) ?? []).some((page) => !isRead(asObject(page)?.urlRetrievalStatus));
  const fact: Fact = { kind: 'hosted-result', tool: 'url_context', payload: metadata, staysThere: true };
  return [{ fact: failed ? { ...fact, failed } : fact, path }];
}

const isRead = (status: Json = 'URL_RETRIEVAL_STATUS_SUCCESS'): boolean => status === 'URL_RETRIEVAL_STATUS_SUCCESS';

const queryMembers = [
  { member: 'webSearchQueries', tool: 'google_search' },
  { member: 'imageSearchQueries', tool: 'google_search' },
  { member: 'retrievalQueries', tool: 'retrieval' },
] as const;

const queriesOf = (metadata: JsonObject) =>
  queryMembers.filter(({ member }) => (asArray(metadata[member]) ?? []).length > 0);

const toolOf = (metadata: JsonObject): string => queriesOf(metadata)[0]?.tool ?? 'grounding';

/** One per support and chunk that it names: the words, and what they rest on. */
function citations(metadata: JsonObject, text: string, path: string): LocatedFact[] {
  const chunks = asArray(metadata.groundingChunks) ?? [];
  return (asArray(metadata.groundingSupports) ?? []).flatMap((value, s) => {
    const support = asObject(value) ?? {};
    const segment = asObject(support.segment);
    const place = segment && placeOf(segment, text);
    return (asArray(support.groundingChunkIndices) ?? []).flatMap((index): LocatedFact[] => {
      const chunk = asObject(chunks[asCount(index) ?? -1]);
      if (!chunk) return [];
      const fact: Fact = { kind: 'citation', ...sourceOf(chunk), ...place };
      return [{ fact, path: `${path}.groundingSupports[${s}]` }];
    });
  });
}

/**
 * The words themselves, which the wire repeats, and where they stand: offsets are bytes of UTF-8, and a start of zero stays
 * unsaid. Where the words are not at that offset, which real answers have by a byte or two, the nearest place with them is meant;
 * where they are nowhere in the text, nothing of it can be shown.
 */
function placeOf(
  { text: words, startIndex, endIndex }: JsonObject,
  text: string,
): Pick<CitationFact, 'span' | 'place'> {
  const bytes = Buffer.from(text);
  const start = asCount(startIndex) ?? 0;
  const offset = bytes.subarray(0, start).toString().length;
  if (typeof words !== 'string') {
    const end = asCount(endIndex);
    return end === undefined ? {} : { span: bytes.subarray(start, end).toString(), place: offset };
  }
  const [place] = placesIn(text, words).sort((a, b) => Math.abs(a - offset) - Math.abs(b - offset));
  return place === undefined ? {} : { span: words, place };
}

function placesIn(text: string, words: string): number[] {
  const places: number[] = [];
  if (words === '') return places;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) places.push(at);
  return places;
}

/** The source's address, document, title or the store it lies in, and its title and words. Chunks hold one member, named after its kind. */
function sourceOf(chunk: JsonObject): Pick<CitationFact, 'target' | 'title' | 'quote'> {
  const source = Object.values(chunk).find((value): value is JsonObject => asObject(value) !== undefined) ?? {};
  const names = [source.uri, source.sourceUri, source.documentName, source.title, source.fileSearchStore];
  const target = names.map(asString).find((name) => name) ?? '';
  const [title, quote] = [asString(source.title), asString(source.text)];
  return { target, ...(title ? { title } : {}), ...(quote ? { quote } : {}) };
}

/**
 * The error that `{ "error": { code, message, status } }` says, or a list whose first element is one, as where a stream was
 * asked for. Source: `google.rpc.Status` as the API writes it; AIP-193.
 *
 * @param response what it is the body of; absent where the error came in an answer that had begun, or in the place of one.
 */
function errorFact(body: Json | undefined, response?: HttpResponse): ErrorFact {
  const error = asObject(asObject(asArray(body)?.[0] ?? body)?.error);
  const status = response?.status;
  const code = asString(error?.status);
  const again = retryAfterIn(asArray(error?.details) ?? []);
  const wanted = isWorthAnother.get(code ?? '') ?? (again.retryAfter === undefined ? undefined : true);
  const retryable = status === undefined ? wanted : undefined;
  return {
    ...errorOf({ status, code, message: asString(error?.message), retryable }),
    ...again,
    ...(response && failureHeaders(response, noHeader)),
  };
}

/** Google names requests in no header that it documents. */
const noHeader = '';

/**
 * Codes of a moment, and of what stays wrong until somebody changes it. Where the code leaves it open, as a quota does that is
 * used up for a minute or a month, it is worth another try where the error says when, and nothing is said where it does not. Source: `google.rpc.Code`, google/rpc/code.proto.
 */
const isWorthAnother: ReadonlyMap<string, boolean> = new Map([
  ['UNAVAILABLE', true],
  ['INTERNAL', true],
  ['DEADLINE_EXCEEDED', true],
  ['INVALID_ARGUMENT', false],
  ['FAILED_PRECONDITION', false],
  ['PERMISSION_DENIED', false],
  ['UNAUTHENTICATED', false],
  ['NOT_FOUND', false],
  ['UNIMPLEMENTED', false],
]);

/** Source: `google.rpc.RetryInfo`, whose delay is in seconds: `34.5s`. */
function retryAfterIn(details: readonly Json[]): { retryAfter?: number } {
  const info = details
    .map((detail) => asObject(detail))
    .find((detail) => asString(detail?.['@type'])?.endsWith('google.rpc.RetryInfo'));
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(asString(info?.retryDelay) ?? '')?.[1];
  return seconds === undefined ? {} : { retryAfter: Math.round(Number(seconds) * 1000) };
}
