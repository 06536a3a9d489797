/** Defects over OpenAI Chat Completions. */
import { isJsonObject } from '../../files/canonical-json.ts';
import type { Tampering } from '../../recordings/transport/tampering.ts';
import type { ChatClient, Content, UsageDetails } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inReturnedContents, withDefects } from './break.ts';
import { inMember, inObjects, inSentMessages, listOf, readJson } from './chat-bodies.ts';
import { inSentBody } from './on-the-wire.ts';

const over = 'openai-chat';

/** A client that tells no calls of functions which the caller did not declare. */
function withoutUndeclared(client: ChatClient, declared: ReadonlySet<string>): ChatClient {
  const known = (contents: readonly Content[]) =>
    contents.filter((c) => c.type !== 'function-call' || declared.has(c.name));
  return {
    ...client,
    async getResponse(...asked) {
      const response = await client.getResponse(...asked);
      return { ...response, messages: response.messages.map((m) => ({ ...m, contents: known(m.contents) })) };
    },
    async *getStreamingResponse(...asked) {
      for await (const update of client.getStreamingResponse(...asked)) {
        yield { ...update, contents: known(update.contents) };
      }
    },
  };
}

/** A defect that does not see some headers of an answer. */
const blindTo = (...names: readonly string[]): Tampering => ({
  response: (response) => ({
    ...response,
    headers: response.headers.filter(([name]) => !names.includes(name.toLowerCase())),
  }),
});

const withoutCacheDetails = ({ cachedInputTokens: _, ...usage }: UsageDetails): UsageDetails => usage;

export const brokenInChatFailures: readonly BrokenAdapter[] = [
  {
    id: 'forgets-the-time-to-wait',
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'The provider says how long to wait, and the error does not.',
    shows: ['rate-limited/complete', 'rate-limited/stream'],
    onTheWire: blindTo('retry-after', 'retry-after-ms'),
  },
  {
    id: 'forgets-what-the-request-is-called',
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'An error does not tell the id of the request, by which the provider’s support would find it.',
    shows: ['rate-limited/complete', 'schema-refused/stream'],
    onTheWire: blindTo('x-request-id'),
  },
  {
    id: 'forgets-what-came-from-the-cache',
    caughtBy: 'usage-equals-wire',
    over,
    defect: 'How many of the input tokens were cached, which cost less, is not told.',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: withDefects({
      response: ({ usage, ...r }) => (usage ? { ...r, usage: withoutCacheDetails(usage) } : r),
      update: ({ usage, ...u }) => [usage ? { ...u, usage: withoutCacheDetails(usage) } : u],
    }),
  },
];

export const brokenInChatCalls: readonly BrokenAdapter[] = [
  {
    id: 'wraps-arguments-that-are-no-json',
    modelledOn: ['B130'],
    caughtBy: 'calls-equal-wire',
    over,
    defect: 'Arguments that do not parse are returned as an object with one member "raw".',
    shows: ['arguments-are-no-json/complete', 'arguments-are-no-json/stream', 'cut-off-call/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) => {
          if (c.type !== 'function-call' || c.argumentsText === undefined) return c;
          const { argumentsText: raw, ...call } = c;
          return { ...call, arguments: { raw } };
        }),
      ),
    ),
  },
  {
    id: 'swallows-undeclared-calls',
    modelledOn: ['B136'],
    caughtBy: 'calls-equal-wire',
    over,
    defect: 'The model calls a function that nobody declared, and the answer ends as if it had not.',
    shows: ['undeclared-function/complete', 'undeclared-function/stream'],
    breakIt: withDefects({
      call: (client, [, options]) => {
        const names = (options?.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool.name] : []));
        return withoutUndeclared(client, new Set(names));
      },
    }),
  },
  {
    id: 'sends-empty-arguments',
    modelledOn: ['B131'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'A call without arguments goes back with an empty text for them, in a message without content.',
    shows: ['no-arguments/complete', 'no-arguments/stream', 'strict-without-parameters/complete'],
    onTheWire: inSentMessages(({ content, ...message }) =>
      message.tool_calls === undefined
        ? { ...message, content: content ?? null }
        : inObjects(message, 'tool_calls', (call) =>
            inMember(call, 'function', (called) => (called.arguments === '{}' ? { ...called, arguments: '' } : called)),
          ),
    ),
  },
  {
    id: 'declares-strict-functions-without-a-schema',
    modelledOn: ['B139'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'A function without parameters is declared strict and without a schema.',
    shows: ['strict-without-parameters/complete', 'strict-without-parameters/stream'],
    onTheWire: inSentBody((body) =>
      inObjects(body, 'tools', (tool) =>
        inMember(tool, 'function', ({ parameters, ...declared }) => {
          const { properties } = isJsonObject(parameters) ? parameters : {};
          const hasNone = isJsonObject(properties) && Object.keys(properties).length === 0;
          return hasNone ? declared : { ...declared, parameters: parameters ?? null };
        }),
      ),
    ),
  },
  {
    id: 'sends-custom-calls-as-functions',
    caughtBy: 'opaque-state-returned',
    over,
    defect: 'What a custom tool was asked in free text goes back as a call of a function.',
    shows: ['raw-grammar-tool/complete', 'raw-grammar-tool/stream'],
    onTheWire: inSentMessages((message) =>
      inObjects(message, 'tool_calls', ({ custom, ...call }) => {
        if (!isJsonObject(custom)) return call;
        const { name = '', input = '' } = custom;
        return { ...call, type: 'function', function: { name, arguments: input } };
      }),
    ),
  },
  {
    id: 'sends-older-calls-as-calls-of-tools',
    caughtBy: 'opaque-state-returned',
    over,
    defect: 'A call as it was before there were tools goes back as the call of a tool.',
    shows: ['raw-functions/complete', 'raw-functions/stream'],
    onTheWire: inSentMessages(({ function_call: call, ...message }) => {
      if (message.role === 'function')
        return { role: 'tool', tool_call_id: message.name ?? '', content: message.content ?? '' };
      if (!isJsonObject(call)) return message;
      return { ...message, tool_calls: [{ id: call.name ?? '', type: 'function', function: call }] };
    }),
  },
  {
    id: 'forgets-the-type-of-calls',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Calls that were put together from a stream go back without their type, which only their first piece says.',
    shows: ['parallel-calls/stream', 'single-call/stream'],
    onTheWire: inSentMessages((message) => inObjects(message, 'tool_calls', ({ type: _, ...call }) => call)),
  },
  {
    id: 'forgets-the-type-of-the-choice',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'The function that must be called is named, and that it is a function is not said.',
    shows: ['choice-specific/complete', 'choice-specific/stream'],
    onTheWire: inSentBody((body) => inMember(body, 'tool_choice', ({ type: _, ...choice }) => choice)),
  },
  {
    id: 'asks-for-usage-of-what-is-no-stream',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'The options of a stream go out with every request.',
    shows: ['single-call/complete'],
    onTheWire: inSentBody((body) => ({ ...body, stream_options: { include_usage: true } })),
  },
  {
    id: 'always-speaks-of-parallel-calls',
    caughtBy: 'requests-acceptable',
    over,
    defect: '"parallel_tool_calls" is sent whether there are tools or not.',
    shows: ['request-members/complete', 'request-members/stream'],
    onTheWire: inSentBody((body) => ({ parallel_tool_calls: true, ...body })),
  },
  {
    id: 'writes-results-in-the-words-of-another-api',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'What a function gave goes out as a part of type "output_text", which another API of the provider takes.',
    shows: ['single-call/complete', 'single-call/stream'],
    onTheWire: inSentMessages((message) =>
      message.role === 'tool'
        ? { ...message, content: [{ type: 'output_text', text: message.content ?? '' }] }
        : message,
    ),
  },
  {
    id: 'keeps-the-user-before-the-results',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'What the user says while a function runs goes out between its call and its result.',
    shows: ['interrupted/complete', 'interrupted/stream'],
    onTheWire: inSentBody((body) => {
      const messages = listOf(body.messages);
      const result = messages.findIndex((message) => readJson(message).role === 'tool');
      const next = messages[result + 1];
      const isAsked = next !== undefined && readJson(next).role === 'user';
      return isAsked
        ? {
            ...body,
            messages: [...messages.slice(0, result), next, messages[result] ?? null, ...messages.slice(result + 2)],
          }
        : body;
    }),
  },
];
