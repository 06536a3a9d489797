/** Over the reference adapters of Mistral: chat completions and conversations. */
import type { JsonObject } from '../../files/canonical-json.ts';
import { broken, by } from './broken-adapter.ts';
import { all, append, change, double, drop, first, meets, set } from './operations.ts';

/** A message of an answer, or a piece of one. */
const message = 'choices[].message|delta';

/** A picture as a document. */
const asPaper = ({ image_url: url = null }: JsonObject) => ({ type: 'document_url', document_url: url });

export const brokenMistralChat = broken('mistral-chat', {
  // Requests
  'searches-nothing': {
    title: 'Web search is dropped with a warning',
    caught: by('tools-on-the-wire', 'declared'),
    modelledOn: ['B193'],
    options: drop('tools[type=web-search]'),
    response: append('warnings', { code: 'unsupported-tool', message: 'web-search was left out.' }),
  },
  'leaks-notes-on-messages': {
    title: 'Library note is sent with messages',
    caught: by('requests-fit-schema', 'single-call'),
    phase: 'multi-turn',
    modelledOn: ['B194'],
    sent: set('messages[].metadata', { seen: true }),
  },
  'sends-its-own-notes': {
    title: 'Library note is sent with calls',
    caught: by('requests-acceptable', 'parallel-calls'),
    modelledOn: ['B194'],
    sent: set('messages[].tool_calls[]._index', 0),
  },
  'forwards-foreign-ids': {
    title: 'Call ids of another provider are sent unchanged',
    caught: by('requests-acceptable', 'called-elsewhere'),
    modelledOn: ['B187'],
    sent: all(
      change('messages[].tool_call_id', (id: string) => `toolu_01${id}`),
      change('messages[].tool_calls[].id', (id: string) => `toolu_01${id}`),
    ),
  },
  'lets-the-user-speak-after-a-tool': {
    title: 'User message directly follows a tool message',
    caught: by('requests-acceptable', 'interrupted'),
    modelledOn: ['B188'],
    sent: change('messages', (messages: readonly JsonObject[]) => {
      const isBridge = ({ role, content }: JsonObject) => role === 'assistant' && String(content).trim() === '';
      return messages.filter((m, i) => !isBridge(m) || messages[i - 1]?.role !== 'tool');
    }),
  },
  'ends-with-the-assistant': {
    title: 'Empty assistant message is sent last',
    caught: by('requests-acceptable', 'single-call'),
    sent: append('messages', { role: 'assistant', content: '' }),
  },
  'forgets-parts-of-other-kinds': {
    title: 'Documents in an answer are not sent back',
    caught: by('hosted-history-on-the-wire', 'thoughts-and-sources'),
    sent: drop('messages[].content[type=document_url]'),
  },
  'takes-pictures-for-papers-there': {
    title: 'Image URL is sent as a document',
    caught: by('attachments-on-the-wire', 'papers-at-an-address'),
    sent: change('messages[].content[type=image_url]', asPaper),
  },
  'takes-bytes-of-pictures-for-papers': {
    title: 'Image bytes are sent as a document',
    caught: by('attachments-on-the-wire', 'papers-at-hand'),
    sent: change('messages[].content[type=image_url]', asPaper),
  },
  'looks-for-pictures-behind-the-path': {
    title: 'Image is recognized by the end of its query',
    caught: by('attachments-on-the-wire', 'papers-without-a-type'),
    sent: change('messages[].content[type=image_url]', (part: JsonObject) =>
      /\.(png|jpe?g)$/i.test(String(part.image_url)) ? part : asPaper(part),
    ),
  },

  // Answers
  'tells-calls-by-their-index': {
    title: 'Calls with the same index are merged',
    caught: by('calls-equal-wire', 'calls-in-other-pieces/stream'),
    read: change(`${message}.tool_calls`, (calls: readonly JsonObject[]) =>
      calls.filter(({ index }, i) => calls.findIndex((call) => call.index === index) === i),
    ),
  },
  'writes-objects-as-their-name': {
    title: 'Arguments object becomes "[object Object]"',
    caught: by('calls-equal-wire', 'arguments-are-no-json'),
    modelledOn: ['B128'],
    read: change(`${message}.tool_calls[].function.arguments`, String),
  },
  'takes-content-for-text': {
    title: 'Content made of chunks is read as empty',
    caught: by('reasoning-equals-wire', 'thought-before-a-call'),
    modelledOn: ['B190'],
    read: change(`${message}.content`, (content) => (Array.isArray(content) ? '' : content)),
  },
  'ignores-sources-by-id': {
    title: 'Reference chunks are skipped',
    caught: by('citations-equal-wire', 'calls-in-other-pieces/stream'),
    modelledOn: ['B191'],
    read: drop(`${message}.content[type=reference]`),
  },
  'tells-errors-in-words-alone': {
    title: 'Error in a stream has no code',
    caught: by('errors-equal-wire', 'error-in-place-of-a-chunk/stream'),
    read: set(['[object=error].code', '[object=error].type'], null),
  },
});

/** Content without its sources: of an entry a list, of an event one chunk. */
const withoutReferences = (content: unknown) => {
  if (Array.isArray(content)) return content.filter((chunk) => !isReference(chunk));
  return isReference(content) ? '' : content;
};

const isReference = meets('type=tool_reference');

export const brokenMistral = broken('mistral', {
  'leaks-notes-on-entries': {
    title: 'Library note is sent with entries',
    caught: by('requests-fit-schema', 'single-call'),
    phase: 'multi-turn',
    modelledOn: ['B194'],
    sent: set('inputs[].is_error', false),
  },
  'declares-tools-again': {
    title: 'Tools are declared again in a conversation',
    caught: by('requests-acceptable', 'single-call/complete', 'parallel-calls/stream'),
    to: /\/conversations\/[^/]+$/,
    sent: set('tools', []),
  },
  'drops-other-instructions-in-silence': {
    title: 'Changed instructions are dropped without a warning',
    caught: by('options-on-the-wire', 'told-something-else'),
    told: drop('warnings[]'),
  },
  'gives-one-result-of-several': {
    title: 'Only the first of several results is sent',
    caught: by('requests-acceptable', 'parallel-calls'),
    sent: first('inputs[type=function.result]'),
  },
  'keeps-unsent-reasons-to-itself': {
    title: 'Reason of a denial is dropped without a warning',
    caught: by('approvals-on-the-wire', 'connector-approval-denied'),
    told: drop('warnings[]'),
  },
  'forgets-thoughts-without-a-word': {
    title: 'Inexpressible reasoning is dropped without a warning',
    caught: by('history-on-the-wire', 'told-elsewhere'),
    told: drop('warnings[]'),
  },
  'replays-what-it-changed': {
    title: 'Edited message goes back unedited',
    caught: by('history-on-the-wire', 'changed-by-the-application'),
    sent: set('inputs[role=assistant,content=Let me look.].content', 'Let me look, for I do not know it by heart.'),
  },
  'tells-an-execution-twice': {
    title: 'Tool execution is sent back twice',
    caught: by('hosted-history-on-the-wire', 'put-together-from-entries/complete', 'search-not-kept/stream'),
    sent: double('inputs[type=tool.execution]'),
  },
  'replays-answers-without-their-sources': {
    title: 'Sources of an answer are not sent back',
    caught: by('hosted-history-on-the-wire', 'search-not-kept/complete', 'every-chunk/stream'),
    sent: change('inputs[].content', withoutReferences),
  },
  'ignores-references': {
    title: 'Tool references are not read',
    caught: by('citations-equal-wire', 'cited-answer', 'file-search-cited/complete'),
    modelledOn: ['B191'],
    read: all(change('outputs[].content', withoutReferences), change('content', withoutReferences)),
  },
});
