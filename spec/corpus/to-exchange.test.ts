import { describe, expect, it } from 'vitest';
import type { Operation } from '../../matrix/schema.ts';
import { bytesOf } from '../../recordings/format/body.ts';
import { splitFrames } from '../../recordings/format/event-stream.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { CorpusFolder } from './folders.ts';
import type { CorpusExchange } from './format.ts';
import { toExchanges } from './to-exchange.ts';

const operation = (more: Partial<Operation>): Operation => ({
  id: 'messages.create',
  method: 'POST',
  urlTemplates: ['/v1/messages'],
  transports: ['json', 'sse'],
  streamWhen: { body: 'stream' },
  description: 'the one operation of these tests',
  ...more,
});
const column = { baseUrl: 'https://api.example.org', operations: [operation({})] };
const folder: CorpusFolder = {
  folder: 'anthropic-messages',
  providerApi: 'anthropic',
  eventNamedBy: 'type',
  streamBeginsWith: 'message_start',
};
const recorded = (
  response: Partial<CorpusExchange['response']>,
  more: Partial<CorpusExchange> = {},
): CorpusExchange => ({
  request: { method: 'POST', url: '/v1/messages', json: { stream: 'events' in response } },
  response: { status: 200, ...response },
  stream: 'events' in response,
  ...more,
});
const served = (exchange: CorpusExchange, of: CorpusFolder = folder, at = column): Exchange[] => {
  const result = toExchanges(exchange, of, at);
  if ('reason' in result) throw new Error(result.reason);
  return result;
};
const start = { event: null, data: { type: 'message_start' } };
const stop = { event: null, data: { type: 'message_stop' } };

describe('toExchanges', () => {
  it('gives a JSON body back as text, with its request', () => {
    const request = {
      method: 'POST',
      url: 'https://elsewhere.example.com/v1/messages?beta=true',
      headers: { accept: '*/*' },
      json: { messages: [] },
    };
    expect(served(recorded({ json: { a: [1] }, headers: { 'request-id': 'req_1' } }, { request }))).toEqual([
      {
        operation: 'messages.create',
        transport: 'json',
        request: {
          method: 'POST',
          url: 'https://elsewhere.example.com/v1/messages?beta=true',
          headers: [['accept', '*/*']],
          body: { text: '{"messages":[]}' },
        },
        response: {
          status: 200,
          headers: [
            ['request-id', 'req_1'],
            ['content-type', 'application/json'],
          ],
          body: { text: '{"a":[1]}' },
        },
      },
    ]);
  });

  it('completes a path with the host of the column, and a missing status with 200', () => {
    const [exchange] = served(recorded({ status: null, json: {} }));
    expect(exchange?.request.url).toBe('https://api.example.org/v1/messages');
    expect(exchange?.response.status).toBe(200);
  });

  it('serves no list to an adapter that asks for events, and says so', () => {
    const request = { method: 'POST', url: '/v1/messages', json: { stream: true } };
    expect(toExchanges(recorded({ json: [{ a: 1 }] }, { request }), folder, column)).toMatchObject({ aside: false });
    const refused = served(recorded({ status: 400, json: [{ error: {} }] }, { request }));
    expect(refused.map(({ transport }) => transport)).toEqual(['sse']);
  });

  it('writes events as a stream, under the names they had', () => {
    const events = [
      { event: 'ping', data: { type: 'ping' } },
      { event: null, data: '[DONE]\nline' },
      { event: null, data: null },
    ];
    const [exchange] = served(recorded({ events }), { ...folder, eventNamedBy: 'kind' });
    expect(exchange?.transport).toBe('sse');
    expect(exchange?.response.headers).toEqual([['content-type', 'text/event-stream; charset=utf-8']]);
    expect(exchange?.response.body.text).toBe(
      'event: ping\ndata: {"type":"ping"}\n\ndata: [DONE]\ndata: line\n\ndata: null\n\n',
    );
  });

  it('writes frames as an AWS event stream, headers in their order', () => {
    const at = {
      baseUrl: 'https://bedrock.example.org',
      operations: [
        operation({
          urlTemplates: ['/model/{modelId}/converse', '/model/{modelId}/converse-stream'],
          transports: ['json', 'eventstream'],
          streamWhen: { pathSuffix: '-stream' },
        }),
      ],
    };
    const headers = { ':event-type': 'metadata', ':content-type': 'application/json' };
    const frames = [
      { headers, json: { n: 1 } },
      { headers: { a: 'b' }, text: 'x' },
      { headers: {}, base64: '/w==' },
    ];
    const request = { method: 'POST', url: '/model/a.b-v1%3A0/converse-stream', json: {} };
    for (const exchange of [recorded({ frames }, { request }), recorded({ frames }, { request: null, stream: true })]) {
      const [sent] = served(exchange, { folder: 'bedrock-converse', providerApi: 'bedrock-converse' }, at);
      expect(sent?.transport).toBe('eventstream');
      expect(sent?.response.headers).toEqual([['content-type', 'application/vnd.amazon.eventstream']]);
      const split = splitFrames(bytesOf(sent?.response.body ?? { text: '' }));
      expect(split.frames.map((frame) => [frame.headers, Buffer.from(frame.payload).toString('latin1')])).toEqual([
        [Object.entries(headers), '{"n":1}'],
        [[['a', 'b']], 'x'],
        [[], '\xff'],
      ]);
      expect(split.rest).toHaveLength(0);
    }
  });

  it('makes frames again of events whose source kept only what they held', () => {
    const operations = [operation({ transports: ['json', 'eventstream'], streamWhen: { pathSuffix: '-stream' } })];
    const request = { method: 'POST', url: '/v1/messages', json: {} };
    const events = [{ event: null, data: { messageStop: { stopReason: 'end_turn' } } }];
    const at = {
      ...column,
      operations: operations.map((o) => ({ ...o, urlTemplates: ['/v1/messages', '/v1/messages-stream'] })),
    };
    const asked = recorded({ events, events_from: 'ndjson' }, { request: { ...request, url: '/v1/messages-stream' } });
    const [exchange] = served(asked, folder, at);
    const { frames } = splitFrames(bytesOf(exchange?.response.body ?? { text: '' }));
    expect(frames.map(({ headers, payload }) => [headers[0], Buffer.from(payload).toString()])).toEqual([
      [[':event-type', 'messageStop'], '{"stopReason":"end_turn"}'],
    ]);
  });

  it('takes the raw stream where the source has it', () => {
    const [exchange] = served(recorded({ events: [start], sse_text: ': hello\r\n\r\n' }));
    expect(exchange?.response.body.text).toBe(': hello\r\n\r\n');
  });

  it('names events again whose names the source lost, where the wire names them after their data', () => {
    const [named] = served(recorded({ events: [start], events_from: 'ndjson' }));
    expect(named?.response.body.text).toBe('event: message_start\ndata: {"type":"message_start"}\n\n');
    const chat: CorpusFolder = { folder: 'openai-chat', providerApi: 'openai-chat' };
    expect(served(recorded({ events: [start] }), chat)[0]?.response.body.text).toMatch(/^data: /);
  });

  it('parts streams that a source without HTTP put one after the other, and no others', () => {
    const events = [start, stop, start, stop, stop];
    const texts = (from: object) => served(recorded({ events, ...from })).map(({ response }) => response.body.text);
    expect(texts({ events_from: 'ndjson' }).map((text) => text.match(/data/g)?.length)).toEqual([2, 3]);
    expect(texts({})).toHaveLength(1);
  });

  it('imagines a request where the source keeps only the answer', () => {
    const [stream] = served(recorded({ events: [start] }, { request: null }));
    expect(stream?.request).toMatchObject({ method: 'POST', url: 'https://api.example.org/v1/messages' });
    expect([stream?.transport, stream?.request.body?.text]).toEqual(['sse', '{"stream":true}']);
    expect(served(recorded({ json: {} }, { request: null }))[0]?.transport).toBe('json');
  });

  it('imagines it as the column says that it streams', () => {
    const byPath = operation({
      urlTemplates: ['/v1/models/{model}:generate', '/v1/models/{model}:streamGenerate'],
      streamWhen: { pathSuffix: ':streamGenerate', query: 'alt=sse' },
    });
    const google = { baseUrl: 'https://api.example.org', operations: [byPath] };
    const [json] = served(recorded({ json: {} }, { request: null }), folder, google);
    expect(json?.request.url).toBe('https://api.example.org/v1/models/unknown:generate');
    const [sse] = served(recorded({ events: [start] }, { request: null }), folder, google);
    expect(sse?.transport).toBe('sse');
  });

  it('says why it can serve no answer, and sets aside what is no operation of the column', () => {
    const files = recorded({ json: {} }, { request: { method: 'POST', url: '/v1/files' } });
    expect(toExchanges(files, folder, column)).toEqual({
      reason: expect.stringContaining('this provider API has no operation POST /v1/files'),
      aside: true,
    });
    expect(toExchanges(recorded({ json: {} }, { request: null }), folder, { ...column, operations: [] })).toEqual({
      reason: 'no operation of the provider API has this response, and the source has no request',
      aside: false,
    });
    const lost = recorded({ text: '', headers: { 'content-type': 'application/json' } });
    expect(toExchanges(lost, folder, column)).toEqual({
      reason: 'the source has no body of the response',
      aside: false,
    });
  });
});
