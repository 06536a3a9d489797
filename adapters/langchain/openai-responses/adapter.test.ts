import { afterEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { ChatMessage, ClientSettings, Content } from '../../../spec/contract/index.ts';
import {
  events,
  fakeFetch,
  json,
  type Prepared,
  question,
  settings,
  streamed,
  thrown,
} from '../shared/fake-responses.ts';
import { createClient } from './adapter.ts';

type ActionResult = Extract<Content, { type: 'action-result' }>;

afterEach(() => vi.unstubAllGlobals());

function answers(...prepared: Prepared[]) {
  const { fake, sent } = fakeFetch(...prepared);
  vi.stubGlobal('fetch', fake);
  return sent;
}

const response = (output: JsonObject[], more: JsonObject = {}): JsonObject => ({
  id: 'resp_1',
  object: 'response',
  model: 'gpt-5.5',
  status: 'completed',
  output,
  usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
  ...more,
});
const says = (text: string): JsonObject => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
});
const client = (over: Partial<ClientSettings> = {}) =>
  createClient('langchain-openai-responses', { ...settings, ...over });
const user = (text: string): ChatMessage => ({ role: 'user', contents: [{ type: 'text', text }] });

test('a conversation that is kept goes on by its id, one that is not with all that was said', async () => {
  const sent = answers(...[1, 2, 3, 4].map(() => json(response([says('Yes.')]))));
  const kept = await client().getResponse(question);
  const { conversationId } = kept;
  await client().getResponse([...question, ...kept.messages, user('And?')], { conversationId: String(conversationId) });
  expect(sent[1]?.body).toMatchObject({ previous_response_id: 'resp_1', input: [{ role: 'user', content: 'And?' }] });
  const { messages, conversationId: none } = await client().getResponse(question, { store: false });
  expect(none).toBeUndefined();
  await client().getResponse([...question, ...messages, user('And?')], { store: false });
  expect(sent[3]?.body).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] });
  expect(sent[3]?.body.input).toHaveLength(3);
});

test('a response that failed is an error of the provider, with its code and no status', async () => {
  answers(json(response([], { status: 'failed', error: { code: 'server_error', message: 'No luck.' } })));
  const error = await thrown(client().getResponse(question));
  expect(error).toMatchObject({ name: 'ProviderError', code: 'server_error', retryable: true, status: undefined });
  expect(String(error)).toContain('No luck.');
});

test('what came of a shell goes back as an item', async () => {
  const sent = answers(json(response([says('Linux.')])));
  const outputs: ActionResult['outputs'] = [
    { type: 'text', text: 'Linux' },
    { type: 'error', message: 'late' },
  ];
  const result: ActionResult = { type: 'action-result', callId: 'call_1', tool: 'shell', outputs, exitCode: 2 };
  await client().getResponse([...question, { role: 'tool', contents: [result] }]);
  const outcome = { type: 'exit', exit_code: 2 };
  expect(sent[0]?.body).toMatchObject({
    input: [
      { role: 'user' },
      { type: 'shell_call_output', call_id: 'call_1', output: [{ stdout: 'Linux', stderr: 'late', outcome }] },
    ],
  });
});

test('bytes of a shell and an editor are refused before anything is sent', async () => {
  const sent = answers();
  const outputs: ActionResult['outputs'] = [{ type: 'data', mediaType: 'image/png', data: 'AAAA' }];
  const picture: ChatMessage = {
    role: 'tool',
    contents: [{ type: 'action-result', callId: 'call_1', tool: 'shell', outputs }],
  };
  expect(String(await thrown(client().getResponse([...question, picture])))).toContain('bytes');
  expect(await thrown(client().getResponse(question, { tools: [{ type: 'text-editor' }] }))).toMatchObject({
    name: 'UnsupportedToolError',
  });
  expect(sent).toEqual([]);
});

test('items of a message that the library did not make go back as they are, others are refused', async () => {
  const sent = answers(json(response([says('Yes.')])));
  const item = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'Ghent' } };
  const search = { callId: 'ws_1', tool: 'web-search', rawRepresentation: item };
  const said: ChatMessage = {
    role: 'assistant',
    contents: [
      { type: 'reasoning', text: 'Where is it?' },
      { type: 'hosted-tool-call', ...search },
      { type: 'hosted-tool-result', ...search, outputs: [] },
      { type: 'text', text: 'It is open.' },
      { type: 'function-call', callId: 'call_1', name: 'book', arguments: { seats: 2 } },
      { type: 'function-call', callId: 'call_2', name: 'book', argumentsText: '{"seats": ' },
    ],
  };
  const patched: ChatMessage = {
    role: 'tool',
    contents: [
      {
        type: 'action-result',
        callId: 'call_3',
        tool: 'text-editor',
        outputs: [{ type: 'error', message: 'No file.' }],
      },
    ],
  };
  const { warnings } = await client().getResponse([...question, said, patched]);
  expect(sent[0]?.body.input).toMatchObject([
    { role: 'user' },
    item,
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It is open.' }] },
    { type: 'function_call', call_id: 'call_1', arguments: '{"seats":2}' },
    { type: 'function_call', call_id: 'call_2', arguments: '{"seats": ' },
    { type: 'apply_patch_call_output', call_id: 'call_3', status: 'failed', output: 'No file.' },
  ]);
  expect(warnings).toMatchObject([{ code: 'reasoning-not-sent' }]);
  const foreign = { ...search, rawRepresentation: { type: 'server_tool_use', id: 'srvtoolu_1' } };
  const contents: ChatMessage['contents'] = [...said.contents, { type: 'hosted-tool-call', ...foreign }];
  expect(await thrown(client().getResponse([...question, { role: 'assistant', contents }]))).toMatchObject({
    code: 'invalid_request_error',
    rejectedBy: 'bridge',
  });
  expect(sent).toHaveLength(1);
});

test('items of the provider’s tools are told as soon as they are there, and words in pieces behind them', async () => {
  const search = {
    type: 'web_search_call',
    id: 'ws_1',
    status: 'completed',
    action: { type: 'search', query: 'Ghent' },
  };
  const delta = (text: string) => ({
    type: 'response.output_text.delta',
    item_id: 'msg_1',
    output_index: 1,
    content_index: 0,
    delta: text,
  });
  answers(
    events(
      { type: 'response.created', response: response([], { status: 'in_progress' }) },
      { type: 'response.output_item.done', output_index: 0, item: search },
      delta('It is '),
      delta('open.'),
      { type: 'response.completed', response: response([search, says('It is open.')]) },
    ),
  );
  const { messages, finishReason } = await streamed(client(), { tools: [{ type: 'web-search' }] });
  expect(messages[0]?.contents).toMatchObject([
    { type: 'hosted-tool-call', callId: 'ws_1', tool: 'web-search', arguments: { query: 'Ghent' } },
    { type: 'text', text: 'It is open.' },
    { type: 'text', text: '' },
  ]);
  expect([messages[0]?.messageId, finishReason]).toEqual(['msg_1', 'stop']);
});
