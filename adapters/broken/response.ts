import type { TextContent } from '../../spec/contract/index.ts';
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
    id: 'answers-as-the-user',
    caughtBy: 'contract-shape',
    defect: 'What the model says is returned as a message of the user.',
    shows: ['single-call/complete', 'cited-answer/complete'],
    breakIt: withDefects({
      response: (r) => ({ ...r, messages: r.messages.map((m) => ({ ...m, role: 'user' as const })) }),
    }),
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
    id: 'takes-code-points-for-utf16',
    caughtBy: 'citation-spans-equal-wire',
    over: 'openai-responses',
    defect: 'Indexes of citations, which the provider counts in code points, are taken over as they are.',
    shows: ['cited-answer/complete'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) =>
          c.type === 'text' && c.annotations ? { ...c, annotations: c.annotations.map(withRawIndexes) } : c,
        ),
      ),
    ),
  },
  {
    id: 'drops-files',
    caughtBy: 'files-equal-wire',
    defect: 'Files among the output of a hosted tool are not returned.',
    shows: ['raw-code-execution/complete', 'raw-code-execution/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) =>
          c.type === 'hosted-tool-result' ? { ...c, outputs: c.outputs.filter((o) => o.type !== 'hosted-file') } : c,
        ),
      ),
    ),
  },
  {
    id: 'gives-item-ids-for-call-ids',
    caughtBy: 'calls-equal-wire',
    over: 'openai-responses',
    defect: 'The id of the output item is returned as the id of the call.',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) => (c.type === 'function-call' ? { ...c, callId: itemIdOf(c.rawRepresentation) } : c)),
      ),
    ),
  },
  {
    id: 'leaves-failed-searches-out',
    caughtBy: 'hosted-tools-equal-wire',
    over: 'openai-responses',
    defect: 'Of hosted calls only those that succeeded are returned.',
    shows: ['search-fails/complete', 'search-fails/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.filter((c) => !(c.type.startsWith('hosted-tool') && JSON.stringify(c).includes('"status":"failed"'))),
      ),
    ),
  },
  {
    id: 'drops-images',
    caughtBy: 'files-equal-wire',
    over: 'openai-responses',
    defect: 'Of hosted results only text is returned.',
    shows: ['image-made/complete', 'makes-an-image/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) =>
          c.type === 'hosted-tool-result' ? { ...c, outputs: c.outputs.filter((o) => o.type === 'text') } : c,
        ),
      ),
    ),
  },
  {
    id: 'takes-a-failed-server-for-none',
    caughtBy: 'hosted-tools-equal-wire',
    over: 'openai-responses',
    defect: 'That the tools of a server could not be listed is not told.',
    shows: ['server-unreachable/complete', 'server-unreachable/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.filter((c) => !(c.type.startsWith('hosted-tool') && JSON.stringify(c).includes('mcp_list_tools'))),
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

type Annotation = NonNullable<TextContent['annotations']>[number];

function withRawIndexes(annotation: Annotation): Annotation {
  const { start_index, end_index } = annotation.rawRepresentation as { start_index: number; end_index: number };
  return { ...annotation, startIndex: start_index, endIndex: end_index };
}

const itemIdOf = (raw: unknown): string => String((raw as { id?: unknown } | undefined)?.id);

type Usage = { inputTokens?: number; cachedInputTokens?: number; outputTokens?: number; reasoningTokens?: number };

const withoutCached = (usage: Usage): Usage => ({
  ...usage,
  inputTokens: (usage.inputTokens ?? 0) - (usage.cachedInputTokens ?? 0),
});
