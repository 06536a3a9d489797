/** Defects of an adapter of Mistral chat completions. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { broken, by } from '../../broken/broken-adapter.ts';
import { all, allButLast, append, change, drop, first, prepend, set } from '../../broken/operations.ts';

/** A message of an answer, or a piece of one. */
const message = 'choices[].message|delta';

/** A picture as a document. */
const asPaper = ({ image_url: url = null }: JsonObject) => ({ type: 'document_url', document_url: url });

export const brokenMistralChat = broken('mistral-chat', {
  'omits-functions-beside-format': {
    title: 'Functions are dropped beside a response format',
    caught: by('sends-tools', 'output-format-beside-functions'),
    phase: 'request',
    sent: drop('[response_format].tools'),
  },
  'drops-defaults': {
    title: 'Defaults of parameters are dropped',
    caught: by('sends-tools', 'schema-keywords'),
    phase: 'schema',
    sent: drop('tools[].function.parameters.**[type].default'),
  },
  // Requests
  'omits-chat-model': {
    title: 'Model is not sent',
    caught: by('request-requirements', 'call-single'),
    sent: drop('model'),
  },
  'drops-all-tools': {
    title: 'Tools are not sent',
    caught: by('sends-tools', 'call-single'),
    sent: drop('tools'),
  },
  'sends-first-of-two-results': {
    title: 'Only the first of parallel results is sent',
    caught: by('request-provider-rules', 'call-parallel'),
    phase: 'multi-turn',
    sent: first('messages[role=tool]'),
  },
  'omits-prefix-flag': {
    title: 'Prefilled answer lacks its flag',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: append('messages', { role: 'assistant', content: 'The weather' }),
  },
  'sends-empty-greeting': {
    title: 'Greeting without text opens the conversation',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: prepend('messages', { role: 'assistant', content: '' }),
  },
  'drops-hosted-tool-with-warning': {
    title: 'Image generation is dropped with a warning',
    caught: by('sends-tools', 'declaration-only'),
    from: ['B193'],
    options: drop('tools[type=image-generation]'),
    response: append('warnings', { code: 'unsupported-tool', message: 'image-generation was left out.' }),
  },
  'leaks-message-metadata': {
    title: 'Library note is sent with messages',
    caught: by('request-schema', 'call-single'),
    phase: 'multi-turn',
    sent: set('messages[].metadata', { seen: true }),
  },
  'leaks-call-metadata': {
    title: 'Library note is sent with calls',
    caught: by('request-provider-rules', 'call-parallel'),
    from: ['B194'],
    sent: set('messages[].tool_calls[]._index', 0),
  },
  'sends-foreign-call-ids': {
    title: 'Call ids of another provider are sent unchanged',
    caught: by('request-provider-rules', 'history-foreign-call-ids'),
    from: ['B187'],
    sent: all(
      change('messages[].tool_call_id', (id: string) => `toolu_01${id}`),
      change('messages[].tool_calls[].id', (id: string) => `toolu_01${id}`),
    ),
  },
  'sends-user-after-tool': {
    title: 'User message directly follows a tool message',
    caught: by('request-provider-rules', 'history-user-after-result'),
    from: ['B188'],
    sent: change('messages', (messages: readonly JsonObject[]) => {
      const isBridge = ({ role, content }: JsonObject) => role === 'assistant' && String(content).trim() === '';
      return messages.filter((m, i) => !isBridge(m) || messages[i - 1]?.role !== 'tool');
    }),
  },
  'appends-empty-assistant-message': {
    title: 'Empty assistant message is sent last',
    caught: by('request-provider-rules', 'call-single'),
    sent: append('messages', { role: 'assistant', content: '' }),
  },
  'drops-files-from-history': {
    title: 'Documents of a response are not sent back',
    caught: by('sends-hosted-history', 'reasoning-with-citations'),
    sent: drop('messages[].content[type=document_url]'),
  },
  'mistypes-mistral-image-urls': {
    title: 'Image URL is sent as a document',
    caught: by('sends-attachments', 'input-urls'),
    sent: change('messages[].content[type=image_url]', asPaper),
  },
  'mistypes-mistral-image-data': {
    title: 'Image bytes are sent as a document',
    caught: by('sends-attachments', 'input-image-and-document'),
    sent: change('messages[].content[type=image_url]', asPaper),
  },
  'reads-media-type-from-query': {
    title: 'Image is recognized by the end of its query',
    caught: by('sends-attachments', 'input-url-media-type-missing'),
    sent: change('messages[].content[type=image_url]', (part: JsonObject) =>
      /\.(png|jpe?g)$/i.test(String(part.image_url)) ? part : asPaper(part),
    ),
  },

  // Answers
  'merges-calls-with-equal-index': {
    title: 'Calls with the same index are merged',
    caught: by('returns-function-calls', 'stream-calls-interleaved/stream'),
    read: change(`${message}.tool_calls`, (calls: readonly JsonObject[]) =>
      calls.filter(({ index }, i) => calls.findIndex((call) => call.index === index) === i),
    ),
  },
  'stringifies-object-arguments': {
    title: 'Arguments object becomes "[object Object]"',
    caught: by('returns-function-calls', 'arguments-invalid-json-replayed'),
    from: ['B128'],
    read: change(`${message}.tool_calls[].function.arguments`, String),
  },
  'ignores-content-chunks': {
    title: 'Content of chunks is read as empty',
    caught: by('returns-reasoning', 'reasoning-before-call'),
    read: change(`${message}.content`, (content) => (Array.isArray(content) ? '' : content)),
  },
  'crashes-on-content-chunks': {
    title: 'Content of chunks throws a TypeError',
    caught: by('error-types', 'reasoning-before-call'),
    from: ['B190'],
    told: change('rawRepresentation.choices[].message|delta.content', (content: string) => content.trim() && content),
  },
  'drops-reasoning-of-earlier-mistral-steps': {
    title: 'Only the reasoning of the last step goes back',
    caught: by('sends-opaque-state', 'reasoning-before-call'),
    sent: allButLast('messages[role=assistant]', drop('content[type=thinking]')),
  },
  'drops-reference-ids': {
    title: 'Reference chunks are skipped',
    caught: by('returns-citations', 'stream-calls-interleaved/stream'),
    from: ['B191'],
    read: drop(`${message}.content[type=reference]`),
  },
  'drops-stream-error-code': {
    title: 'Error in a stream has no code',
    caught: by('returns-provider-errors', 'stream-error-bare/stream'),
    read: set(['[object=error].code', '[object=error].type'], null),
  },
});
