import { connect } from 'node:net';
import type { ChatResponse } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inFetched, inSentContents, withDefects } from './break.ts';

/** Defects that show from the second request on. */
export const brokenInMultiTurn: readonly BrokenAdapter[] = [
  {
    id: 'answers-under-another-id',
    caughtBy: 'call-ids-link',
    defect: 'Results go out under the name of the function instead of the id of the call.',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    breakIt: withDefects(
      inSentContents((contents) =>
        contents.map((c) => (c.type === 'function-result' ? { ...c, callId: c.name ?? c.callId } : c)),
      ),
    ),
  },
  {
    id: 'replays-calls-under-new-ids',
    caughtBy: 'call-ids-link',
    defect: 'Calls go back under ids of the adapter’s own, and their results under those of the provider.',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    breakIt: withDefects(
      inSentContents((contents) =>
        contents.map((c) => {
          if (c.type !== 'function-call') return c;
          const { rawRepresentation: _, ...call } = c;
          return { ...call, callId: `call_${c.name}` };
        }),
      ),
    ),
  },
  {
    id: 'answers-what-nobody-asked',
    caughtBy: 'call-ids-link',
    defect: 'What the provider called by itself is answered as if the application had been asked.',
    shows: ['cited-answer/complete', 'cited-answer/stream'],
    breakIt: withDefects({
      request: (messages, options) => [
        messages.flatMap((m) => {
          const call = m.contents.find((c) => c.type === 'hosted-tool-call');
          if (call?.type !== 'hosted-tool-call') return [m];
          return [m, { role: 'tool', contents: [{ type: 'function-result', callId: call.callId, result: 'none' }] }];
        }),
        options,
      ],
    }),
  },
  {
    id: 'sends-only-the-last-result',
    caughtBy: 'results-on-the-wire',
    defect: 'Of several results only the last goes out.',
    shows: ['parallel-calls/complete', 'parallel-calls/stream'],
    breakIt: withDefects(
      inSentContents((contents) =>
        contents.filter((c, i) => c.type !== 'function-result' || contents[i + 1]?.type !== 'function-result'),
      ),
    ),
  },
  {
    id: 'forgets-text-beside-calls',
    caughtBy: 'history-on-the-wire',
    defect: 'Text that came with calls is not sent back.',
    shows: ['parallel-calls/complete', 'parallel-calls/stream'],
    breakIt: withDefects(
      inSentContents((contents, { role }) =>
        role === 'assistant' && contents.some((c) => c.type === 'function-call')
          ? contents.filter((c) => c.type !== 'text')
          : contents,
      ),
    ),
  },
  {
    id: 'forgets-reasoning',
    modelledOn: ['B014'],
    caughtBy: 'opaque-state-returned',
    defect: 'Reasoning is not sent back within a turn.',
    shows: ['reasoning-across-turn/complete', 'reasoning-across-turn/stream'],
    breakIt: withDefects(inSentContents((contents) => contents.filter((c) => c.type !== 'reasoning'))),
  },
  {
    id: 'forgets-encrypted-reasoning',
    modelledOn: ['B077'],
    caughtBy: 'opaque-state-returned',
    over: 'openai-responses',
    defect: 'Encrypted reasoning is not sent back where the provider keeps nothing.',
    shows: ['nothing-kept/complete', 'nothing-kept/stream'],
    breakIt: withDefects(inSentContents((contents) => contents.filter((c) => c.type !== 'reasoning'))),
  },
  {
    id: 'forgets-who-called',
    caughtBy: 'opaque-state-returned',
    defect: 'A call that code of the model made goes back as if the model itself had made it.',
    shows: ['raw-called-by-code/complete', 'raw-called-by-code/stream'],
    breakIt: withDefects(
      inSentContents((contents) =>
        contents.map((c) => {
          if (c.type !== 'function-call') return c;
          const { rawRepresentation: _, ...call } = c;
          return call;
        }),
      ),
    ),
  },
  {
    id: 'keeps-against-the-callers-will',
    caughtBy: 'options-on-the-wire',
    over: 'openai-responses',
    defect: 'That nothing may be kept is not sent.',
    shows: ['nothing-kept/complete', 'nothing-kept/stream'],
    breakIt: withDefects({
      request: (messages, { store: _, ...options }) => [messages, options],
    }),
  },
  {
    id: 'forgets-the-conversation',
    caughtBy: 'history-on-the-wire',
    over: 'openai-responses',
    defect: 'Only the last message goes out, and not where the conversation is kept.',
    shows: ['parallel-calls/complete', 'cited-answer/stream'],
    breakIt: withDefects({
      request: (messages, { conversationId: _, ...options }) => [messages.slice(-1), options],
      response: ({ conversationId: _, ...response }) => response,
      update: ({ conversationId: _, ...update }) => [update],
    }),
  },
  {
    id: 'tells-a-run-twice',
    caughtBy: 'text-equals-wire',
    over: 'openai-assistants',
    defect: 'When a run goes on, what it had written before is told once more.',
    shows: ['parallel-calls/complete'],
    breakIt: withDefects({
      request: (messages, options) => [messages.map(({ messageId: _, ...message }) => message), options],
    }),
  },
  {
    id: 'begins-every-call-anew',
    caughtBy: 'requests-expected',
    over: 'openai-assistants',
    defect: 'A new thread is made for every call, and the last message is all it holds.',
    shows: ['computes-and-explains/complete', 'file-search-cited/stream'],
    breakIt: withDefects({
      request: (messages, { conversationId: _, ...options }) => [messages.slice(-1), options],
    }),
  },
  {
    id: 'leaves-everything-behind',
    caughtBy: 'resources-deleted',
    over: 'openai-assistants',
    defect: 'Assistants and threads are made and never deleted.',
    shows: ['single-call/complete', 'run-fails/stream'],
    breakIt: (adapter) => ({
      ...adapter,
      createClient: (settings) => ({ ...adapter.createClient(settings), close: async () => {} }),
    }),
  },
  {
    id: 'claims-a-kept-conversation',
    caughtBy: 'history-on-the-wire',
    defect:
      'An id of a conversation is returned that the provider knows nothing of, and only the last message goes out.',
    shows: ['parallel-calls/complete', 'parallel-calls/stream'],
    breakIt: withDefects({
      request: (messages, { conversationId: _, ...options }) => [messages.slice(-1), options],
      response: (r) => ({ ...r, conversationId: 'conversation-1' }),
      update: (u) => [{ ...u, conversationId: 'conversation-1' }],
    }),
  },
  {
    id: 'says-the-history-twice',
    caughtBy: 'history-on-the-wire',
    defect: 'What was said before is sent twice.',
    shows: ['parallel-calls/complete', 'reasoning-across-turn/stream'],
    breakIt: withDefects({
      request: (messages, options) => [[...messages.slice(0, -1), ...messages], options],
    }),
  },
  {
    id: 'forgets-tools-when-going-on',
    caughtBy: 'tools-on-the-wire',
    defect: 'The request that goes on with a paused turn declares no tools.',
    shows: ['paused-turn/complete', 'paused-turn/stream'],
    breakIt: inFetched((init) => ({ ...init, body: withoutToolsWhenGoingOn(String(init.body)) })),
  },
  {
    id: 'forgets-search-results',
    caughtBy: 'hosted-history-on-the-wire',
    defect: 'What a hosted search found is not sent back.',
    shows: ['cited-answer/complete', 'search-then-call/stream'],
    breakIt: withDefects(inSentContents((contents) => contents.filter((c) => c.type !== 'hosted-tool-result'))),
  },
  {
    id: 'sends-everything-twice',
    caughtBy: 'requests-expected',
    defect: 'Every request is sent twice.',
    shows: ['single-call/complete', 'choice-none/complete'],
    breakIt: withDefects({
      call: (client) => ({
        ...client,
        getResponse: async (...asked): Promise<ChatResponse> => {
          const first = await client.getResponse(...asked);
          await client.getResponse(...asked).catch(() => undefined);
          return first;
        },
        getStreamingResponse: (...asked) => client.getStreamingResponse(...asked),
      }),
    }),
  },
  {
    id: 'calls-home',
    caughtBy: 'requests-expected',
    defect: 'A connection is opened beside the one to the provider, to report usage.',
    shows: ['single-call/complete', 'choice-none/stream'],
    breakIt: withDefects({
      call: (client) => {
        try {
          connect(443, 'telemetry.example').on('error', () => {});
        } catch {
          // Such code always swallows its own failure.
        }
        return client;
      },
    }),
  },
];

function withoutToolsWhenGoingOn(body: string): string {
  const { tools, ...rest } = JSON.parse(body) as { tools?: unknown; messages: { role: string }[] };
  const goesOn = rest.messages.at(-1)?.role === 'assistant';
  return JSON.stringify(goesOn ? rest : { ...rest, tools });
}
