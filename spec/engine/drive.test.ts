import { expect, test } from 'vitest';
import type { ChatClient, ChatMessage, ChatResponse, ChatResponseUpdate } from '../contract/index.ts';
import type { Scenario } from '../scenarios/schema.ts';
import { drive, type Wire } from './drive.ts';

const wire: Wire = { exchanges: () => [], unexpected: () => [], signal: new AbortController().signal };
const calls = (city: string, callId = 'c1'): ChatResponse => ({
  messages: [
    { role: 'assistant', contents: [{ type: 'function-call', callId, name: 'get_weather', arguments: { city } }] },
  ],
  finishReason: 'tool_calls',
  warnings: [],
});
const says = (text: string): ChatResponse => ({
  messages: [{ role: 'assistant', contents: [{ type: 'text', text }] }],
  finishReason: 'stop',
  warnings: [],
});
const scenario = (over: Partial<Scenario>): Scenario => ({
  id: 'test',
  title: 'Test',
  purpose: 'Test',
  options: {},
  turns: [{ user: 'Hi' }],
  expect: [[{ kind: 'text' }]],
  ...over,
});

/** A client that gives prepared responses and remembers what it was asked. */
function clientOf(...responses: (ChatResponse | Error)[]): ChatClient & { asked: (readonly ChatMessage[])[] } {
  const asked: (readonly ChatMessage[])[] = [];
  const next = (messages: readonly ChatMessage[]): ChatResponse => {
    asked.push(messages);
    const response = responses.shift();
    if (!response) throw new Error('asked too often');
    if (response instanceof Error) throw response;
    return response;
  };
  return {
    asked,
    getResponse: async (messages) => next(messages),
    async *getStreamingResponse(messages): AsyncGenerator<ChatResponseUpdate> {
      const { messages: given, ...rest } = next(messages);
      for (const message of given) yield { role: message.role, contents: message.contents };
      yield { contents: [], ...rest };
    },
    close: async () => {},
  };
}

for (const mode of ['complete', 'stream'] as const) {
  test(`${mode}: a call is answered by the first rule that fits, and the answer goes back with its id`, async () => {
    const client = clientOf(calls('Oslo'), says('4 degrees'));
    const played = await drive(
      client,
      scenario({
        expect: [[{ kind: 'call', name: 'get_weather' }], [{ kind: 'text' }]],
        application: [
          { when: { kind: 'function-call', argumentsMatch: { city: 'Rome' } }, answer: { error: 'wrong rule' } },
          {
            when: { kind: 'function-call', tool: 'get_weather', argumentsMatch: { city: 'Oslo' } },
            answer: { result: 4 },
          },
        ],
      }),
      mode,
      wire,
    );
    expect(played.unplayable).toBeUndefined();
    expect(played.steps).toHaveLength(2);
    expect(client.asked[1]?.at(-1)).toEqual({
      role: 'tool',
      contents: [{ type: 'function-result', callId: 'c1', name: 'get_weather', result: 4 }],
    });
  });
}

test('the next turn carries the whole conversation', async () => {
  const client = clientOf(says('one'), says('two'));
  const turns = [{ user: 'first' }, { user: 'second' }];
  await drive(client, scenario({ turns, expect: [[{ kind: 'text' }], [{ kind: 'text' }]] }), 'complete', wire);
  expect(client.asked[1]?.map((m) => m.contents[0])).toEqual([
    { type: 'text', text: 'first' },
    { type: 'text', text: 'one' },
    { type: 'text', text: 'second' },
  ]);
});

test('a conversation passes through JSON between calls: what JSON cannot hold is gone', async () => {
  const odd = says('one');
  Object.assign(odd.messages[0] as object, { hidden: () => 'not JSON', alsoGone: undefined });
  const client = clientOf(odd, says('two'));
  const turns = [{ user: 'first' }, { user: 'second' }];
  await drive(client, scenario({ turns, expect: [[{ kind: 'text' }], [{ kind: 'text' }]] }), 'complete', wire);
  expect(Object.keys(client.asked[1]?.[1] ?? {})).toEqual(['role', 'contents']);
});

test('a call that no rule answers makes the scenario unplayable', async () => {
  const played = await drive(
    clientOf(calls('Oslo')),
    scenario({ expect: [[{ kind: 'call', name: 'get_weather' }], [{ kind: 'text' }]] }),
    'complete',
    wire,
  );
  expect(played.unplayable).toContain('get_weather({"city":"Oslo"})');
});

test('a conversation may end with a call unanswered, when no more facts are stated', async () => {
  const played = await drive(
    clientOf(calls('Oslo')),
    scenario({ expect: [[{ kind: 'call', name: 'get_weather' }]] }),
    'complete',
    wire,
  );
  expect(played).toMatchObject({ steps: [{ turn: 0 }] });
  expect(played.unplayable).toBeUndefined();
});

test('an adapter that keeps calling is stopped, and the turns it kept from being played are named', async () => {
  const played = await drive(
    clientOf(calls('Oslo'), calls('Oslo')),
    scenario({
      turns: [{ user: 'first' }, { user: 'second' }],
      expect: [[{ kind: 'call', name: 'get_weather' }], [{ kind: 'text' }]],
      application: [{ when: { kind: 'function-call' }, answer: { result: 4 } }],
    }),
    'complete',
    wire,
  );
  expect(played.unplayable).toBe('2 calls were made and 1 turns never reached');
});

test('an error ends the play, and is seen as it is', async () => {
  const played = await drive(clientOf(new TypeError('no')), scenario({}), 'stream', wire);
  expect(played.steps[0]).toMatchObject({ error: { name: 'TypeError', message: 'no', typed: false }, updates: [] });
});
