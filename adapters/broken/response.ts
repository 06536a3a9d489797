import { type BrokenAdapter, inReturnedContents, withDefects } from './break.ts';

/** Defects in what is returned, in both modes. */
export const brokenInResponse: readonly BrokenAdapter[] = [
  {
    id: 'loses-characters-beyond-latin-1',
    caughtBy: 'text-equals-wire',
    defect: 'Text is decoded as Latin-1.',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) => (c.type === 'text' ? { ...c, text: Buffer.from(c.text, 'utf8').toString('latin1') } : c)),
      ),
    ),
  },
  {
    id: 'drops-redacted-reasoning',
    caughtBy: 'reasoning-equals-wire',
    defect: 'Reasoning without text is thought to be empty and dropped, opaque state and all.',
    shows: ['reasoning-across-turn/complete'],
    breakIt: withDefects({
      response: (r) => ({
        ...r,
        messages: r.messages.map((m) => ({
          ...m,
          contents: m.contents.filter((c) => c.type !== 'reasoning' || c.text !== ''),
        })),
      }),
    }),
  },
  {
    id: 'always-says-stop',
    caughtBy: 'finish-reason-equals-wire',
    defect: 'Every response is said to have come to its natural end.',
    shows: ['single-call/complete', 'single-call/stream', 'choice-required/stream'],
    breakIt: withDefects({
      response: (r) => ({ ...r, finishReason: 'stop' }),
      update: (u) => [u.finishReason === undefined ? u : { ...u, finishReason: 'stop' }],
    }),
  },
  {
    id: 'leaves-cached-tokens-out',
    caughtBy: 'usage-equals-wire',
    defect: 'Input read from a cache is not counted as input.',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: withDefects({
      response: (r) => ({ ...r, ...(r.usage ? { usage: withoutCached(r.usage) } : {}) }),
      update: (u) => [{ ...u, ...(u.usage ? { usage: withoutCached(u.usage) } : {}) }],
    }),
  },
  {
    id: 'gives-new-call-ids',
    caughtBy: 'calls-equal-wire',
    defect: 'Calls get ids of the adapter’s own.',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c, i) => (c.type === 'function-call' ? { ...c, callId: `call_${i}` } : c)),
      ),
    ),
  },
  {
    id: 'drops-unknown-hosted-results',
    caughtBy: 'hosted-tools-equal-wire',
    defect: 'Results of hosted tools that the adapter does not know are dropped.',
    shows: ['raw-web-fetch/complete', 'raw-web-fetch/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.filter((c) => c.type !== 'hosted-tool-result' || c.tool === 'web-search'),
      ),
    ),
  },
  {
    id: 'drops-citations',
    caughtBy: 'citations-equal-wire',
    defect: 'Annotations of a text are not returned.',
    shows: ['cited-answer/complete', 'domains-and-location/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) => contents.map((c) => (c.type === 'text' ? { type: c.type, text: c.text } : c))),
    ),
  },
  {
    id: 'points-beside-the-words',
    caughtBy: 'citation-spans-equal-wire',
    defect: 'Citations point to the first characters of the text, whatever they are about.',
    shows: ['cited-answer/complete'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) =>
          c.type === 'text' && c.annotations
            ? { ...c, annotations: c.annotations.map((a) => ({ ...a, startIndex: 0, endIndex: 2 })) }
            : c,
        ),
      ),
    ),
  },
  {
    id: 'returns-arguments-as-text',
    caughtBy: 'contract-shape',
    defect: 'Arguments are returned as JSON text instead of an object.',
    shows: ['single-call/complete', 'no-arguments/stream'],
    breakIt: withDefects(
      inReturnedContents(
        (contents) =>
          contents.map((c) =>
            c.type === 'function-call' ? { ...c, arguments: JSON.stringify(c.arguments) as unknown as object } : c,
          ) as typeof contents,
      ),
    ),
  },
  {
    id: 'wraps-arguments',
    caughtBy: 'arguments-fit-schema',
    defect: 'Arguments are wrapped in a member "input".',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) =>
          c.type === 'function-call' && c.arguments ? { ...c, arguments: { input: c.arguments } } : c,
        ),
      ),
    ),
  },
];

type Usage = { inputTokens?: number; cachedInputTokens?: number; outputTokens?: number; reasoningTokens?: number };

const withoutCached = (usage: Usage): Usage => ({
  ...usage,
  inputTokens: (usage.inputTokens ?? 0) - (usage.cachedInputTokens ?? 0),
});
