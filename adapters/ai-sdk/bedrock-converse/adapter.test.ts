import { afterEach, expect, test, vi } from 'vitest';
import type { ChatMessage, ChatOptions, ClientSettings, Content, Tool } from '../../../spec/contract/index.ts';
import { drained, fakeFetch, json, thrown } from '../shared/fake-fetch.ts';
import { createClient } from './adapter.ts';

const secret = 'secret-of-the-test';
const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const settings: ClientSettings = {
  baseUrl: 'https://bedrock.test/',
  model: 'us.amazon.nova-2-lite-v1:0',
  credentials: { type: 'awsKeys', accessKeyId: 'KEYOFTHETEST', secretAccessKey: secret, sessionToken: 'session' },
  parameters: { region: 'eu-north-1' },
  maxOutputTokens: 100,
  timeout: 5_000,
  wait: async () => {},
};
const question = userSays({ type: 'text', text: 'Hi' });
const parameters = { type: 'object', properties: {} };
const answer = json({
  output: { message: { role: 'assistant', content: [{ text: 'Hello.' }] } },
  stopReason: 'end_turn',
  usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

function userSays(...contents: Content[]): ChatMessage[] {
  return [{ role: 'user', contents }];
}
function serve(...answers: readonly (() => Response)[]) {
  const { asked, fetch } = fakeFetch(...answers);
  vi.stubGlobal('fetch', fetch);
  return asked;
}
const client = (over: Partial<ClientSettings> = {}) =>
  createClient('ai-sdk-bedrock-converse', { ...settings, ...over });
const ask = (options: ChatOptions = {}, messages = question, over: Partial<ClientSettings> = {}) =>
  client(over).getResponse(messages, options);

test('keys sign for the region that was given, whatever the environment says', async () => {
  for (const name of ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_SESSION_TOKEN', 'AWS_REGION', 'AWS_ENDPOINT_URL']) {
    vi.stubEnv(name, 'of-the-environment');
  }
  const asked = serve(answer);
  const { warnings } = await ask({ store: true, conversationId: 'c', allowMultipleToolCalls: false });
  expect(asked[0]?.url).toBe('https://bedrock.test/model/us.amazon.nova-2-lite-v1%3A0/converse');
  expect(asked[0]?.headers.get('authorization')).toMatch(
    /^AWS4-HMAC-SHA256 .*KEYOFTHETEST\/\d+\/eu-north-1\/bedrock\//,
  );
  expect(asked[0]?.headers.get('x-amz-security-token')).toBe('session');
  expect(warnings.map(({ message }) => message.split(' ')[0])).toEqual([
    'conversationId',
    'store',
    'allowMultipleToolCalls',
  ]);
});

test('what signs nothing is a bearer token; a giver of tokens is asked before each request', async () => {
  const tokens = ['one', 'two'];
  const giver = client({ credentials: { type: 'tokenProvider', getToken: async () => tokens.shift() ?? '' } });
  const asked = serve(answer, answer, answer, answer);
  await ask({}, question, { credentials: { type: 'apiKey', apiKey: 'key' } });
  await ask({}, question, { credentials: { type: 'bearerToken', token: 'token' } });
  await giver.getResponse(question);
  await giver.getResponse(question);
  expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual(
    ['key', 'token', 'one', 'two'].map((token) => `Bearer ${token}`),
  );
  expect(await thrown(giver.getResponse(question))).toMatchObject({ code: 'authentication_error' });
  expect(asked).toHaveLength(4);
});

test('another surface, no region, and credentials that cannot be sent are refused before any call', () => {
  expect(() => client({ surface: 'invoke' })).toThrow('invoke');
  expect(() => client({ parameters: {} })).toThrow('region');
  expect(() => client({ credentials: { type: 'awsKeys', accessKeyId: 'a', secretAccessKey: 'b\nc' } })).toThrow(
    'header',
  );
});

test.each<[string, ChatOptions, ChatMessage[], RegExp]>([
  ['a tool of Claude for another model', { tools: [{ type: 'shell' }] }, question, /^UnsupportedToolError.*shell/],
  ['a tool of the system', { tools: [raw({ systemTool: { name: 'x' } })] }, question, /^UnsupportedToolError/],
  [
    'two tools as one',
    { tools: [raw({ toolSpec: { name: 'f' }, cachePoint: {} })] },
    question,
    /^UnsupportedToolError/,
  ],
  ['a member of a function', { tools: [raw({ toolSpec: { name: 'f', x: 1 } })] }, question, /^InvalidToolError.*"x"/],
  ['a member taken out', { rawRepresentation: { system: null } }, question, /^ProviderError.*leave no member out/],
  [
    'a patch of tools',
    { tools: [fn()], rawRepresentation: { toolConfig: {} } },
    question,
    /^ProviderError.*toolConfig/,
  ],
  ['something at an address', {}, userSays({ type: 'uri', uri: 's3://b/thing' }), /^ProviderError.*media type/],
  ['a file kept elsewhere', {}, userSays({ type: 'hosted-file', fileId: 'f' }), /^ProviderError.*hosted-file/],
])('%s is refused before anything is sent', async (_, options, messages, words) => {
  const asked = serve();
  expect(String(await thrown(ask(options, messages)))).toMatch(words);
  expect(asked).toEqual([]);
});

function raw(declaration: Extract<Tool, { type: 'raw' }>['declaration']): Tool {
  return { type: 'raw', providerApi: 'bedrock-converse', declaration };
}
function fn(): Tool {
  return { type: 'function', name: 'f', parameters };
}

test('members that the library has no words for stand in the body that is signed', async () => {
  const asked = serve(answer);
  const rawRepresentation = { requestMetadata: { a: 'b' }, inferenceConfig: { topP: 0.5 } };
  const tool = raw({ toolSpec: { name: 'f', description: 'd', inputSchema: { json: parameters } } });
  await ask({ maxOutputTokens: 7, tools: [tool], rawRepresentation });
  expect(asked[0]?.body).toMatchObject({
    requestMetadata: { a: 'b' },
    inferenceConfig: { maxTokens: 7, topP: 0.5 },
    toolConfig: { tools: [tool.type === 'raw' ? tool.declaration : {}] },
  });
});

test('Claude thinks within its limit, and is told to call one function at a time; Nova is told how hard to think', async () => {
  const asked = serve(answer, answer);
  const tools = [fn()];
  await ask({
    modelId: claude,
    maxOutputTokens: 5_000,
    reasoning: { budgetTokens: 1_024 },
    tools,
    allowMultipleToolCalls: false,
  });
  await ask({ maxOutputTokens: 50, reasoning: { effort: 'low' } });
  expect(asked[0]?.body).toMatchObject({
    inferenceConfig: { maxTokens: 5_000 },
    additionalModelRequestFields: {
      thinking: { type: 'enabled', budget_tokens: 1_024 },
      tool_choice: { disable_parallel_tool_use: true },
    },
  });
  expect(asked[1]?.body).toMatchObject({
    inferenceConfig: { maxTokens: 50 },
    additionalModelRequestFields: { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } },
  });
});

test('a tool of Claude is declared as the library documents it; its calls are actions, and what came of one goes back', async () => {
  const input = { command: 'ls' };
  const call = { toolUseId: 't1', name: 'bash', input };
  const asked = serve(
    json({
      output: { message: { role: 'assistant', content: [{ toolUse: call }] } },
      stopReason: 'tool_use',
      usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
    }),
    answer,
  );
  const options: ChatOptions = { modelId: claude, tools: [{ type: 'shell' }] };
  const { messages } = await ask(options);
  expect(messages[0]?.contents).toMatchObject([
    { type: 'action-call', callId: 't1', tool: 'shell', actions: [{ type: 'exec', ...input }] },
  ]);
  const result: Content = {
    type: 'action-result',
    callId: 't1',
    tool: 'shell',
    outputs: [{ type: 'text', text: 'a' }],
  };
  await ask(options, [...question, ...messages, { role: 'tool', contents: [result] }]);
  expect(asked[1]?.body).toMatchObject({
    toolConfig: { tools: [{ toolSpec: { name: 'bash' } }] },
    messages: [
      {},
      { content: [{ toolUse: call }] },
      { content: [{ toolResult: { toolUseId: 't1', content: [{ text: 'a' }] } }] },
    ],
  });
});

test('an error is named by its header, without the address behind it and the key that it repeats', async () => {
  const headers = { 'x-amzn-errortype': 'ThrottlingException:http://internal.test/', 'x-amzn-requestid': 'r1' };
  serve(json({ message: `Too many calls with ${secret}` }, 429, headers));
  const found = await thrown(ask());
  expect(found).toMatchObject({ status: 429, code: 'ThrottlingException', requestId: 'r1', retryable: true });
  expect(String(found)).toContain('[credentials]');
});

test('a page in place of a stream is an answer that cannot be read, not a request that was refused', async () => {
  serve(() => new Response('<html><body>Please sign in.</body>', { headers: { 'content-type': 'text/html' } }));
  const client = createClient('ai-sdk-bedrock-converse', settings);
  expect(await thrown(drained(client.getStreamingResponse(question)))).toMatchObject({ name: 'WireError' });
});
