import { isJsonObject, type JsonObject } from '../../files/canonical-json.ts';
import { type ChatResponseUpdate, type Content, ProviderError } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inReturnedContents, inStream, withDefects } from './break.ts';
import { both, inReadParts, over } from './google-bodies.ts';

const changedReason = (change: (reason: string) => string) =>
  withDefects({
    response: (r) => (r.finishReason === undefined ? r : { ...r, finishReason: change(r.finishReason) }),
    update: (u) => [u.finishReason === undefined ? u : { ...u, finishReason: change(u.finishReason) }],
  });

/** Defects of adapters of the Gemini API in what they read: parts, pieces of a stream, endings, errors. */
export const brokenInGoogleAnswers: readonly BrokenAdapter[] = [
  {
    id: 'ends-with-stop-though-it-calls',
    over,
    modelledOn: ['B163'],
    caughtBy: 'finish-reason-equals-wire',
    defect: 'The reason STOP is taken over without a look at the parts, so that a call ends the conversation.',
    shows: both('signed-calls', 'parallel-calls'),
    breakIt: changedReason((reason) => (reason === 'tool_calls' ? 'stop' : reason)),
  },
  {
    id: 'forgets-calls-of-earlier-pieces',
    over,
    modelledOn: ['B164'],
    caughtBy: 'finish-reason-equals-wire',
    defect: 'Why a stream ended is told by the piece that ends it alone, though the calls came before it.',
    shows: ['signed-calls/stream', 'nested-schema/stream'],
    breakIt: withDefects({
      update: (u) => [u.finishReason === 'tool_calls' && !u.contents.some(isCall) ? { ...u, finishReason: 'stop' } : u],
    }),
  },
  {
    id: 'takes-a-malformed-call-for-an-end',
    over,
    modelledOn: ['B166'],
    caughtBy: 'finish-reason-equals-wire',
    defect: 'Reasons that the adapter does not know, such as a malformed call, are told as a natural end.',
    shows: both('malformed-call', 'unexpected-call'),
    breakIt: changedReason((reason) =>
      ['stop', 'length', 'tool_calls', 'content_filter'].includes(reason) ? reason : 'stop',
    ),
  },
  {
    id: 'tells-a-withheld-answer-as-whole',
    over,
    caughtBy: 'finish-reason-equals-wire',
    defect: 'An answer that was stopped for its content is told as one that came to its end.',
    shows: both('answer-withheld'),
    breakIt: changedReason((reason) => (reason === 'content_filter' ? 'stop' : reason)),
  },
  {
    id: 'expects-parts-of-every-answer',
    over,
    modelledOn: ['B167'],
    caughtBy: 'typed-errors-only',
    defect: 'A candidate without content, or without parts, ends in an error of the language.',
    shows: both('malformed-call', 'unexpected-call', 'nothing-but-thoughts'),
    breakIt: withDefects({
      response: (r) => {
        countParts(r.rawRepresentation);
        return r;
      },
      update: (u) => {
        if (u.rawRepresentation !== undefined) countParts(u.rawRepresentation);
        return [u];
      },
    }),
  },
  {
    id: 'counts-calls-within-a-piece',
    over,
    modelledOn: ['B170'],
    caughtBy: 'calls-equal-wire',
    defect:
      'The place of a call within its piece is taken for its place in the answer: calls of later pieces replace it.',
    shows: ['signed-calls/stream'],
    breakIt: inStream(async function* (updates) {
      const calls = new Map<number, Content>();
      for await (const update of updates) {
        const own = update.contents.filter(isCall);
        for (const [place, call] of own.entries()) calls.set(place, call);
        const others = update.contents.filter((content) => !isCall(content));
        yield { ...update, contents: update.finishReason === undefined ? others : [...calls.values(), ...others] };
      }
    }),
  },
  {
    id: 'runs-calls-together',
    over,
    modelledOn: ['B172'],
    caughtBy: 'calls-equal-wire',
    defect: 'Where pieces of a stream are put together, names and arguments of several calls become one.',
    shows: ['signed-calls/stream'],
    breakIt: inStream(async function* (updates) {
      const all: ChatResponseUpdate[] = [];
      for await (const update of updates) all.push(update);
      const calls = all.flatMap(({ contents }) => contents).filter(isCall);
      const name = calls.map((call) => call.name).join('');
      const args = Object.assign({}, ...calls.map((call) => call.arguments)) as JsonObject;
      for (const update of all) {
        yield {
          ...update,
          contents: update.contents.flatMap((content): Content[] => {
            if (!isCall(content)) return [content];
            return content === calls[0] ? [{ ...content, name, arguments: args }] : [];
          }),
        };
      }
    }),
  },
  {
    id: 'gives-blank-ids',
    over,
    modelledOn: ['B184'],
    caughtBy: 'call-ids-link',
    defect: 'Calls to which the provider gave no id are returned with an empty one, all of them with the same.',
    shows: both('signed-calls'),
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) => (isCall(c) && isMadeUp(c.callId) ? { ...c, callId: '' } : c)),
      ),
    ),
  },
  {
    id: 'expects-one-result-of-code',
    over,
    modelledOn: ['B178'],
    caughtBy: 'hosted-tools-equal-wire',
    defect: 'The call is forgotten with its first result: what follows from the same code is dropped.',
    shows: both('runs-once-more'),
    onTheWire: inReadParts(() => {
      let isOpen = false;
      return (part) => {
        if (part.executableCode) isOpen = true;
        if (!part.codeExecutionResult) return [part];
        const result = isOpen ? [part] : [];
        isOpen = false;
        return result;
      };
    }),
  },
  {
    id: 'drops-pictures-of-code',
    over,
    modelledOn: ['B179'],
    caughtBy: 'files-equal-wire',
    defect: 'An image that code drew is not among what is returned.',
    shows: both('makes-an-image', 'image-in-the-answer'),
    onTheWire: inReadParts(() => (part) => (part.inlineData ? [] : [part])),
  },
  {
    id: 'says-thoughts-aloud',
    over,
    caughtBy: 'text-equals-wire',
    defect: 'Thoughts are returned as if the model had said them.',
    shows: both('signed-calls'),
    onTheWire: inReadParts(() => ({ thought: _, ...part }) => [part]),
  },
  {
    id: 'reads-the-first-part-alone',
    over,
    caughtBy: 'calls-equal-wire',
    defect: 'Of an answer only its first part is read.',
    shows: ['parallel-calls/complete', 'signed-calls/complete'],
    onTheWire: inReadParts(() => {
      let isFirst = true;
      return (part) => {
        const first = isFirst ? [part] : [];
        isFirst = false;
        return first;
      };
    }),
  },
  {
    id: 'takes-bytes-for-characters',
    over,
    caughtBy: 'citation-spans-equal-wire',
    defect: 'Places of citations, which the provider counts in bytes, are taken over as they are.',
    shows: ['cited-answer/complete'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((content) => {
          if (content.type !== 'text' || content.text === '' || !content.annotations) return content;
          const inBytes = (place: number | undefined) => Buffer.byteLength(content.text.slice(0, place ?? 0));
          const annotations = content.annotations.map((a) => ({
            ...a,
            startIndex: inBytes(a.startIndex),
            endIndex: inBytes(a.endIndex),
          }));
          return { ...content, annotations };
        }),
      ),
    ),
  },
  {
    id: 'forgets-what-was-cached',
    over,
    caughtBy: 'usage-equals-wire',
    defect: 'How much of the input came from a cache is not returned.',
    shows: ['computes-and-explains/complete'],
    breakIt: withDefects({
      response: (r) => ({ ...r, ...(r.usage ? { usage: withoutCached(r.usage) } : {}) }),
      update: (u) => [{ ...u, ...(u.usage ? { usage: withoutCached(u.usage) } : {}) }],
    }),
  },
  {
    id: 'does-not-say-when-to-try-again',
    over,
    caughtBy: 'errors-equal-wire',
    defect: 'The time to wait, which stands in the details of the error, is not told.',
    shows: ['quota-exhausted/complete'],
    breakIt: withDefects({
      call: (client) => ({
        ...client,
        getResponse: (...asked) =>
          client.getResponse(...asked).catch((error: unknown) => {
            if (!(error instanceof ProviderError)) throw error;
            const { message, status, code, retryable } = error;
            throw new ProviderError(message, { status, code, retryable });
          }),
      }),
    }),
  },
  {
    id: 'takes-a-blocked-prompt-for-a-failure',
    over,
    caughtBy: 'errors-equal-wire',
    defect: 'An answer without candidates, because the prompt was blocked, is thrown as an empty one.',
    shows: ['prompt-blocked/complete'],
    breakIt: withDefects({
      response: (r) => {
        if (isJsonObject(r.rawRepresentation) && r.rawRepresentation.candidates) return r;
        throw new ProviderError('the provider gave no candidates', { status: 502, retryable: true });
      },
    }),
  },
];

type Call = Extract<Content, { type: 'function-call' }>;

const isCall = (content: Content): content is Call => content.type === 'function-call';

/** Ids that the reference adapter made up where the provider gave none. */
const isMadeUp = (id: string): boolean => id.startsWith('no-id:');

function countParts(raw: unknown): number {
  const [candidate] = (raw as { candidates: { content: { parts: unknown[] } }[] }).candidates;
  return (candidate as { content: { parts: unknown[] } }).content.parts.length;
}

function withoutCached<U extends { cachedInputTokens?: number }>({ cachedInputTokens: _, ...usage }: U) {
  return usage;
}
