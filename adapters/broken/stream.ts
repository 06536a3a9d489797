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
    id: 'takes-a-preview-for-the-image',
    caughtBy: 'files-equal-wire',
    over: 'openai-responses',
    defect: 'The first preview of an image is returned as the image.',
    shows: ['image-made/stream'],
    breakIt: inStream(async function* (updates) {
      let preview: string | undefined;
      for await (const update of updates) {
        preview ??= previewIn(update.rawRepresentation);
        yield { ...update, contents: update.contents.map((content) => withImage(content, preview)) };
      }
    }),
  },
  {
    id: 'fails-on-empty-arguments',
    modelledOn: ['B016'],
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

const previewIn = (event: unknown): string | undefined =>
  (event as { partial_image_b64?: string } | undefined)?.partial_image_b64;

function withImage(content: Content, data: string | undefined): Content {
  if (content.type !== 'hosted-tool-result' || data === undefined) return content;
  return { ...content, outputs: content.outputs.map((o) => (o.type === 'data' ? { ...o, data } : o)) };
}
