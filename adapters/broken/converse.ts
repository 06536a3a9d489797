import type { Json, JsonObject } from '../../files/canonical-json.ts';
import { type ChatResponse, ProviderError } from '../../spec/contract/index.ts';
import { type BrokenAdapter, withDefects, withErrors } from './break.ts';
import { inFrames, inSentBlocks, isStreamed } from './converse-bodies.ts';
import { itemsOf, membersOf } from './json-members.ts';
import { inReadBody, inReadFrames, inSentBody } from './on-the-wire.ts';

const over = 'bedrock-converse';

/** Defects of adapters for Amazon Bedrock Converse. */
export const brokenOnConverse: readonly BrokenAdapter[] = [
  {
    id: 'runs-parallel-calls-together',
    modelledOn: ['B043', 'B044'],
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'In a stream the arguments of all calls are put together into the first one.',
    shows: ['parallel-calls/stream'],
    onTheWire: inReadFrames((frames) => {
      let first: Json | undefined;
      return frames.flatMap((frame) => {
        const { contentBlockIndex, start, delta } = frame.payload;
        if (membersOf(start).toolUse !== undefined && first !== undefined) return [];
        if (membersOf(start).toolUse !== undefined) first = contentBlockIndex;
        const isInput = membersOf(delta).toolUse !== undefined && first !== undefined;
        return [isInput ? { ...frame, payload: { ...frame.payload, contentBlockIndex: first ?? 0 } } : frame];
      });
    }),
  },
  {
    id: 'drops-streamed-calls-without-arguments',
    modelledOn: ['B044'],
    caughtBy: 'calls-equal-wire',
    over,
    defect: 'A streamed call is told when its arguments are there, and a function without any is never called.',
    shows: ['no-arguments/stream'],
    onTheWire: inReadFrames((frames) => {
      const hasInput = ({ contentBlockIndex }: JsonObject) =>
        frames.some(
          ({ payload }) =>
            payload.contentBlockIndex === contentBlockIndex && membersOf(membersOf(payload.delta).toolUse).input,
        );
      const calls = frames.filter(({ payload }) => membersOf(payload.start).toolUse !== undefined);
      const empty = calls.filter(({ payload }) => !hasInput(payload)).map(({ payload }) => payload.contentBlockIndex);
      return frames.filter(({ payload }) => !empty.includes(payload.contentBlockIndex));
    }),
  },
  {
    id: 'takes-blocks-for-choices',
    modelledOn: ['B047'],
    caughtBy: 'calls-equal-wire',
    over,
    defect: 'The index of a block is taken for that of a choice, and only the first choice is read.',
    shows: ['parallel-calls/stream'],
    onTheWire: inFrames(({ payload }) => (payload.contentBlockIndex ?? 0) === 0),
  },
  {
    id: 'forgets-tools-when-streaming',
    modelledOn: ['B049'],
    caughtBy: 'tools-on-the-wire',
    over,
    defect: 'Tools are declared in requests for a whole answer, and not in those for a stream.',
    shows: ['single-call/stream', 'choice-required/stream'],
    onTheWire: inSentBody(({ toolConfig, ...body }, request) =>
      isStreamed(request) || toolConfig === undefined ? body : { ...body, toolConfig },
    ),
  },
  {
    id: 'tells-failures-without-words',
    modelledOn: ['B050'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'A failed call is answered with the status of a failure and with nothing else.',
    shows: ['function-fails/complete', 'function-fails/stream'],
    onTheWire: inSentBlocks(({ toolResult, ...block }) => {
      if (toolResult === undefined) return block;
      const result = membersOf(toolResult);
      return { toolResult: result.status === 'error' ? { ...result, content: [] } : result };
    }),
  },
  {
    id: 'withdraws-tools-from-their-history',
    modelledOn: ['B052'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Where no tool may be called any more, calls and results go out without a toolConfig.',
    shows: ['tools-withdrawn/complete', 'tools-withdrawn/stream'],
    onTheWire: inSentBody(({ toolConfig, ...body }) => {
      const isMeant = itemsOf(membersOf(toolConfig).tools).some((tool) => 'description' in membersOf(tool.toolSpec));
      return toolConfig === undefined || !isMeant ? body : { ...body, toolConfig };
    }),
  },
  {
    id: 'declares-no-tool-at-all',
    modelledOn: ['B053'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Without tools an empty toolConfig is sent.',
    shows: ['request-metadata/complete', 'guardrail-intervenes/stream'],
    onTheWire: inSentBody((body) => ({ toolConfig: {}, ...body })),
  },
  {
    id: 'takes-an-error-member-for-a-failure',
    modelledOn: ['B055'],
    caughtBy: 'results-on-the-wire',
    over,
    defect: 'A result that has a member called "error" goes out as a failure, whatever that member holds.',
    shows: ['result-with-an-error-member/complete', 'result-with-an-error-member/stream'],
    onTheWire: inSentBlocks(({ toolResult, ...block }) => {
      if (toolResult === undefined) return block;
      const result = membersOf(toolResult);
      const hasError = itemsOf(result.content).some(({ json }) => 'error' in membersOf(json));
      return { toolResult: hasError ? { ...result, status: 'error' } : result };
    }),
  },
  {
    id: 'finds-an-answer-without-text-empty',
    modelledOn: ['B056'],
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'An answer that consists of calls alone is taken for no answer.',
    shows: ['single-call/complete', 'no-arguments/complete'],
    breakIt: withDefects({ response: refusingSilence }),
  },
  {
    id: 'takes-an-exception-for-the-end',
    modelledOn: ['B058'],
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'An exception in the midst of a stream ends it as if it were whole.',
    shows: ['fails-in-its-midst/stream'],
    onTheWire: inReadFrames((frames) =>
      frames.map((frame) =>
        frame.type.endsWith('Exception') ? { type: 'messageStop', payload: { stopReason: 'end_turn' } } : frame,
      ),
    ),
  },
  {
    id: 'takes-unknown-ends-for-good-ones',
    modelledOn: ['B059'],
    caughtBy: 'finish-reason-equals-wire',
    over,
    defect: 'A reason to stop that is newer than the adapter is told as a good end.',
    shows: ['unusual-ends/complete'],
    onTheWire: inReadBody((body) =>
      ['end_turn', 'tool_use', 'max_tokens', 'stop_sequence'].includes(String(body.stopReason))
        ? body
        : { ...body, stopReason: 'end_turn' },
    ),
  },
  {
    id: 'sends-names-with-their-server',
    modelledOn: ['B062'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Functions go out under their names with what they come from before it: "app.get_weather".',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    onTheWire: inSentBody((body) => renamed(body) as JsonObject),
  },
  {
    id: 'sends-null-for-no-properties',
    modelledOn: ['B064'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'A function without parameters is declared with properties that are null.',
    shows: ['no-arguments/complete', 'no-arguments/stream'],
    onTheWire: inSentBody((body) => {
      const config = membersOf(body.toolConfig);
      const tools = itemsOf(config.tools).map((tool) => {
        const declared = membersOf(tool.toolSpec);
        const schema = membersOf(membersOf(declared.inputSchema).json);
        if (Object.keys(membersOf(schema.properties)).length > 0) return tool;
        return { toolSpec: { ...declared, inputSchema: { json: { ...schema, properties: null } } } };
      });
      return { ...body, toolConfig: { ...config, tools } };
    }),
  },
  {
    id: 'replays-reasoning-unsigned',
    modelledOn: ['B065'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Reasoning goes back without its signature.',
    shows: ['reasoning-across-turn/complete', 'reasoning-across-turn/stream'],
    onTheWire: inSentBlocks((block) => {
      const { reasoningText } = membersOf(block.reasoningContent);
      if (reasoningText === undefined) return block;
      return { reasoningContent: { reasoningText: { text: membersOf(reasoningText).text ?? '' } } };
    }),
  },
  {
    id: 'forces-a-model-that-thinks',
    modelledOn: ['B067'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'A tool is forced, whether or not the model can be forced.',
    shows: ['reasoning-across-turn/complete', 'reasoning-across-turn/stream'],
    onTheWire: inSentBody((body) =>
      body.toolConfig === undefined
        ? body
        : { ...body, toolConfig: { ...membersOf(body.toolConfig), toolChoice: { any: {} } } },
    ),
  },
  {
    id: 'forces-nothing-in-silence',
    modelledOn: ['B067'],
    caughtBy: 'options-on-the-wire',
    over,
    defect: 'That some tool must be called is not sent, and nothing warns of that.',
    shows: ['choice-required/complete', 'choice-specific/stream'],
    onTheWire: inSentBody((body) => {
      const { toolChoice: _, ...config } = membersOf(body.toolConfig);
      return { ...body, toolConfig: config };
    }),
  },
  {
    id: 'forgets-what-the-cache-gave',
    caughtBy: 'usage-equals-wire',
    over,
    defect: 'Input that was read from a cache is counted, and not told apart.',
    shows: ['raw-cache-point/complete', 'raw-cache-point/stream'],
    breakIt: withDefects({ response: withoutCached, update: (update) => [withoutCached(update)] }),
  },
  {
    id: 'forgets-which-request-failed',
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'An error does not say the id of its request, by which the provider finds it.',
    shows: ['throttled/complete', 'throttled/stream'],
    breakIt: withErrors(
      ({ message, status, code, retryable }) => new ProviderError(message, { status, code, retryable }),
    ),
  },
  {
    id: 'sends-texts-instead-of-blocks',
    caughtBy: 'requests-fit-schema',
    over,
    phase: 'schema',
    defect: 'A message that is one text goes out as that text, as other APIs take it.',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    onTheWire: inSentBody((body) => ({
      ...body,
      messages: itemsOf(body.messages).map((message) => {
        const [only, second] = itemsOf(message.content);
        return only?.text === undefined || second ? message : { ...message, content: only.text };
      }),
    })),
  },
];

function refusingSilence(response: ChatResponse): ChatResponse {
  if (response.messages.some(({ contents }) => contents.some(({ type }) => type === 'text'))) return response;
  throw new ProviderError('The model returned no text.', { retryable: false });
}

/** Every name of a function with a name space before it. */
function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isNamed = (name === 'toolSpec' || name === 'toolUse') && typeof member === 'object' && member !== null;
      return [name, isNamed ? { ...member, name: `app.${String(membersOf(member).name)}` } : renamed(member)];
    }),
  );
}

function withoutCached<T extends { usage?: ChatResponse['usage'] }>(told: T): T {
  if (!told.usage) return told;
  const { cachedInputTokens: _, ...usage } = told.usage;
  return { ...told, usage };
}
