import type { JsonObject } from '../../files/canonical-json.ts';
import type { Content } from '../../spec/contract/index.ts';
import { inSentBlocks, inSentTools } from './anthropic-wire.ts';
import { type BrokenAdapter, inReturnedContents, withDefects } from './break.ts';
import { inSentBody } from './on-the-wire.ts';

/** What is not told of an answer that was refused, or not in words. */
const inErrorContents = (change: (content: Extract<Content, { type: 'error' }>) => Content[]) =>
  withDefects(
    inReturnedContents((contents) =>
      contents.flatMap((content): Content[] => (content.type === 'error' ? change(content) : [content])),
    ),
  );

/** Defects over the Messages API of what nobody asked for, and of what goes back in other words than it came. */
export const brokenInSights: readonly BrokenAdapter[] = [
  {
    id: 'keeps-why-it-refused',
    caughtBy: 'finish-reason-equals-wire',
    defect: 'That the model refused is told, and the provider’s words for why are not.',
    shows: ['why-it-ended/complete', 'why-it-ended/stream'],
    breakIt: inErrorContents(() => []),
  },
  {
    id: 'fails-without-a-word',
    caughtBy: 'contract-shape',
    defect: 'The error of a refusal that the provider does not explain has no message.',
    shows: ['why-it-ended/complete', 'why-it-ended/stream'],
    breakIt: inErrorContents((content) => [{ ...content, message: '' }]),
  },
  {
    id: 'allows-one-call-at-a-time',
    caughtBy: 'options-on-the-wire',
    defect: 'Whoever chooses a function may have one call at a time, whether he asked for that or not.',
    shows: ['choice-specific/complete', 'choice-specific/stream'],
    onTheWire: inSentBody((body) =>
      body.tool_choice
        ? { ...body, tool_choice: { ...(body.tool_choice as JsonObject), disable_parallel_tool_use: true } }
        : body,
    ),
  },
  {
    id: 'warns-of-nothing',
    caughtBy: 'options-on-the-wire',
    defect: 'A warning that a setting was not sent comes with each answer, and names no setting.',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: withDefects({
      response: (r) => ({ ...r, warnings: [{ code: 'unsupported-setting', message: 'Something was not sent.' }] }),
      update: (u) =>
        u.finishReason
          ? [{ ...u, warnings: [{ code: 'unsupported-setting', message: 'Something was not sent.' }] }]
          : [u],
    }),
  },
  {
    id: 'gives-the-code-a-file',
    caughtBy: 'tools-on-the-wire',
    defect: 'A file that was given to code once is given to it in every conversation.',
    shows: ['code-fails/complete', 'code-fails/stream'],
    onTheWire: inSentBlocks((blocks, role) =>
      role === 'user' ? [...blocks, { type: 'container_upload', file_id: 'file_of_another' }] : blocks,
    ),
  },
  {
    id: 'shows-the-model-a-file',
    caughtBy: 'attachments-on-the-wire',
    defect: 'A file that was shown to the model once is shown to it in every conversation.',
    shows: ['papers-kept-there/complete', 'papers-kept-there/stream'],
    onTheWire: inSentBlocks((blocks, role) =>
      role === 'user'
        ? [...blocks, { type: 'document', source: { type: 'file', file_id: 'file_of_another' } }]
        : blocks,
    ),
  },
  {
    id: 'takes-pictures-for-papers',
    caughtBy: 'attachments-on-the-wire',
    defect: 'What is at an address without a media type is a paper, whatever the address ends with.',
    shows: ['papers-without-a-type/complete', 'papers-without-a-type/stream'],
    onTheWire: inSentBlocks((blocks) =>
      blocks.map((block) => (block.type === 'image' ? { ...block, type: 'document' } : block)),
    ),
  },
  {
    id: 'names-tools-and-leaves-them-off',
    caughtBy: 'tools-on-the-wire',
    defect: 'All tools of a server are switched off, and those that may be called are named and not switched on.',
    shows: ['beside-a-function/complete', 'beside-a-function/stream'],
    onTheWire: inSentTools((tool) => (tool.configs ? { ...tool, configs: { search: {} } } : tool)),
  },
  {
    id: 'forgets-the-toolset-of-a-result',
    caughtBy: 'requests-acceptable',
    defect: 'Results of a toolset’s members go out as those of any function, and are refused.',
    shows: ['raw-browser/complete', 'look-and-click/stream'],
    onTheWire: inSentBlocks((blocks) =>
      blocks.map(({ toolset_name: toolset, ...block }) =>
        block.type === 'tool_result' || toolset === undefined ? block : { ...block, toolset_name: toolset },
      ),
    ),
  },
  {
    id: 'signs-with-what-is-sealed',
    caughtBy: 'opaque-state-returned',
    defect: 'Redacted reasoning goes back as reasoning without words, signed with what was sealed.',
    shows: ['reasoning-across-turn/complete', 'reasoning-across-turn/stream'],
    onTheWire: inSentBlocks((blocks) =>
      blocks.map(({ data = null, ...block }) =>
        block.type === 'redacted_thinking'
          ? { type: 'thinking', thinking: '', signature: data }
          : { ...block, ...(data === null ? {} : { data }) },
      ),
    ),
  },
  {
    id: 'leaves-the-container',
    caughtBy: 'requests-acceptable',
    defect: 'A paused turn goes on, and not in the container in which its code ran.',
    shows: ['paused-more-than-once/complete', 'paused-more-than-once/stream'],
    onTheWire: inSentBody(({ container: _, ...body }) => body),
  },
  {
    id: 'goes-on-from-the-beginning',
    caughtBy: 'hosted-history-on-the-wire',
    defect: 'A paused turn is asked for again, without what it had said and found before the pause.',
    shows: ['paused-turn/complete', 'paused-turn/stream'],
    onTheWire: inSentBlocks((blocks, role) => (role === 'assistant' ? [{ type: 'text', text: 'So far.' }] : blocks)),
  },
  {
    id: 'quotes-what-was-written',
    caughtBy: 'calls-equal-wire',
    defect: 'Arguments that are no JSON are written once more as JSON, with quotes around them.',
    shows: ['arguments-broken-off/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((content) =>
          content.type === 'function-call' && content.argumentsText !== undefined
            ? { ...content, argumentsText: JSON.stringify(content.argumentsText) }
            : content,
        ),
      ),
    ),
  },
  {
    id: 'needs-someone-who-may-give-up',
    caughtBy: 'refused-before-sending',
    defect: 'A call whose caller brings nothing by which he could give it up fails before it is made.',
    shows: ['words-of-another-provider/complete', 'picture-among-the-instructions/stream'],
    breakIt: withDefects({
      call: (client, _asked, context) => {
        if (!context?.signal) throw new TypeError('Cannot read properties of undefined (reading "signal")');
        return client;
      },
    }),
  },
];
