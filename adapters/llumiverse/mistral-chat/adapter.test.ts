import { afterEach, expect, test, vi } from 'vitest';
import { fakeFetch, hello, json, settingsOf } from '../shared/fake-fetch.ts';
import { adapter } from './adapter.ts';

const settings = settingsOf('https://api.example/');

function served(answer: () => Response): Request[] {
  const { asked, fetch } = fakeFetch(answer);
  vi.stubGlobal('fetch', fetch);
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

const completion = {
  id: 'cmpl_1',
  object: 'chat.completion',
  created: 1,
  model: 'm-1',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'model_length' }],
  usage: { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 },
};

test('what a completion has no member for is told of the answer itself, where it came whole', async () => {
  const asked = served(() => json(completion));
  await expect(adapter.createClient(settings).getResponse(hello)).resolves.toMatchObject({
    messages: [{ contents: [{ type: 'text', text: 'Hi.' }] }],
    responseId: 'cmpl_1',
    modelId: 'm-1',
    finishReason: 'length',
    usage: { inputTokens: 3, outputTokens: 5 },
  });
  expect(asked.map((r) => [r.url, r.headers.get('authorization')])).toEqual([
    ['https://api.example/v1/chat/completions', 'Bearer secret'],
  ]);
});

test('references are told of the answer itself too, of all that was said', async () => {
  const said = (text: string) => ({ type: 'text', text });
  const content = [said('One'), { type: 'reference', reference_ids: [2, 'doc-7'] }, said(', two.')];
  const message = { role: 'assistant', content };
  served(() => json({ ...completion, choices: [{ index: 0, message, finish_reason: 'stop' }] }));
  const { messages } = await adapter.createClient(settings).getResponse(hello);
  expect(messages[0]?.contents).toEqual([
    { type: 'text', text: 'One' },
    { type: 'text', text: ', two.' },
    { type: 'text', text: '', annotations: [{ title: '2' }, { title: 'doc-7' }] },
  ]);
});

test('options are said where the driver has words for them, and warned of where it has none', async () => {
  const asked = served(() => json(completion));
  const { warnings } = await adapter.createClient(settings).getResponse(hello, {
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }],
    toolMode: { type: 'required' },
    allowMultipleToolCalls: false,
    reasoning: { effort: 'low' },
    stopSequences: ['a'],
    rawRepresentation: { metadata: {} },
  });
  expect(await asked[0]?.json()).toMatchObject({ tool_choice: 'required', parallel_tool_calls: false, stop: ['a'] });
  expect(warnings.map(({ message }) => /"(.*)"/.exec(message)?.[1])).toEqual(['reasoning.effort', 'rawRepresentation']);
});

test('nothing is sent for the choice of one function', async () => {
  const asked = served(() => expect.fail('sent'));
  const chosen = adapter
    .createClient(settings)
    .getResponse(hello, { toolMode: { type: 'required', functionName: 'f' } });
  await expect(chosen).rejects.toMatchObject({ name: 'ProviderError', code: 'invalid_request_error' });
  expect(asked).toEqual([]);
});

test('of an error the code is not told: the SDK keeps the body as text', async () => {
  const headers = { 'mistral-correlation-id': 'req_1', 'retry-after': '2' };
  const asked = served(() => json({ message: 'no secret here', type: 'busy', code: 3000 }, { status: 429, headers }));
  const failed = adapter.createClient(settings).getResponse(hello);
  const expected = { status: 429, code: undefined, requestId: 'req_1', retryAfter: 2000, retryable: true };
  await expect(failed).rejects.toMatchObject({ name: 'ProviderError', ...expected });
  await expect(failed).rejects.toThrow(/no \[credentials\] here/);
  expect(asked).toHaveLength(1);
});

test('an answer that is none is no error of the provider, whatever its status', async () => {
  served(() => json({ choices: 'secret' }));
  const failed = adapter.createClient(settings).getResponse(hello);
  await expect(failed).rejects.toMatchObject({ name: 'WireError' });
  await expect(failed).rejects.not.toThrow(/secret/);
});

test('settings that cannot be used are refused', () => {
  expect(() => adapter.createClient({ ...settings, surface: 'none' })).toThrow(TypeError);
  const credentials = { type: 'tokenProvider', getToken: async () => 't' } as const;
  expect(() => adapter.createClient({ ...settings, credentials })).toThrow(TypeError);
});
