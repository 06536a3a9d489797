import { expect, test } from 'vitest';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { askedIn } from '../demands.ts';
import { asking, controlled, frameExchange } from './example-exchange.ts';
import { rules } from './rules.ts';

/** Ids of the rules that a request breaks. */
function breachedBy(exchange: Exchange, ...earlier: Exchange[]): string[] {
  const asked = { exchange, body: askedIn(exchange), earlier };
  return rules.filter((rule) => rule.judge(asked).breaches.length > 0).map(({ id }) => id);
}

const instruction = 'You are a friendly assistant who answers in one sentence.';
const inline = (body: object, url?: string) => asking({ instruction, ...body }, frameExchange(), url);
const group = (more: object) => inline({ actionGroups: [{ actionGroupName: 'weather', ...more }] });
const returned = asking(
  { instruction, inputText: 'Oslo?' },
  frameExchange(['returnControl', { invocationId: 'i-1', invocationInputs: [] } as never]),
);
const preparing = controlled('prepareAgent', {}, { agentStatus: 'PREPARING' });
const prepared = controlled('getAgent', {}, { agent: { agentStatus: 'PREPARED' } });
const answered = (invocationId: string) =>
  inline({
    inlineSessionState: {
      invocationId,
      returnControlInvocationResults: [{ functionResult: { actionGroup: 'weather' } }],
    },
  });

test.each<[string, Exchange, Exchange[], string[]]>([
  ['a question', inline({ inputText: 'Oslo?' }), [], []],
  ['no instruction', asking({ inputText: 'Oslo?' }), [], ['instruction']],
  ['a short instruction', inline({ instruction: 'Be kind.' }), [], ['instruction']],
  [
    'a session with a blank',
    inline({}, 'https://bedrock-agent-runtime.us-east-1.amazonaws.com/agents/a%20b'),
    [],
    ['sessions'],
  ],
  ['a function', group({ functionSchema: { functions: [{ name: 'get_weather' }] } }), [], []],
  [
    'a name with two underscores',
    group({ functionSchema: { functions: [{ name: 'get__weather' }] } }),
    [],
    ['tool-names'],
  ],
  [
    'a name with a dot, on the agent',
    controlled('createAgentActionGroup', { actionGroupName: 'a.b' }),
    [],
    ['tool-names'],
  ],
  ['a group of the provider', group({ parentActionGroupSignature: 'AMAZON.UserInput' }), [], []],
  [
    'one with a description',
    group({ parentActionGroupSignature: 'AMAZON.UserInput', description: 'asks' }),
    [],
    ['groups-of-the-provider'],
  ],
  ['results of what returned', answered('i-1'), [returned], []],
  ['results of something else', answered('i-2'), [returned], ['results-of-what-returned']],
  ['results that nobody waits for', answered('i-1'), [inline({ inputText: 'Oslo?' })], ['results-of-what-returned']],
  ['results in a session of which nothing is known', answered('i-1'), [], []],
  ['an agent that is being prepared', controlled('deleteAgentActionGroup', {}), [preparing], ['drafts-at-rest']],
  ['an agent that is prepared', controlled('deleteAgentActionGroup', {}), [preparing, prepared], []],
])('Bedrock Agents and %s', (_, exchange, earlier, breached) => {
  expect(breachedBy(exchange, ...earlier)).toEqual(breached);
});
