import type { ChatResponse, Citation, Content } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inReturnedContents, withDefects } from './break.ts';
import { inSentBlocks } from './converse-bodies.ts';
import { itemsOf, membersOf } from './json-members.ts';

const over = 'bedrock-converse';

/** Defects of adapters for Amazon Bedrock Converse in sources, names and failures, and in what they leave out. */
export const brokenOnConverseSights: readonly BrokenAdapter[] = [
  {
    id: 'quotes-nothing-of-a-source',
    caughtBy: 'citation-spans-equal-wire',
    over,
    defect: 'Of a source its words are told as an empty text, whatever they are.',
    shows: ['cited-from-many-places/complete', 'cited-from-many-places/stream'],
    breakIt: inCitations((citation) => ({ ...citation, snippet: '' })),
  },
  {
    id: 'takes-names-for-addresses',
    caughtBy: 'citations-equal-wire',
    over,
    defect: 'Whatever names a source is told as its URL.',
    shows: ['cited-from-many-places/complete', 'cited-from-many-places/stream'],
    breakIt: inCitations(({ fileId, ...citation }) => (fileId === undefined ? citation : { ...citation, url: fileId })),
  },
  {
    id: 'calls-every-paper-document',
    caughtBy: 'attachments-on-the-wire',
    over,
    defect: 'Every paper goes out under one name, so that the model cannot tell which is meant.',
    shows: ['papers-of-every-format/complete', 'papers-at-hand/stream'],
    onTheWire: inSentBlocks((block) =>
      block.document === undefined ? block : { document: { ...membersOf(block.document), name: 'document' } },
    ),
  },
  {
    id: 'drops-thoughts-in-silence',
    caughtBy: 'history-on-the-wire',
    over,
    defect: 'Thoughts that cannot go back are left out, and nobody is told.',
    shows: ['told-elsewhere/complete', 'told-elsewhere/stream'],
    breakIt: withDefects({ response: unwarned, update: ({ warnings: _, ...update }) => [update] }),
  },
  {
    id: 'drops-choices-in-silence',
    caughtBy: 'options-on-the-wire',
    over,
    defect: 'A choice of tools that the API has no word for is left out, and nobody is told.',
    shows: ['settings-without-a-place/complete', 'settings-without-a-place/stream'],
    breakIt: withDefects({ response: unwarned, update: ({ warnings: _, ...update }) => [update] }),
  },
  {
    id: 'answers-with-nothing-at-all',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'A result without words goes out without any block, which some models refuse.',
    shows: ['kept-without-its-blocks/complete', 'nothing-printed/stream'],
    onTheWire: inSentBlocks((block) => {
      if (block.toolResult === undefined) return block;
      const result = membersOf(block.toolResult);
      return { toolResult: { ...result, content: itemsOf(result.content).filter(({ text }) => text !== '') } };
    }),
  },
  {
    id: 'hides-how-a-program-ended',
    caughtBy: 'hosted-tools-equal-wire',
    over,
    defect: 'That a program failed is told, and not the code that it ended with.',
    shows: ['fails-in-every-way/complete', 'fails-in-every-way/stream'],
    breakIt: inOutputs((output) => {
      if (output.type !== 'error') return output;
      const { errorCode: _, ...rest } = output;
      return rest;
    }),
  },
  {
    id: 'fails-without-a-word-on-converse',
    caughtBy: 'hosted-tools-equal-wire',
    over,
    defect: 'A tool that failed without words is told as an error that says nothing.',
    shows: ['fails-in-every-way/complete', 'fails-in-every-way/stream'],
    breakIt: inOutputs((output) =>
      output.type === 'error' && output.message.includes('without a message') ? { ...output, message: '' } : output,
    ),
  },
];

type Output = Extract<Content, { type: 'hosted-tool-result' }>['outputs'][number];

function inOutputs(change: (output: Output) => Output) {
  return withDefects(
    inReturnedContents((contents) =>
      contents.map((c) => (c.type === 'hosted-tool-result' ? { ...c, outputs: c.outputs.map(change) } : c)),
    ),
  );
}

function inCitations(change: (citation: Citation) => Citation) {
  return withDefects(
    inReturnedContents((contents) =>
      contents.map((c) => (c.type === 'text' && c.annotations ? { ...c, annotations: c.annotations.map(change) } : c)),
    ),
  );
}

function unwarned(response: ChatResponse): ChatResponse {
  return { ...response, warnings: [] };
}
