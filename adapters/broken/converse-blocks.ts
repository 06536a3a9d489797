import type { Json } from '../../files/canonical-json.ts';
import type { ChatMessage, ChatResponse, Warning } from '../../spec/contract/index.ts';
import { type BrokenAdapter, withDefects } from './break.ts';
import { inSentBlocks } from './converse-bodies.ts';
import { itemsOf, membersOf } from './json-members.ts';

const over = 'bedrock-converse';

/** Defects of adapters for Amazon Bedrock Converse in the blocks that they make, and in what they say of it. */
export const brokenOnConverseBlocks: readonly BrokenAdapter[] = [
  {
    id: 'replays-cited-answers-as-text',
    caughtBy: 'hosted-history-on-the-wire',
    over,
    defect: 'An answer with citations goes back as its words alone.',
    shows: ['cited-from-many-places/complete', 'cited-from-many-places/stream'],
    onTheWire: inSentBlocks(({ citationsContent, ...block }) => {
      if (citationsContent === undefined) return block;
      const words = itemsOf(membersOf(citationsContent).content).map(({ text }) => String(text));
      return { text: words.join('') || '(sources)' };
    }),
  },
  {
    id: 'names-documents-with-their-endings',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'A document goes out under the name of its file, with the dot that the service refuses.',
    shows: ['papers-of-every-format/complete', 'papers-at-hand/stream'],
    onTheWire: inSentBlocks((block) => {
      if (block.document === undefined) return block;
      const { name, format, ...document } = membersOf(block.document);
      return { document: { ...document, format: format ?? null, name: `${name}.${format}` } };
    }),
  },
  {
    id: 'takes-every-film-for-mp4',
    caughtBy: 'attachments-on-the-wire',
    over,
    defect: 'Films go out as mp4, whatever they are.',
    shows: ['pictures-and-sounds/complete', 'pictures-and-sounds/stream'],
    onTheWire: inSentBlocks((block) =>
      block.video === undefined ? block : { video: { ...membersOf(block.video), format: 'mp4' } as Json },
    ),
  },
  {
    id: 'seals-only-what-it-read-itself',
    caughtBy: 'opaque-state-returned',
    over,
    defect:
      'Sealed thoughts go back only with the block that they were read from; kept in the words of the contract, they are dropped.',
    shows: ['kept-without-its-blocks/complete', 'kept-without-its-blocks/stream'],
    breakIt: withDefects({ request: (messages, options) => [messages.map(withoutKept), options] }),
  },
  {
    id: 'warns-of-what-nobody-set',
    caughtBy: 'options-on-the-wire',
    over,
    defect: 'Every response warns of a setting that the API lacks, whether or not the caller set it.',
    shows: ['single-call/complete', 'three-ends/stream'],
    breakIt: withDefects({ response: warned, update: (update) => [warned(update)] }),
  },
];

const withoutKept = (message: ChatMessage): ChatMessage => ({
  ...message,
  contents: message.contents.filter((content) => content.type !== 'reasoning' || content.rawRepresentation),
});

function warned<T extends { warnings?: ChatResponse['warnings'] }>(told: T): T {
  const warning: Warning = { code: 'unsupported-setting', message: 'store was not sent: nothing is kept.' };
  return { ...told, warnings: [...(told.warnings ?? []), warning] };
}
