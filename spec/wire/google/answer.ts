/**
 * What one answer says, however it travelled: a stream is a list of responses, each with more of the same candidate. Source:
 * `GenerateContentResponse`, `Candidate` and `FinishReason` of `@google/genai`.
 */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { FinishFact, LocatedFact, Reading, Unread, UsageFact } from '../../facts/fact.ts';
import { identityFacts, identityIn } from '../identity.ts';
import { asArray, asCount, asObject, asString, otherMembers } from '../json.ts';
import { errorFact } from './error.ts';
import { type Beside, groundingFacts, urlContextFacts } from './grounding.ts';
import { type PlacedPart, wholeCalls } from './partial-calls.ts';
import { joinThoughts, readPart } from './parts.ts';

/** One response of an answer, with its place: `exchanges[0].response.events[3]`. */
export interface Chunk {
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

/** @param isAction whether a call of this name acts on a screen */
export function readAnswer(chunks: readonly Chunk[], isAction: (name: string) => boolean): Reading {
  const unread: Unread[] = [];
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
      ...errorsOf(chunks, placed, torn),
    ],
    unread,
  };
}

interface PlacedCandidate {
  readonly candidate: JsonObject;
  readonly path: string;
}

/** The candidate that counts is the first; others are other answers to the same question. */
function candidateOf({ body, path }: Chunk, unread: Unread[]): PlacedCandidate[] {
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
    const reason = String(last.candidate.finishReason);
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
): LocatedFact[] {
  const told = chunks.flatMap(({ body, path }) => (asObject(body.error) ? [{ fact: errorFact(body), path }] : []));
  const isOver =
    told.length > 0 ||
    placed.some(({ candidate }) => (candidate.finishReason ?? null) !== null) ||
    chunks.some(({ body }) => asString(asObject(body.promptFeedback)?.blockReason));
  const last = chunks.at(-1)?.path ?? '';
  const broken = torn ?? (isOver ? undefined : last);
  return broken === undefined
    ? told
    : [...told, { fact: { kind: 'error', message: '', unreadable: '' }, path: broken }];
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
