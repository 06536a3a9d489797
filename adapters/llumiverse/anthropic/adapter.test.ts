import { afterEach, expect, test, vi } from 'vitest';
import { type ChatMessage, foldUpdates } from '../../../spec/contract/index.ts';
import { askedTwiceWithTokens, events, fakeFetch, hello, json, settingsOf, updatesOf } from '../shared/fake-fetch.ts';
import { adapter } from './adapter.ts';

const settings = { ...settingsOf('https://api.example'), model: 'claude-sonnet-5-5' };

function served(answer: () => Response): Request[] {
  const { asked, fetch } = fakeFetch(answer);
  vi.stubGlobal('fetch', fetch);
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const block = (type: 'thinking' | 'text', index: number, ...pieces: string[]) => [
  { type: 'content_block_start', index, content_block: { type, [type]: '' } },
  ...pieces.map((piece) => ({ type: 'content_block_delta', index, delta: { type: `${type}_delta`, [type]: piece } })),
  { type: 'content_block_stop', index },
];

const streamed = (...blocks: { readonly type: string }[]) => {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null };
  return () =>
    events(
      { type: 'message_start', message: { ...message, usage: { input_tokens: 3, output_tokens: 1 } } },
      ...blocks,
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    );
};

test('an error of the provider is asked for once, and says what the provider said', async () => {
  const body = { type: 'error', error: { type: 'overloaded_error', message: 'busy' } };
  const headers = { 'request-id': 'req_1', 'retry-after': '2' };
  const asked = served(() => json(body, { status: 529, headers }));
  const expected = {
    name: 'ProviderError',
    status: 529,
    code: 'overloaded_error',
    requestId: 'req_1',
    retryAfter: 2000,
    retryable: true,
  };
  const client = adapter.createClient(settings);
  await expect(client.getResponse(hello)).rejects.toMatchObject(expected);
  await expect(updatesOf(client.getStreamingResponse(hello))).rejects.toMatchObject(expected);
  expect(asked).toHaveLength(2);
});

test.for([
  [{ type: 'apiKey', apiKey: 'k' }, ['k', null]],
  [{ type: 'bearerToken', token: 't' }, [null, 'Bearer t']],
  [{ type: 'tokenProvider', getToken: async () => 'p' }, [null, 'Bearer p']],
] as const)('the credential is the one that the caller gave: %o', async ([credentials, expected]) => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'of-the-environment');
  vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'of-the-environment');
  const asked = served(streamed(...block('text', 0, 'Hi.')));
  await adapter.createClient({ ...settings, credentials }).getResponse(hello);
  expect(asked.map(({ url }) => url)).toEqual(['https://api.example/v1/messages']);
  expect([asked[0]?.headers.get('x-api-key'), asked[0]?.headers.get('authorization')]).toEqual(expected);
});

test('a function that gives tokens is asked before each request', async () => {
  const asked = served(streamed(...block('text', 0, 'Hi.')));
  const client = await askedTwiceWithTokens(adapter, settings, ['first', 'second']);
  expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer first', 'Bearer second']);
  await expect(client.getResponse(hello)).rejects.toMatchObject({ code: 'authentication_error' });
  expect(asked).toHaveLength(2);
});

test('words come as they are said; with thoughts among them they come at the end, each as what it is', async () => {
  const client = adapter.createClient(settings);
  served(streamed(...block('text', 0, 'Good ', 'morning.')));
  const words = await updatesOf(client.getStreamingResponse(hello));
  expect(words.map((u) => u.contents)).toEqual([
    [{ type: 'text', text: 'Good ' }],
    [{ type: 'text', text: 'morning.' }],
    [],
  ]);
  served(streamed(...block('thinking', 0, 'Early.'), ...block('text', 1, 'Good ', 'morning.')));
  const thoughts = await updatesOf(client.getStreamingResponse(hello, { reasoning: { budgetTokens: 1024 } }));
  expect(thoughts.map((u) => u.contents)).toEqual([
    [
      { type: 'reasoning', text: 'Early.' },
      { type: 'text', text: 'Good morning.' },
    ],
  ]);
});

test('what was said before goes back as the library kept it, and instructions are said once', async () => {
  const asked = served(streamed(...block('text', 0, 'Hi.')));
  const client = adapter.createClient(settings);
  const instructions = 'Be brief.';
  const { messages, conversationId } = await client.getResponse(hello, { instructions });
  await client.getResponse([...hello, ...messages, ...hello], { instructions, conversationId: conversationId ?? '' });
  expect(await asked[1]?.json()).toMatchObject({
    system: [{ text: 'Be brief.' }],
    messages: [{ role: 'user' }, { role: 'assistant', content: [{ text: 'Hi.' }] }, { role: 'user' }],
  });
});

test.for(['getResponse', 'getStreamingResponse'] as const)(
  'after an answer of %s without a word, the next request says each message once, whether all are told again or the new alone',
  async (call) => {
    const client = adapter.createClient(settings);
    const answer = async (messages: ChatMessage[], conversationId?: string) => {
      const options = conversationId === undefined ? {} : { conversationId };
      if (call === 'getResponse') return client.getResponse(messages, options);
      return foldUpdates(await updatesOf(client.getStreamingResponse(messages, options)));
    };
    const asked = served(streamed());
    const { messages, conversationId } = await answer(hello);
    expect(messages).toEqual([]);
    const again: ChatMessage = { role: 'user', contents: [{ type: 'text', text: 'Anybody?' }] };
    await answer([...hello, again], conversationId);
    await answer([again], conversationId);
    for (const request of asked.slice(1)) {
      const { messages: sent } = (await request.json()) as { messages: { content: { text: string }[] }[] };
      expect(sent.flatMap(({ content }) => content.map(({ text }) => text))).toEqual(['Hello.', 'Anybody?']);
    }
    expect(asked).toHaveLength(3);
  },
);

test.for(['getResponse', 'getStreamingResponse'] as const)('an abort ends %s with AbortedError', async (call) => {
  const ending = new AbortController();
  served(() => {
    ending.abort();
    throw new DOMException('aborted', 'AbortError');
  });
  const client = adapter.createClient(settings);
  const context = { signal: ending.signal };
  const ended =
    call === 'getResponse'
      ? client.getResponse(hello, {}, context)
      : updatesOf(client.getStreamingResponse(hello, {}, context));
  await expect(ended).rejects.toMatchObject({ name: 'AbortedError' });
});

test('a call of the assistant that the library did not make cannot be told, and nothing is sent', async () => {
  const asked = served(() => expect.fail('sent'));
  const call = { type: 'function-call', callId: '1', name: 'f', arguments: {} } as const;
  const told = adapter.createClient(settings).getResponse([...hello, { role: 'assistant', contents: [call] }]);
  await expect(told).rejects.toMatchObject({ name: 'ProviderError', code: 'invalid_request_error' });
  expect(asked).toEqual([]);
});
