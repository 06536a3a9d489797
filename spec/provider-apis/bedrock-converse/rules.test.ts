import { expect, test } from 'vitest';
import { brokenRules, exampleExchanges } from '../../wire/example-exchanges.ts';
import { rules } from './rules.ts';

const { exampleRequest, jsonExchange } = exampleExchanges(
  'converse',
  'https://bedrock-runtime.eu-north-1.amazonaws.com/model/amazon.nova-2-lite-v1%3A0/converse',
);

/** Ids of the rules that a body breaks. */
function breachedBy(body: object, url?: string): string[] {
  const request = exampleRequest(body as never);
  const exchange = { ...jsonExchange({}), request: { ...request, ...(url === undefined ? {} : { url }) } };
  return brokenRules(rules, exchange);
}

const user = (...content: object[]) => ({ role: 'user', content });
const assistant = (...content: object[]) => ({ role: 'assistant', content });
const said = { text: 'Hello.' };
const call = (toolUseId: string, name = 'look') => ({ toolUse: { toolUseId, name, input: {} } });
const result = (toolUseId: string, more: object = {}) => ({
  toolResult: { toolUseId, content: [{ text: '1' }], ...more },
});
const declared = (more: object = {}, choice: object = {}) => ({
  toolConfig: {
    tools: [{ toolSpec: { name: 'look', inputSchema: { json: { type: 'object' } }, ...more } }],
    ...choice,
  },
});
const talk = (...content: object[]) => ({ ...declared(), messages: [user(said), assistant(...content)] });

test.each<[string, object, string[]]>([
  ['a call and its result', { ...declared(), messages: [user(said), assistant(call('a')), user(result('a'))] }, []],
  ['a call that waits', talk(said, call('a')), []],
  [
    'a call without a result',
    { ...talk(call('a')), messages: [user(said), assistant(call('a')), user(said)] },
    ['calls-answered'],
  ],
  [
    'a result of another call',
    { ...declared(), messages: [user(said), assistant(call('a')), user(result('a'), result('b'))] },
    ['calls-answered'],
  ],
  [
    'a hosted call with its result',
    talk({ toolUse: { toolUseId: 'a', name: 'look', input: {}, type: 'server_tool_use' } }, result('a')),
    [],
  ],
  ['an id of Kimi', talk(call('functions.look:0')), []],
  ['an id with a blank', talk(call('a b')), ['call-id-format']],
  ['a name with a dot', talk(call('a', 'app.look')), ['function-name-format']],
  ['two messages of the user', { messages: [user(said), user(said)] }, ['role-alternates']],
  ['a beginning by the assistant', { messages: [assistant(said), user(said)] }, ['role-alternates']],
  [
    'a message of the system between',
    { messages: [user(said), { role: 'system', content: [said] }, assistant(said)] },
    [],
  ],
  ['a message without content', { messages: [user()] }, ['content-not-empty']],
  ['an empty text', { messages: [user({ text: '' })] }, ['content-not-empty']],
  ['a line break', { messages: [user({ text: '\n' })] }, []],
  [
    'reasoning that is signed',
    { messages: [user(said), assistant({ reasoningContent: { reasoningText: { text: 'a', signature: 'b' } } })] },
    [],
  ],
  [
    'reasoning that is redacted',
    { messages: [user(said), assistant({ reasoningContent: { redactedContent: 'YQ==' } })] },
    [],
  ],
  [
    'reasoning without a signature',
    { messages: [user(said), assistant({ reasoningContent: { reasoningText: { text: 'a' } } })] },
    ['reasoning-signed'],
  ],
  [
    'reasoning of the user',
    { messages: [user({ reasoningContent: { redactedContent: 'YQ==' } })] },
    ['reasoning-signed'],
  ],
  ['a document', { messages: [user({ document: { name: 'Report [2] (a-b)_c', format: 'txt' } })] }, []],
  [
    'a document named as its file',
    { messages: [user({ document: { name: 'report.pdf', format: 'pdf' } })] },
    ['document-name-format'],
  ],
  [
    'a document of two blanks, in a result',
    {
      ...declared(),
      messages: [user(said), assistant(call('a')), user(result('a', { content: [{ document: { name: 'a  b' } }] }))],
    },
    ['document-name-format'],
  ],
  [
    'a failure with words',
    { ...declared(), messages: [user(said), assistant(call('a')), user(result('a', { status: 'error' }))] },
    [],
  ],
  [
    'a failure without',
    {
      ...declared(),
      messages: [user(said), assistant(call('a')), user(result('a', { status: 'error', content: [] }))],
    },
    ['error-result-not-empty', 'result-not-empty'],
  ],
  [
    'a success without a block',
    { ...declared(), messages: [user(said), assistant(call('a')), user(result('a', { content: [] }))] },
    ['result-not-empty'],
  ],
  [
    'a success without words',
    { ...declared(), messages: [user(said), assistant(call('a')), user(result('a', { content: [{ text: '' }] }))] },
    [],
  ],
  [
    'a failure of empty words',
    {
      ...declared(),
      messages: [user(said), assistant(call('a')), user(result('a', { status: 'error', content: [{ text: '' }] }))],
    },
    ['error-result-not-empty'],
  ],
  [
    'words before a result',
    { ...declared(), messages: [user(said), assistant(call('a')), user(said, result('a'))] },
    ['result-position'],
  ],
  [
    'what a tool gave, before its call',
    {
      ...declared(),
      messages: [
        user(said),
        assistant(result('h'), { toolUse: { toolUseId: 'h', name: 'search', input: {}, type: 'server_tool_use' } }),
      ],
    },
    ['result-position'],
  ],
  ['calls without tools', { messages: [user(said), assistant(call('a'))] }, ['tool-config-required']],
  ['no tools and no calls', { messages: [user(said)] }, []],
  ['an empty toolConfig', { messages: [user(said)], toolConfig: {} }, ['tool-config-required']],
  [
    'a schema of a text',
    { messages: [user(said)], ...declared({ inputSchema: { json: { type: 'string' } } }) },
    ['schema-object'],
  ],
  [
    'properties that are null',
    { messages: [user(said)], ...declared({ inputSchema: { json: { type: 'object', properties: null } } }) },
    ['schema-object'],
  ],
  ['the choice of a tool', { messages: [user(said)], ...declared({}, { toolChoice: { tool: { name: 'look' } } }) }, []],
  [
    'the choice of none',
    { messages: [user(said)], ...declared({}, { toolChoice: { none: {} } }) },
    ['tool-choice-format'],
  ],
  [
    'the choice of another',
    { messages: [user(said)], ...declared({}, { toolChoice: { tool: { name: 'seek' } } }) },
    ['tool-choice-declared'],
  ],
  [
    'a forced choice of a model that thinks',
    {
      messages: [user(said)],
      ...declared({}, { toolChoice: { any: {} } }),
      additionalModelRequestFields: { thinking: { type: 'enabled' } },
    },
    ['tool-choice-forced'],
  ],
])('Converse and %s', (_, body, breached) => {
  expect(breachedBy(body)).toEqual(breached);
});

test('Claude on Converse takes no text of white space from the assistant', () => {
  const url = 'https://bedrock-runtime.eu-north-1.amazonaws.com/model/us.anthropic.claude-sonnet-5-5/converse';
  const assistant = { role: 'assistant', content: [{ text: '\n' }] };
  expect(breachedBy({ messages: [user(said), assistant, user(said)] }, url)).toEqual(['content-not-empty']);
  expect(breachedBy({ messages: [user(said, { text: '\n' })] }, url)).toEqual([]);
});

test('a model that cannot be forced is known by its name', () => {
  const body = { messages: [user(said)], ...declared({}, { toolChoice: { any: {} } }) };
  const url = 'https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-opus-5-5-v1/converse';
  expect(breachedBy(body, url)).toEqual(['tool-choice-forced']);
});
