import type { ChatResponseUpdate, Content } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inStream, withDefects } from './break.ts';

/** Defects that show only when streaming. */
export const brokenInStream: readonly BrokenAdapter[] = [
  {
    id: 'drops-second-parallel-call',
    caughtBy: 'calls-equal-wire',
    defect: 'Of two calls in one streamed response only the first is returned.',
    shows: ['parallel-calls/stream'],
    breakIt: inStream(async function* (updates) {
      let seen = false;
      for await (const update of updates) {
        const contents = update.contents.filter((c) => c.type !== 'function-call' || !seen);
        seen ||= update.contents.some((c) => c.type === 'function-call');
        yield { ...update, contents };
      }
    }),
  },
  {
    id: 'loses-short-pieces',
    caughtBy: 'text-equals-wire',
    defect: 'Pieces of text of a few characters are lost.',
    shows: ['single-call/stream', 'parallel-calls/stream'],
    breakIt: withDefects({ update: (u) => [{ ...u, contents: u.contents.filter((c) => !isShortText(c)) }] }),
  },
  {
    id: 'text-after-calls',
    caughtBy: 'stream-equals-complete',
    defect: 'A stream’s text is held back until the calls are through, so that it stands behind them.',
    shows: ['parallel-calls/stream'],
    breakIt: inStream(async function* (updates) {
      const heldBack: ChatResponseUpdate[] = [];
      for await (const update of updates) {
        if (update.contents.some((c) => c.type === 'text')) heldBack.push(update);
        else yield update;
      }
      yield* heldBack;
    }),
  },
  {
    id: 'says-every-text-twice',
    caughtBy: 'text-equals-wire',
    over: 'openai-responses',
    defect: 'In a stream the last piece of a text comes twice.',
    shows: ['choice-none/stream', 'cited-answer/stream'],
    breakIt: withDefects({
      update: (u) => (u.contents.some((c) => c.type === 'text' && c.text.endsWith('.')) ? [u, u] : [u]),
    }),
  },
  {
    id: 'fails-on-empty-arguments',
    caughtBy: 'typed-errors-only',
    defect: 'Streamed arguments are parsed even when there are none, and the parser’s error leaves the adapter.',
    shows: ['no-arguments/stream'],
    breakIt: withDefects({
      update: (u) => {
        if (u.contents.some(isCallWithoutArguments)) JSON.parse('');
        return [u];
      },
    }),
  },
];

const isShortText = (content: Content): boolean => content.type === 'text' && content.text.length < 12;

const isCallWithoutArguments = (content: Content): boolean =>
  content.type === 'function-call' && Object.keys(content.arguments ?? {}).length === 0;
