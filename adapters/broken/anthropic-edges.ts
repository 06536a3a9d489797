import { WireError } from '../../spec/contract/index.ts';
import { inEachReadEvent, inReadEnd, inSentBlocks } from './anthropic-wire.ts';
import { type BrokenAdapter, withDefects } from './break.ts';

const cited = ['cites-what-it-was-given/complete', 'cites-what-it-was-given/stream'];

/** Defects of the Messages API that show in what is seldom: answers that break off, rare ends, blocks in other pieces. */
export const brokenOverAnthropicEdges: readonly BrokenAdapter[] = [
  {
    id: 'takes-a-torn-stream-for-an-answer',
    caughtBy: 'errors-equal-wire',
    defect: 'A connection that ends is the end of the answer, whether or not the answer said that it was over.',
    shows: ['breaks-off/stream'],
    breakIt: withDefects({
      call: (client) => ({
        ...client,
        async *getStreamingResponse(...asked) {
          try {
            yield* client.getStreamingResponse(...asked);
          } catch (error) {
            if (!(error instanceof WireError)) throw error;
          }
        },
      }),
    }),
  },
  {
    id: 'knows-one-limit-of-two',
    caughtBy: 'finish-reason-equals-wire',
    defect: 'An answer for which there was no more room in the context is not said to be cut off.',
    shows: ['why-it-ended/complete', 'why-it-ended/stream'],
    onTheWire: inReadEnd((end) =>
      end.stop_reason === 'model_context_window_exceeded' ? { ...end, stop_reason: 'end_turn' } : end,
    ),
  },
  {
    id: 'drops-the-words-a-block-begins-with',
    caughtBy: 'text-equals-wire',
    defect: 'The words that a block of text has when it begins are lost, as if all words came in pieces.',
    shows: ['streamed-in-other-pieces/stream'],
    onTheWire: inEachReadEvent((event) =>
      event.type === 'content_block_start' && (event.content_block as { type?: string }).type === 'text'
        ? { ...event, content_block: { type: 'text', text: '', citations: null } }
        : event,
    ),
  },
  {
    id: 'cites-with-members-of-answers',
    caughtBy: 'requests-fit-schema',
    defect: 'Citations go back with the file that an answer names and a request has no member for, and are refused.',
    shows: cited,
    onTheWire: inSentBlocks((blocks) =>
      blocks.map((block) =>
        Array.isArray(block.citations)
          ? { ...block, citations: block.citations.map((citation) => ({ ...(citation as object), file_id: null })) }
          : block,
      ),
    ),
  },
  {
    id: 'sends-no-blocks-of-results',
    caughtBy: 'results-on-the-wire',
    defect: 'A result in the provider’s own blocks, which can be cited, goes out empty.',
    shows: cited,
    onTheWire: inSentBlocks((blocks) =>
      blocks.map((block) =>
        block.type === 'tool_result' && Array.isArray(block.content) ? { ...block, content: '' } : block,
      ),
    ),
  },
  {
    id: 'forgets-a-conversation-in-silence',
    caughtBy: 'options-on-the-wire',
    defect: 'The id of a conversation is dropped without a word, and the caller believes that it goes on.',
    shows: ['settings-of-elsewhere/complete', 'settings-of-elsewhere/stream'],
    breakIt: withDefects({
      response: (r) => ({ ...r, warnings: r.warnings.filter(({ message }) => !message.includes('conversationId')) }),
      update: (u) => [
        { ...u, ...(u.warnings ? { warnings: u.warnings.filter((w) => !w.message.includes('conversationId')) } : {}) },
      ],
    }),
  },
];
