/** Defects over Mistral's conversations and chat completions. */
import { isJsonObject, type Json, type JsonObject } from '../../files/canonical-json.ts';
import type { Tampering } from '../../recordings/transport/tampering.ts';
import type { ChatResponse } from '../../spec/contract/index.ts';
import { type BrokenAdapter, withDefects } from './break.ts';
import { type Change, changed, inMember, inObjects, inSentMessages, listOf, readJson } from './chat-bodies.ts';
import { inReadBody, inReadEvents, inSentBody } from './on-the-wire.ts';

/** A defect in how answers are read, whole or in events. */
const inRead = (change: Change): Tampering => ({
  response: (response, request) => {
    const whole = inReadBody(change).response?.(response, request) ?? response;
    const streamed = inReadEvents((events) => events.map((event) => changed(event, change)));
    return streamed.response?.(whole, request) ?? whole;
  },
});

/** A defect in how a message is read, or a piece of one. */
const inReadMessage = (change: Change) =>
  inRead((answer) =>
    inObjects(answer, 'choices', (choice) => inMember(inMember(choice, 'message', change), 'delta', change)),
  );

const isReference = (chunk: Json): boolean => isJsonObject(chunk) && chunk.type === 'tool_reference';

const isFirstOfItsIndex = ({ index }: JsonObject, place: number, calls: readonly JsonObject[]): boolean =>
  calls.findIndex((call) => call.index === index) === place;

/** A message, or the content of a piece of one, without its sources. */
function withoutReferences(entry: JsonObject): JsonObject {
  const { content } = entry;
  if (Array.isArray(content)) return { ...entry, content: content.filter((chunk: Json) => !isReference(chunk)) };
  return isReference(content ?? null) ? { ...entry, content: '' } : entry;
}

/** A picture as a document. */
const asPaper = (part: JsonObject): JsonObject =>
  part.type === 'image_url' ? { type: 'document_url', document_url: part.image_url ?? null } : part;

function withoutWarnings<T extends { warnings?: ChatResponse['warnings'] }>(told: T): T {
  return told.warnings ? { ...told, warnings: [] } : told;
}

export const brokenInMistralChat: readonly BrokenAdapter[] = [
  {
    id: 'forgets-parts-of-other-kinds',
    caughtBy: 'hosted-history-on-the-wire',
    over: 'mistral-chat',
    defect: 'Of an answer, only words and thoughts go back; papers that it was made of do not.',
    shows: ['thoughts-and-sources/complete', 'thoughts-and-sources/stream'],
    onTheWire: inSentMessages((message) =>
      Array.isArray(message.content)
        ? { ...message, content: listOf(message.content).filter((part) => readJson(part).type !== 'document_url') }
        : message,
    ),
  },
  {
    id: 'takes-pictures-for-papers-there',
    caughtBy: 'attachments-on-the-wire',
    over: 'mistral-chat',
    defect: 'A picture that is named by its address goes out as a document.',
    shows: ['papers-at-an-address/complete', 'papers-at-an-address/stream'],
    onTheWire: inSentMessages((message) => inObjects(message, 'content', asPaper)),
  },
  {
    id: 'takes-bytes-of-pictures-for-papers',
    caughtBy: 'attachments-on-the-wire',
    over: 'mistral-chat',
    defect: 'A picture whose bytes are shown goes out as a document.',
    shows: ['papers-at-hand/complete', 'papers-at-hand/stream'],
    onTheWire: inSentMessages((message) => inObjects(message, 'content', asPaper)),
  },
  {
    id: 'looks-for-pictures-behind-the-path',
    caughtBy: 'attachments-on-the-wire',
    over: 'mistral-chat',
    defect: 'Whether an address is one of a picture is told by its last letters, which may be those of a query.',
    shows: ['papers-without-a-type/complete', 'papers-without-a-type/stream'],
    onTheWire: inSentMessages((message) =>
      inObjects(message, 'content', (part) => (/\.(png|jpe?g)$/i.test(String(part.image_url)) ? part : asPaper(part))),
    ),
  },
  {
    id: 'tells-errors-in-words-alone',
    caughtBy: 'errors-equal-wire',
    over: 'mistral-chat',
    defect: 'An error in the place of a piece of the answer has no code.',
    shows: ['error-in-place-of-a-chunk/stream'],
    onTheWire: inRead((chunk) => (chunk.object === 'error' ? { ...chunk, code: null, type: null } : chunk)),
  },
  {
    id: 'forwards-foreign-ids',
    modelledOn: ['B187'],
    caughtBy: 'requests-acceptable',
    over: 'mistral-chat',
    defect: 'Ids of calls that another provider made go out as they are.',
    shows: ['called-elsewhere/complete', 'called-elsewhere/stream'],
    onTheWire: inSentMessages((message) => {
      const foreign = (id: Json | undefined) => `toolu_01${String(id)}`;
      const named =
        message.tool_call_id === undefined ? message : { ...message, tool_call_id: foreign(message.tool_call_id) };
      return inObjects(named, 'tool_calls', (call) => ({ ...call, id: foreign(call.id) }));
    }),
  },
  {
    id: 'lets-the-user-speak-after-a-tool',
    modelledOn: ['B188'],
    caughtBy: 'requests-acceptable',
    over: 'mistral-chat',
    defect: 'What the user says while a function’s result is unanswered goes out right behind the result.',
    shows: ['interrupted/complete', 'interrupted/stream'],
    onTheWire: inSentBody((body) => {
      const messages = listOf(body.messages).map(readJson);
      const isBridge = ({ role, content }: JsonObject) => role === 'assistant' && String(content).trim() === '';
      return { ...body, messages: messages.filter((m, i) => !isBridge(m) || messages[i - 1]?.role !== 'tool') };
    }),
  },
  {
    id: 'takes-content-for-text',
    modelledOn: ['B190'],
    caughtBy: 'reasoning-equals-wire',
    over: 'mistral-chat',
    defect: 'Content is read where it is text; a list of chunks is taken for none.',
    shows: ['thought-before-a-call/complete', 'thought-before-a-call/stream'],
    onTheWire: inReadMessage((message) => (Array.isArray(message.content) ? { ...message, content: '' } : message)),
  },
  {
    id: 'tells-calls-by-their-index',
    caughtBy: 'calls-equal-wire',
    over: 'mistral-chat',
    defect: 'Calls that come in one chunk are told apart by their index, which is 0 in all of them.',
    shows: ['calls-in-other-pieces/stream'],
    onTheWire: inReadMessage((message) => {
      const calls = listOf(message.tool_calls).map(readJson);
      return { ...message, ...(calls.length > 0 ? { tool_calls: calls.filter(isFirstOfItsIndex) } : {}) };
    }),
  },
  {
    id: 'ignores-sources-by-id',
    modelledOn: ['B191'],
    caughtBy: 'citations-equal-wire',
    over: 'mistral-chat',
    defect: 'Chunks that name sources by their ids are skipped.',
    shows: ['calls-in-other-pieces/stream'],
    onTheWire: inReadMessage((message) =>
      Array.isArray(message.content)
        ? { ...message, content: listOf(message.content).filter((chunk) => readJson(chunk).type !== 'reference') }
        : message,
    ),
  },
  {
    id: 'writes-objects-as-their-name',
    modelledOn: ['B128'],
    caughtBy: 'calls-equal-wire',
    over: 'mistral-chat',
    defect: 'Arguments that are an object and no text are joined as if they were text, which gives "[object Object]".',
    shows: ['arguments-are-no-json/complete', 'arguments-are-no-json/stream'],
    onTheWire: inReadMessage((message) =>
      inObjects(message, 'tool_calls', (call) =>
        inMember(call, 'function', (called) => ({ ...called, arguments: String(called.arguments) })),
      ),
    ),
  },
  {
    id: 'searches-nothing',
    modelledOn: ['B193'],
    caughtBy: 'tools-on-the-wire',
    over: 'mistral-chat',
    defect: 'A tool that the provider runs itself is left out with a warning, and the model answers without it.',
    shows: ['declared/complete', 'declared/stream'],
    breakIt: withDefects({
      request: (messages, options) => [
        messages,
        options.tools ? { ...options, tools: options.tools.filter(({ type }) => type !== 'web-search') } : options,
      ],
      response: (r) => ({
        ...r,
        warnings: [...r.warnings, { code: 'unsupported-tool', message: 'web-search was left out.' }],
      }),
    }),
  },
  {
    id: 'sends-its-own-notes',
    modelledOn: ['B194'],
    caughtBy: 'requests-acceptable',
    over: 'mistral-chat',
    defect: 'Calls go back with a member of the library’s own, which the service refuses.',
    shows: ['parallel-calls/complete', 'parallel-calls/stream'],
    onTheWire: inSentMessages((message) => inObjects(message, 'tool_calls', (call) => ({ ...call, _index: 0 }))),
  },
  {
    id: 'ends-with-the-assistant',
    caughtBy: 'requests-acceptable',
    over: 'mistral-chat',
    defect: 'An empty message of the assistant is put behind the last one, for the answer to come.',
    shows: ['single-call/complete', 'single-call/stream'],
    onTheWire: inSentBody((body) => ({
      ...body,
      messages: [...listOf(body.messages), { role: 'assistant', content: '' }],
    })),
  },
];

export const brokenInMistral: readonly BrokenAdapter[] = [
  {
    id: 'keeps-unsent-reasons-to-itself',
    caughtBy: 'approvals-on-the-wire',
    over: 'mistral',
    defect: 'Why leave is refused has no place in the API, and nobody is told that it was left out.',
    shows: ['connector-approval-denied/complete', 'connector-approval-denied/stream'],
    breakIt: withDefects({ response: withoutWarnings, update: (update) => [withoutWarnings(update)] }),
  },
  {
    id: 'forgets-thoughts-without-a-word',
    caughtBy: 'history-on-the-wire',
    over: 'mistral',
    defect: 'What a model thought elsewhere cannot be said here; it is left out, and nobody hears of it.',
    shows: ['told-elsewhere/complete', 'told-elsewhere/stream'],
    breakIt: withDefects({ response: withoutWarnings, update: (update) => [withoutWarnings(update)] }),
  },
  {
    id: 'tells-an-execution-twice',
    caughtBy: 'hosted-history-on-the-wire',
    over: 'mistral',
    defect:
      'What a tool of the provider was asked and gave is one entry; it goes back once for the call and once for the result.',
    shows: ['put-together-from-entries/complete', 'search-not-kept/stream'],
    onTheWire: inSentBody((body) => ({
      ...body,
      inputs: listOf(body.inputs).flatMap((entry) =>
        readJson(entry).type === 'tool.execution' ? [entry, entry] : [entry],
      ),
    })),
  },
  {
    id: 'replays-answers-without-their-sources',
    caughtBy: 'hosted-history-on-the-wire',
    over: 'mistral',
    defect: 'An answer with sources goes back as its words alone, where the provider keeps nothing of it.',
    shows: ['search-not-kept/complete', 'every-chunk/stream'],
    onTheWire: inSentBody((body) => inObjects(body, 'inputs', withoutReferences)),
  },
  {
    id: 'drops-other-instructions-in-silence',
    caughtBy: 'options-on-the-wire',
    over: 'mistral',
    defect: 'Instructions that a conversation did not begin with are not sent, and nobody hears of it.',
    shows: ['told-something-else/complete', 'told-something-else/stream'],
    breakIt: withDefects({ response: withoutWarnings, update: (update) => [withoutWarnings(update)] }),
  },
  {
    id: 'replays-what-it-changed',
    caughtBy: 'history-on-the-wire',
    over: 'mistral',
    defect: 'A message that the application shortened goes back as it had come.',
    shows: ['changed-by-the-application/complete', 'changed-by-the-application/stream'],
    onTheWire: inSentBody((body) =>
      inObjects(body, 'inputs', (entry) =>
        entry.role === 'assistant' && entry.content === 'Let me look.'
          ? { ...entry, content: 'Let me look, for I do not know it by heart.' }
          : entry,
      ),
    ),
  },
  {
    id: 'ignores-references',
    modelledOn: ['B191'],
    caughtBy: 'citations-equal-wire',
    over: 'mistral',
    defect: 'Chunks that name a source are skipped, so that an answer with sources has none.',
    shows: ['cited-answer/complete', 'cited-answer/stream', 'file-search-cited/complete'],
    onTheWire: inRead((answer) => withoutReferences(inObjects(answer, 'outputs', withoutReferences))),
  },
  {
    id: 'declares-tools-again',
    caughtBy: 'requests-acceptable',
    over: 'mistral',
    defect: 'What is appended to a conversation declares its tools again, which only its beginning may.',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    onTheWire: inSentBody((body, { url }) => (/\/conversations\/[^/]+$/.test(url) ? { ...body, tools: [] } : body)),
  },
  {
    id: 'gives-one-result-of-several',
    caughtBy: 'requests-acceptable',
    over: 'mistral',
    defect: 'Of several results only the first is appended, and the service counts fewer than calls.',
    shows: ['parallel-calls/complete', 'parallel-calls/stream'],
    onTheWire: inSentBody((body) => {
      const inputs = listOf(body.inputs).map(readJson);
      const first = inputs.findIndex(({ type }) => type === 'function.result');
      return { ...body, inputs: inputs.filter(({ type }, i) => type !== 'function.result' || i === first) };
    }),
  },
];
