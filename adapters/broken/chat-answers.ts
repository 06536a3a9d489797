/** Defects over OpenAI Chat Completions in what ends or stands in the place of an answer, and in what is shown to the model. */
import { isJsonObject } from '../../files/canonical-json.ts';
import { type BrokenAdapter, withDefects } from './break.ts';
import { changed, inMember, inObjects, inSentMessages, listOf, readJson } from './chat-bodies.ts';
import { inReadBody, inReadEvents, inSentBody } from './on-the-wire.ts';

const over = 'openai-chat';

export const brokenInChatAnswers: readonly BrokenAdapter[] = [
  {
    id: 'drops-streamed-refusals',
    caughtBy: 'text-equals-wire',
    over,
    defect: 'Why the model refuses is read of whole answers alone; a stream that refuses is an empty answer.',
    shows: ['model-refuses/stream'],
    onTheWire: inReadEvents((events) =>
      events.map((event) =>
        changed(event, (chunk) =>
          inObjects(chunk, 'choices', (choice) => inMember(choice, 'delta', ({ refusal: _, ...delta }) => delta)),
        ),
      ),
    ),
  },
  {
    id: 'forgets-that-the-model-refused',
    caughtBy: 'history-on-the-wire',
    over,
    defect: 'A refusal does not go back with the next request: the model sees an answer without a word.',
    shows: ['model-refuses/complete', 'model-refuses/stream'],
    onTheWire: inSentMessages(({ refusal, ...message }) =>
      refusal === undefined ? message : { ...message, content: message.content ?? '' },
    ),
  },
  {
    id: 'takes-a-refusal-for-an-answer',
    caughtBy: 'finish-reason-equals-wire',
    over,
    defect: 'An answer that the model refuses ends like a good one.',
    shows: ['model-refuses/complete', 'model-refuses/stream'],
    breakIt: withDefects({
      response: (r) => (r.finishReason === 'content_filter' ? { ...r, finishReason: 'stop' } : r),
      update: (u) => [u.finishReason === 'content_filter' ? { ...u, finishReason: 'stop' } : u],
    }),
  },
  {
    id: 'demands-text-tools-as-functions',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'A custom tool that must be called is demanded as a function, which there is not.',
    shows: ['raw-grammar-tool-demanded/complete', 'raw-grammar-tool-demanded/stream'],
    onTheWire: inSentBody((body) =>
      inMember(body, 'tool_choice', ({ custom, ...choice }) =>
        custom === undefined ? choice : { type: 'function', function: custom },
      ),
    ),
  },
  {
    id: 'mixes-the-choices',
    caughtBy: 'text-equals-wire',
    over,
    defect: 'Of several answers in one stream the words are taken as they come.',
    shows: ['raw-choices/stream'],
    onTheWire: inReadEvents((events) =>
      events.map((event) =>
        changed(event, (chunk) => inObjects(chunk, 'choices', (choice) => ({ ...choice, index: 0 }))),
      ),
    ),
  },
  {
    id: 'believes-the-status-alone',
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'An error in a body with a status of success is an answer without words.',
    shows: ['error-in-place-of-an-answer/complete'],
    onTheWire: inReadBody(({ error, ...body }) =>
      isJsonObject(error) ? { choices: [{ index: 0, message: { content: '' }, finish_reason: 'stop' }] } : body,
    ),
  },
  {
    id: 'takes-torn-streams-for-answers',
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'A stream that breaks off is an answer, which ends where the connection did.',
    shows: ['stream-breaks-off/stream'],
    onTheWire: inReadEvents((events) =>
      events.some(({ data }) => data === '[DONE]')
        ? events
        : [...events, { data: JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) }],
    ),
  },
  {
    id: 'sends-pictures-as-papers',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Bytes of whatever kind go out as a file, which takes no pictures.',
    shows: ['sounds-at-hand/complete', 'papers-at-hand/stream'],
    onTheWire: inSentMessages((message) =>
      inObjects(message, 'content', (part) => {
        const { url } = readJson(part.image_url);
        return typeof url === 'string' && url.startsWith('data:')
          ? { type: 'file', file: { filename: 'file', file_data: url } }
          : part;
      }),
    ),
  },
  {
    id: 'shows-the-first-of-several',
    caughtBy: 'attachments-on-the-wire',
    over,
    defect: 'Of several sounds in one message the first alone goes out.',
    shows: ['sounds-at-hand/complete', 'sounds-at-hand/stream'],
    onTheWire: inSentMessages((message) => {
      const parts = listOf(message.content);
      const [first] = parts.filter((part) => readJson(part).type === 'input_audio');
      if (first === undefined) return message;
      return { ...message, content: parts.filter((part) => part === first || readJson(part).type !== 'input_audio') };
    }),
  },
];
