/** What a completion becomes, whole and as a stream, and how it goes back. */
import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { type ChatMessage, type ChatResponse, foldUpdates } from '../../../spec/contract/index.ts';
import { buildRequest } from './request.ts';
import { responseFromBody } from './response.ts';
import { updatesFromChunks } from './stream.ts';

const usage = {
  prompt_tokens: 10,
  completion_tokens: 5,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 3 },
};
const whole = (message: object, finish: string | null = 'stop', more: object = {}) => ({
  id: 'chatcmpl-1',
  model: 'gpt-test',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  usage,
  ...more,
});
const chunk = (delta: object, finish: string | null = null, more: object = {}) => ({
  id: 'chatcmpl-1',
  model: 'gpt-test',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
});
async function streamed(...chunks: unknown[]): Promise<ChatResponse> {
  const updates = [];
  async function* all() {
    yield* chunks;
  }
  for await (const update of updatesFromChunks(all())) updates.push(update);
  return foldUpdates(updates);
}
/** The messages as they go back. */
const goesBack = (messages: readonly ChatMessage[]) => {
  const context = { settings: { model: 'm' }, adapterId: 'a', stream: false };
  return buildRequest(JSON.parse(JSON.stringify(messages)), {}, context).body.messages;
};
const call = (id: string, args: string): JsonObject => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: args },
});

describe('a completion', () => {
  it('says its text, its calls, why it ended and what it cost', () => {
    const body = whole({ content: 'Wait.', tool_calls: [call('a', '{ "x": 1 }')] }, 'tool_calls');
    expect(responseFromBody(body)).toEqual({
      messages: [
        {
          role: 'assistant',
          contents: [
            { type: 'text', text: 'Wait.' },
            {
              type: 'function-call',
              callId: 'a',
              name: 'f',
              arguments: { x: 1 },
              rawRepresentation: call('a', '{ "x": 1 }'),
            },
          ],
          rawRepresentation: body.choices[0]?.message,
        },
      ],
      responseId: 'chatcmpl-1',
      modelId: 'gpt-test',
      finishReason: 'tool_calls',
      usage: { inputTokens: 10, outputTokens: 5, cachedInputTokens: 4, reasoningTokens: 3 },
      warnings: [],
      rawRepresentation: body,
    });
  });

  it('goes back to the letter', () => {
    const message = { content: 'Wait.', tool_calls: [call('a', '{ "x": 1.0 }'), call('b', '{"x":')] };
    expect(goesBack(responseFromBody(whole(message, 'tool_calls')).messages)).toEqual([
      { role: 'assistant', ...message },
    ]);
  });

  it('is changed where the application changed it', () => {
    const { messages } = responseFromBody(whole({ tool_calls: [call('a', '{ "x": 1 }')] }));
    const changed = messages.map((message) => ({
      ...message,
      contents: message.contents.map((c) => (c.type === 'function-call' ? { ...c, arguments: { x: 2 } } : c)),
    }));
    expect(goesBack(changed)).toEqual([{ role: 'assistant', content: null, tool_calls: [call('a', '{"x":2}')] }]);
  });

  it('cites by characters, the end exclusive', () => {
    const source = { url: 'https://a.example', title: 'A', start_index: 2, end_index: 4 };
    const annotation = { type: 'url_citation', url_citation: source };
    const [message] = responseFromBody(whole({ content: '🛰 up!', annotations: [annotation] })).messages;
    expect(message?.contents).toEqual([
      {
        type: 'text',
        text: '🛰 up!',
        annotations: [{ url: source.url, title: 'A', startIndex: 3, endIndex: 5, rawRepresentation: annotation }],
      },
    ]);
  });

  it('a refusal is an error content, and goes back as a refusal', () => {
    const { messages } = responseFromBody(whole({ content: null, refusal: 'No.' }));
    expect(messages[0]?.contents).toEqual([{ type: 'error', message: 'No.', errorCode: 'refusal' }]);
    expect(goesBack(messages)).toEqual([{ role: 'assistant', content: null, refusal: 'No.' }]);
  });

  it('a call from before there were tools is answered by name', () => {
    const { messages, finishReason } = responseFromBody(
      whole({ function_call: { name: 'f', arguments: '{}' } }, 'function_call'),
    );
    expect(finishReason).toBe('tool_calls');
    const result: ChatMessage = {
      role: 'tool',
      contents: [{ type: 'function-result', callId: 'f', name: 'f', result: 1 }],
    };
    expect(goesBack([...messages, result])).toEqual([
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
      { role: 'function', name: 'f', content: '1' },
    ]);
  });

  it('a custom tool is asked in the model’s own words, which may look like JSON', () => {
    const custom = { id: 'a', type: 'custom', custom: { name: 'sum', input: '{"a":1}' } };
    const { messages } = responseFromBody(whole({ tool_calls: [custom] }, 'tool_calls'));
    expect(messages[0]?.contents).toEqual([
      { type: 'function-call', callId: 'a', name: 'sum', argumentsText: '{"a":1}', rawRepresentation: custom },
    ]);
    expect(goesBack(messages)).toEqual([{ role: 'assistant', content: null, tool_calls: [custom] }]);
  });

  it('a call of an unknown type is not lost, and goes back', () => {
    const odd = { id: 'a', type: 'telepathy', telepathy: {} };
    const { messages } = responseFromBody(whole({ tool_calls: [odd] }));
    expect(messages[0]?.contents).toEqual([
      { type: 'hosted-tool-result', tool: 'telepathy', outputs: [], rawRepresentation: odd },
    ]);
    expect(goesBack(messages)).toEqual([{ role: 'assistant', content: null, tool_calls: [odd] }]);
  });

  test.each<[unknown, string]>([
    ['<html>', 'WireError'],
    [{ choices: [] }, 'WireError'],
    [whole({ tool_calls: [{ type: 'function', function: { name: 'f' } }] }), 'WireError'],
    [whole({ tool_calls: [7] }), 'WireError'],
    [{ error: { message: 'No.', code: 'server_error' } }, 'ProviderError'],
  ])('none: %j', (body, name) => {
    expect(() => responseFromBody(body)).toThrow(expect.objectContaining({ name }));
  });
});

describe('a stream', () => {
  it('says the same as a whole completion', async () => {
    const annotation = {
      type: 'url_citation',
      url_citation: { url: 'https://a.example', start_index: 0, end_index: 4 },
    };
    const message = {
      content: 'Wait.',
      annotations: [annotation],
      tool_calls: [call('a', '{"x":1}'), call('b', '{}')],
    };
    const { rawRepresentation: _, ...complete } = responseFromBody(whole(message, 'stop'));
    const response = await streamed(
      { choices: [], prompt_filter_results: [] },
      chunk({ role: 'assistant', content: '', refusal: null }),
      chunk({ content: 'Wa', annotations: [annotation] }),
      chunk({ content: 'it.' }),
      chunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }] }),
      chunk({ tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'f', arguments: '{' } }] }),
      chunk({
        tool_calls: [
          { index: 0, function: { arguments: '{"x":1}' } },
          { index: 1, function: { arguments: '}' } },
        ],
      }),
      { choices: [{ index: 1, delta: { content: 'Another answer.' } }] },
      chunk({}, 'stop'),
      { choices: [], usage },
    );
    expect(response).toEqual({
      ...complete,
      messages: complete.messages.map(({ rawRepresentation: __, ...rest }) => rest),
    });
    expect(response.finishReason).toBe('tool_calls');
  });

  it('tells words at once and whole things last', async () => {
    const response = await streamed(
      chunk({ refusal: 'I can' }),
      chunk({ refusal: 'not.' }),
      chunk({ function_call: { name: 'f', arguments: '{"a"' } }),
      chunk({ function_call: { arguments: ':1}' } }),
      chunk({}, 'function_call'),
    );
    expect(response.messages[0]?.contents).toMatchObject([
      { type: 'error', message: 'I cannot.', errorCode: 'refusal' },
      { type: 'function-call', callId: 'f', arguments: { a: 1 } },
    ]);
    expect(response.usage).toBeUndefined();
  });

  it('may have no indexes: an id begins a call', async () => {
    const response = await streamed(
      chunk({ tool_calls: [call('a', '{"x"')] }),
      chunk({ tool_calls: [{ function: { arguments: ':1}' } }, call('b', '{}')] }),
      chunk({}, 'tool_calls'),
    );
    expect(response.messages[0]?.contents).toMatchObject([
      { callId: 'a', arguments: { x: 1 } },
      { callId: 'b', arguments: {} },
    ]);
  });

  test.each<[string, unknown[]]>([
    ['nothing comes', []],
    ['it ends before it says why', [chunk({ content: 'x' })]],
    ['a chunk is no object', [7]],
  ])('is torn where %s', async (_title, chunks) => {
    await expect(streamed(...chunks)).rejects.toThrow(expect.objectContaining({ name: 'WireError' }));
  });
});
