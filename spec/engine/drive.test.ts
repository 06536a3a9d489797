import { expect, test } from 'vitest';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { ChatClient, ChatMessage, ChatResponse, ChatResponseUpdate, Content } from '../contract/index.ts';
import type { ApplicationRule, Scenario } from '../scenarios/schema.ts';
import { answer, drive, sameAsRecordedAfter, type Wire } from './drive.ts';
import type { Step } from './trace.ts';

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
  expect(played.unplayable).toBe('the conversation ended after 2 calls, before 1 of its turns');
});

test('an error ends the play, and is seen as it is', async () => {
  const played = await drive(clientOf(new TypeError('no')), scenario({}), 'stream', wire);
  expect(played.steps[0]).toMatchObject({ error: { name: 'TypeError', message: 'no', typed: false }, updates: [] });
});

const step = (text: string | undefined, exchanges: number): Step => ({
  turn: 0,
  messages: [],
  options: {},
  exchanges: Array.from({ length: exchanges }, () => ({}) as Exchange),
  unexpected: [],
  listenersLeft: 0,
  ...(text === undefined
    ? {}
    : { response: { messages: [{ role: 'assistant', contents: [{ type: 'text', text }] }] } as ChatResponse }),
});

const usual = { steps: [step('first', 1), step('second', 2), step('third', 1)] };

test('what follows is known behind the call whose answer had the fault, where it came out as usual', () => {
  const first = step('first', 1);
  const second = step('second', 2);
  for (const nth of [1, 2]) {
    expect(sameAsRecordedAfter(usual, nth)([first])).toBe(false);
    expect(sameAsRecordedAfter(usual, nth)([first, second])).toBe(true);
  }
  expect(sameAsRecordedAfter(usual, 0)([first])).toBe(true);
});

test('it is not known where the call came out otherwise, or with an error; nor later, for what was said before was something else', () => {
  expect(sameAsRecordedAfter(usual, 0)([step('another', 1)])).toBe(false);
  expect(sameAsRecordedAfter(usual, 0)([step(undefined, 1)])).toBe(false);
  expect(sameAsRecordedAfter(usual, 0)([step('another', 1), step('second', 2)])).toBe(false);
  expect(sameAsRecordedAfter(usual, 0)([])).toBe(false);
});

const approval: Content = {
  type: 'approval-request',
  requestId: 'a1',
  tool: 'mcp-server',
  name: 'search',
  serverName: 'docs',
  arguments: { query: 'tides' },
};
const click: Content = {
  type: 'action-call',
  callId: 'c1',
  tool: 'computer-use',
  actions: [
    { type: 'move', x: 1 },
    { type: 'click', x: 2 },
  ],
  pendingSafetyChecks: [{ id: 's1' }, { id: 's2' }],
};
const call: Content = { type: 'function-call', callId: 'f1', name: 'get_time', arguments: {} };

const answers = (contents: Content[], ...rules: ApplicationRule[]) => answer(contents, rules);

test('leave is given or refused in a message of the user, results go in one of the tool', () => {
  expect(
    answers(
      [approval, call],
      { when: { kind: 'function-call' }, answer: { result: '10:20' } },
      { when: { kind: 'approval-request', tool: 'search' }, answer: { approve: false, reason: 'not today' } },
    ),
  ).toEqual({
    kind: 'answered',
    messages: [
      {
        role: 'tool',
        contents: [{ type: 'function-result', callId: 'f1', name: 'get_time', result: '10:20' }],
      },
      {
        role: 'user',
        contents: [{ type: 'approval-response', requestId: 'a1', approved: false, reason: 'not today' }],
      },
    ],
  });
});

test('a rule fits an action by the members of any one of its actions, and acknowledges only where it says so', () => {
  const when = { kind: 'action-call', tool: 'computer-use', argumentsMatch: { type: 'click' } } as const;
  const result = { type: 'action-result', callId: 'c1', tool: 'computer-use' };
  const outputs = [{ type: 'data', data: 'aGk=', mediaType: 'image/png' }];
  expect(answers([click], { when, answer: { screenshot: 'aGk=', acknowledge: true } })).toMatchObject({
    messages: [{ role: 'tool', contents: [{ ...result, outputs, acknowledgedSafetyCheckIds: ['s1', 's2'] }] }],
  });
  const silent = answers([click], { when, answer: { screenshot: 'aGk=' } });
  expect(JSON.stringify(silent)).not.toContain('acknowledged');
});

test('an answer of another kind is none: the conversation cannot be played', () => {
  expect(answers([approval], { when: { kind: 'approval-request' }, answer: { result: 'yes' } })).toEqual({
    kind: 'unanswered',
    asked: 'search({"query":"tides"})',
  });
  expect(answers([click], { when: { kind: 'action-call', tool: 'shell' }, answer: { output: '' } })).toMatchObject({
    kind: 'unanswered',
  });
});
