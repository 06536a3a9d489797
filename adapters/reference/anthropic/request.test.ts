import { expect, test } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { type ChatMessage, type ChatOptions, type Content, foldUpdates } from '../../../spec/contract/index.ts';
import { buildRequest } from './request.ts';
import { responseFromMessage } from './response.ts';
import { updatesFromEvents } from './stream.ts';

const settings = { model: 'claude-test', maxOutputTokens: 100 };
const hello: ChatMessage = { role: 'user', contents: [{ type: 'text', text: 'Hello' }] };

function request(messages: readonly ChatMessage[], options: ChatOptions = {}, stream = false) {
  return buildRequest(messages, options, { settings, adapterId: 'the-adapter', stream });
}

const wireMessages = (...messages: ChatMessage[]) => request(messages).body.messages;
const userBlocks = (...contents: Content[]) => wireMessages({ role: 'user', contents });

test('the least that can be asked', () => {
  const { body, warnings } = request([hello]);
  expect(body).toEqual({
    model: 'claude-test',
    max_tokens: 100,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  });
  expect(warnings).toEqual([]);
});

test('every option has its member', () => {
  const { body } = request(
    [{ role: 'system', contents: [{ type: 'text', text: 'In Danish.' }] }, hello],
    {
      modelId: 'claude-other',
      instructions: 'Be brief.',
      tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }],
      toolMode: { type: 'required' },
      maxOutputTokens: 5000,
      stopSequences: ['END'],
      reasoning: { budgetTokens: 2048, effort: 'high' },
    },
    true,
  );
  expect(body).toEqual({
    model: 'claude-other',
    max_tokens: 5000,
    system: [
      { type: 'text', text: 'Be brief.' },
      { type: 'text', text: 'In Danish.' },
    ],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    tools: [{ name: 'f', input_schema: { type: 'object' } }],
    tool_choice: { type: 'any' },
    stop_sequences: ['END'],
    thinking: { type: 'enabled', budget_tokens: 2048 },
    output_config: { effort: 'high' },
    stream: true,
  });
});

test('empty lists are not sent', () => {
  const { body } = request([hello], { tools: [], stopSequences: [], instructions: '' });
  expect(Object.keys(body)).toEqual(['model', 'max_tokens', 'messages']);
});

test('a setting that the API lacks is not sent, and said so', () => {
  const { body, warnings } = request([hello], { temperature: 0.5, conversationId: 'c1', store: true });
  expect(Object.keys(body)).toEqual(['model', 'max_tokens', 'messages']);
  expect(warnings.map(({ code, message }) => [code, message.split(' ')[0]])).toEqual([
    ['unsupported-setting', 'temperature'],
    ['unsupported-setting', 'conversationId'],
    ['unsupported-setting', 'store'],
  ]);
});

test('the version before takes a temperature', () => {
  const before = { settings: { ...settings, surface: '2023-06-01' }, adapterId: 'the-adapter', stream: false };
  const { body, warnings } = buildRequest([hello], { temperature: 0.5 }, before);
  expect([body.temperature, warnings]).toEqual([0.5, []]);
});

test('break-glass is applied last, but does not decide how the answer is read', () => {
  const patch = { max_tokens: null, metadata: { user_id: 'u' }, model: 'claude-patched', stream: true };
  expect(request([hello], { rawRepresentation: patch }).body).toEqual({
    model: 'claude-patched',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    metadata: { user_id: 'u' },
  });
  expect(request([hello], { rawRepresentation: { stream: null } }, true).body.stream).toBe(true);
});

test('all results of a turn stand first in one user message', () => {
  const result = (callId: string): ChatMessage => ({
    role: 'tool',
    contents: [{ type: 'function-result', callId, result: callId.toUpperCase() }],
  });
  const block = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: id.toUpperCase() });
  expect(wireMessages(hello, hello, result('a'), result('b'), hello)).toEqual([
    {
      role: 'user',
      content: [block('a'), block('b'), ...Array.from({ length: 3 }, () => ({ type: 'text', text: 'Hello' }))],
    },
  ]);
});

test('empty messages and empty texts are left out', () => {
  const empty: ChatMessage = { role: 'assistant', contents: [{ type: 'text', text: '' }] };
  expect(wireMessages(hello, empty, hello)).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Hello' },
        { type: 'text', text: 'Hello' },
      ],
    },
  ]);
});

test.each<[string, object, object]>([
  ['text', { result: 'warm, "very"' }, { content: 'warm, "very"' }],
  ['an empty text', { result: '' }, { content: '' }],
  ['an object', { result: { degrees: 4.5 } }, { content: '{"degrees":4.5}' }],
  ['a list', { result: [] }, { content: '[]' }],
  ['null', { result: null }, { content: 'null' }],
  ['false', { result: false }, { content: 'false' }],
  ['nothing', {}, {}],
  ['an error', { error: 'offline' }, { content: 'offline', is_error: true }],
  ['an error without words', { error: '' }, { content: 'The function failed without a message.', is_error: true }],
])('a result: %s', (_title, members, expected) => {
  expect(wireMessages({ role: 'tool', contents: [{ type: 'function-result', callId: 'c', ...members }] })).toEqual([
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', ...expected }] },
  ]);
});

test('a result can carry blocks of the provider, under the link of the call', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
  const rawRepresentation = {
    type: 'tool_result',
    tool_use_id: 'stale',
    cache_control: { type: 'ephemeral' },
    content: [image],
  };
  expect(userBlocks({ type: 'function-result', callId: 'c', rawRepresentation })).toEqual([
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'c', cache_control: { type: 'ephemeral' }, content: [image] }],
    },
  ]);
});

const imageOf = (source: object) => ({ type: 'image', source });
const documentOf = (source: object) => ({ type: 'document', source });
test.each<[Content, object]>([
  [
    { type: 'data', data: 'AAAA', mediaType: 'image/png' },
    imageOf({ type: 'base64', media_type: 'image/png', data: 'AAAA' }),
  ],
  [
    { type: 'data', data: 'AAAA', mediaType: 'application/pdf', name: 'a.pdf' },
    { ...documentOf({ type: 'base64', media_type: 'application/pdf', data: 'AAAA' }), title: 'a.pdf' },
  ],
  [
    { type: 'data', data: Buffer.from('Ærø').toString('base64'), mediaType: 'text/plain' },
    documentOf({ type: 'text', media_type: 'text/plain', data: 'Ærø' }),
  ],
  [{ type: 'uri', uri: 'https://x.test/a.png?b=c.pdf' }, imageOf({ type: 'url', url: 'https://x.test/a.png?b=c.pdf' })],
  [{ type: 'uri', uri: 'https://x.test/a' }, documentOf({ type: 'url', url: 'https://x.test/a' })],
  [
    { type: 'uri', uri: 'https://x.test/a', mediaType: 'image/webp' },
    imageOf({ type: 'url', url: 'https://x.test/a' }),
  ],
  [{ type: 'hosted-file', fileId: 'f', mediaType: 'image/png' }, imageOf({ type: 'file', file_id: 'f' })],
  [{ type: 'hosted-file', fileId: 'f' }, documentOf({ type: 'file', file_id: 'f' })],
])('media: %j', (content, block) => {
  expect(userBlocks(content)).toEqual([{ role: 'user', content: [block] }]);
});

test.each<[string, ChatMessage]>([
  ['sound', { role: 'user', contents: [{ type: 'data', data: 'AAAA', mediaType: 'audio/wav' }] }],
  ['an approval', { role: 'user', contents: [{ type: 'approval-response', requestId: 'r', approved: true }] }],
  [
    'a call of another provider',
    { role: 'assistant', contents: [{ type: 'hosted-tool-call', callId: 'c', tool: 't' }] },
  ],
  ['an image for the system', { role: 'system', contents: [{ type: 'data', data: 'AAAA', mediaType: 'image/png' }] }],
])('what the API has no words for is refused: %s', (_title, message) => {
  const attempt = () => request([message]);
  expect(attempt).toThrow(expect.objectContaining({ name: 'ProviderError', code: 'invalid_request_error' }));
});

test('a call keeps what only the provider knows of it, and says what the application says', () => {
  const rawRepresentation = { type: 'tool_use', id: 'c', name: 'f', input: {}, caller: { type: 'direct' } };
  const call = (callId: string): Content => ({
    type: 'function-call',
    callId,
    name: 'f',
    arguments: { edited: true },
    rawRepresentation,
  });
  expect(wireMessages({ role: 'assistant', contents: [call('c'), call('other')] })).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'c', name: 'f', input: { edited: true }, caller: { type: 'direct' } },
        { type: 'tool_use', id: 'other', name: 'f', input: { edited: true }, caller: { type: 'direct' } },
      ],
    },
  ]);
});

test('arguments that are no object still go back as one', () => {
  const contents: Content[] = [
    { type: 'function-call', callId: 'a', name: 'f', argumentsText: '{"city": "Os' },
    { type: 'function-call', callId: 'b', name: 'f' },
  ];
  expect(wireMessages({ role: 'assistant', contents })).toMatchObject([
    { content: [{ input: { INVALID_JSON: '{"city": "Os' } }, { input: {} }] },
  ]);
});

test('unsigned reasoning is not sent, and said so; signed reasoning is', () => {
  const { body, warnings } = request([
    {
      role: 'assistant',
      contents: [
        { type: 'reasoning', text: 'from elsewhere' },
        { type: 'reasoning', text: 'signed', protectedData: 'sig' },
        { type: 'error', message: 'a note' },
      ],
    },
  ]);
  expect(body.messages).toEqual([
    { role: 'assistant', content: [{ type: 'thinking', thinking: 'signed', signature: 'sig' }] },
  ]);
  expect(warnings.map(({ code }) => code)).toEqual(['reasoning-not-sent']);
});

test('a cited text that the application changed goes back as it now is', () => {
  const rawRepresentation = { type: 'text', text: 'Old.', citations: [{ type: 'char_location' }] };
  const changed: Content[] = [{ type: 'text', text: 'New.', rawRepresentation }];
  const cut: Content[] = [
    { type: 'text', text: 'O' },
    { type: 'text', text: '', rawRepresentation },
  ];
  const texts = (contents: Content[]) => wireMessages({ role: 'assistant', contents });
  expect(texts(changed)).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'New.' }] }]);
  expect(texts(cut)).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'O' }] }]);
});

test('what is no JSON fails before it is sent', () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  expect(() => request([hello], { rawRepresentation: { metadata: cycle } as never })).toThrow();
});

// What the provider said goes back to it block by block, whether it came whole or as a stream, stored or not.

const citation = { type: 'web_search_result_location', url: 'https://a.test', title: null, encrypted_index: 'e2' };
const cited = (text: string) => ({ type: 'text', text, citations: [citation] });
const plain = (text: string) => ({ type: 'text', text });
const direct = { type: 'direct' };

const turns: Record<string, JsonObject[]> = {
  'signed and redacted reasoning before calls': [
    { type: 'thinking', thinking: 'Both cities.', signature: 'c2ln' },
    { type: 'redacted_thinking', data: 'b3BhcXVl' },
    plain('Looking.'),
    { type: 'tool_use', id: 'toolu_1', name: 'f', input: { city: 'Bergen' }, caller: direct },
    { type: 'tool_use', id: 'toolu_2', name: 'f', input: {}, caller: direct },
  ],
  'reasoning whose words are omitted': [{ type: 'thinking', thinking: '', signature: 'c2ln' }, plain('Yes.')],
  'cited texts among others': [plain('He said '), cited('yes'), plain(' and '), cited('no'), cited('no'), plain('.')],
  'hosted calls with their results, errors too': [
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' }, caller: direct },
    {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      caller: direct,
      content: [
        { type: 'web_search_result', url: 'https://a.test', title: 'A', encrypted_content: 'e', page_age: null },
      ],
    },
    { type: 'server_tool_use', id: 'srvtoolu_2', name: 'web_fetch', input: { url: 'u' }, caller: direct },
    {
      type: 'web_fetch_tool_result',
      tool_use_id: 'srvtoolu_2',
      content: { type: 'web_fetch_tool_result_error', error_code: 'url_not_allowed' },
    },
    { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'search', server_name: 'docs', input: {} },
    { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [plain('found')] },
    { type: 'block_of_tomorrow', secret: 'e3' },
  ],
};

function sentAgain(messages: readonly ChatMessage[]): unknown {
  const stored = JSON.parse(JSON.stringify(messages)) as ChatMessage[];
  const context = { settings: { model: 'claude-test', maxOutputTokens: 1 }, adapterId: 'the-adapter', stream: false };
  return buildRequest(stored, {}, context).body.messages;
}

/** The events in which a block would come: words and arguments in pieces, the rest whole. */
function eventsOf(block: JsonObject, index: number): object[] {
  const delta = (members: object) => ({ type: 'content_block_delta', index, delta: members });
  const halves = (text: unknown) => [String(text).slice(0, 2), String(text).slice(2)];
  const [empty, deltas] = ((): [object, object[]] => {
    switch (block.type) {
      case 'text': {
        const citations = Array.isArray(block.citations) ? block.citations : [];
        return [
          { ...block, text: '', ...(block.citations ? { citations: [] } : {}) },
          [
            ...halves(block.text).map((text) => delta({ type: 'text_delta', text })),
            ...citations.map((citation) => delta({ type: 'citations_delta', citation })),
          ],
        ];
      }
      case 'thinking':
        return [
          { ...block, thinking: '', signature: '' },
          [
            ...(block.thinking
              ? halves(block.thinking).map((thinking) => delta({ type: 'thinking_delta', thinking }))
              : []),
            delta({ type: 'signature_delta', signature: block.signature }),
          ],
        ];
      case 'tool_use':
      case 'server_tool_use':
      case 'mcp_tool_use':
        return [
          { ...block, input: {} },
          halves(JSON.stringify(block.input)).map((partial_json) => delta({ type: 'input_json_delta', partial_json })),
        ];
      default:
        return [block, []];
    }
  })();
  return [
    { type: 'content_block_start', index, content_block: empty },
    ...deltas,
    { type: 'content_block_stop', index },
  ];
}

async function* streamOf(blocks: readonly JsonObject[]): AsyncGenerator<object> {
  yield { type: 'message_start', message: { id: 'msg_1', content: [] } };
  yield* blocks.flatMap(eventsOf);
  yield { type: 'message_stop' };
}

test.each(Object.entries(turns))('%s', async (_title, blocks) => {
  const expected = [{ role: 'assistant', content: blocks }];
  expect(sentAgain(responseFromMessage({ id: 'msg_1', content: blocks }).messages)).toEqual(expected);
  const updates = [];
  for await (const update of updatesFromEvents(streamOf(blocks))) updates.push(update);
  expect(sentAgain(foldUpdates(updates).messages)).toEqual(expected);
});
