import { expect, test } from 'vitest';
import type { Operation } from '../../matrix/schema.ts';
import type { Cassette, CassetteEntry } from '../format/cassette.ts';
import { scrubRequest } from '../scrub/scrub.ts';
import { classify } from './match-request.ts';
import { exchangesOn, ResponseQueue } from './response-queue.ts';

const operation = (changes: Partial<Operation> & { id: string }): Operation => ({
  method: 'POST',
  urlTemplates: [`/v1/${changes.id}`],
  transports: ['json'],
  description: 'made for a test',
  ...changes,
});

const operations: Operation[] = [
  operation({
    id: 'messages.create',
    urlTemplates: ['/v1/messages'],
    transports: ['json', 'sse'],
    streamWhen: { body: 'stream' },
  }),
  operation({
    id: 'models.generate',
    urlTemplates: [
      '/v1/models/{model}:generate',
      '/v1beta/models/{model}:generate',
      '/v1/models/{model}:streamGenerate',
    ],
    transports: ['json', 'sse'],
    streamWhen: { query: 'alt=sse' },
  }),
  operation({
    id: 'agents.invoke',
    urlTemplates: ['/agents/{id}/invoke', '/agents/{id}/invoke-stream'],
    transports: ['json', 'eventstream'],
    streamWhen: { pathSuffix: '-stream' },
  }),
  operation({ id: 'runs.get', method: 'GET', urlTemplates: ['/runs/{id}'], poll: true }),
  operation({ id: 'runs.last', method: 'GET', urlTemplates: ['/runs/last'] }),
  operation({ id: 'runs.one', method: 'PUT', urlTemplates: ['/runs/{id}'] }),
  operation({ id: 'runs.folder', method: 'PUT', urlTemplates: ['/runs/{id}/'] }),
  operation({ id: 'runs.delete', method: 'DELETE', urlTemplates: ['/runs/{id}'], optional: true }),
];

const request = (method: string, path: string, body?: unknown) =>
  scrubRequest({
    method,
    url: `https://api.example${path}`,
    headers: [],
    ...(body === undefined ? {} : { body: { text: typeof body === 'string' ? body : JSON.stringify(body) } }),
  });

const types = { json: 'application/json', sse: 'text/event-stream', eventstream: 'application/vnd.amazon.eventstream' };

const entry = (method: string, path: string, body: unknown, answer: string, type = types.json): CassetteEntry => ({
  request: request(method, path, body),
  response: { status: 200, headers: [['content-type', type]], body: { text: answer } },
});

const cassette = (...entries: CassetteEntry[]): Cassette => ({
  provenance: { evidence: 'documented', sources: [{ title: 'x' }], note: 'x' },
  entries,
});

const said = (tape: ResponseQueue, ...asked: Parameters<typeof request>): string => {
  const answer = tape.take(request(...asked));
  return 'reason' in answer ? answer.reason : answer.response.body.text;
};

test.each([
  ['POST', '/v1/messages?beta=true', { stream: true }, 'messages.create', 'sse'],
  ['POST', '/v1/messages', { stream: 'true' }, 'messages.create', 'json'],
  ['POST', '/v1/messages', 'stream: true', 'messages.create', 'json'],
  ['POST', '/v1/messages/', undefined, 'messages.create', 'json'],
  ['POST', '/v1beta/models/m-1.5%20x:generate?alt=sse&key=1', {}, 'models.generate', 'sse'],
  ['POST', '/v1/models/m%3Agenerate', {}, 'models.generate', 'json'],
  ['POST', '/agents/a/invoke-stream', {}, 'agents.invoke', 'eventstream'],
  ['GET', '/runs/last', undefined, 'runs.last', 'json'],
  ['GET', '/runs/r1', undefined, 'runs.get', 'json'],
  ['PUT', '/runs/r1', undefined, 'runs.one', 'json'],
  ['PUT', '/runs/r1/', undefined, 'runs.folder', 'json'],
])('%s %s %j is %s by %s', (method, path, body, id, transport) => {
  expect(classify(request(method, path, body), operations)).toMatchObject({ operation: { id }, transport });
});

test.each([
  ['POST', '/v1/message', /has no operation POST \/v1\/message; nearest: messages\.create \(POST \/v1\/messages\)/],
  ['GET', '/v1/messages', /no operation/],
  ['POST', '/v1/messages/batches', /no operation/],
  ['POST', '/v1/models/a/b:generate', /no operation/],
  ['POST', '/v1/models/:generate', /no operation/],
  ['POST', '/V1/messages', /no operation/],
  ['PUT', '/nothing/like/it/at/all', /known: messages\.create, /],
])('%s %s is no operation', (method, path, reason) => {
  expect(classify(request(method, path), operations)).toEqual({ reason: expect.stringMatching(reason) });
});

test('a path of the base URL may stand before the templates', () => {
  const asked = request('POST', '/gateway/eu/v1/messages');
  expect(classify(asked, operations, 'https://proxy.example/gateway/eu/')).toHaveProperty('operation');
  expect(classify(asked, operations, 'https://proxy.example/gate')).toHaveProperty('reason');
  expect(classify(request('POST', '/v1/messages'), operations, 'https://proxy.example/v1')).toHaveProperty('operation');
});

test('what another conversation of the client made for both is not missed; what is its own is', () => {
  const asked = (path: string, name: string) => request('POST', path, { model: 'm', tools: [name] });
  const recorded = (path: string, name: string) => entry('POST', path, { tools: [name], model: 'm' }, name);
  const agents = operation({ id: 'agents.create', urlTemplates: ['/agents/{id}'], shared: true });
  const tape = new ResponseQueue(
    cassette(recorded('/agents/x', 'a'), recorded('/agents/x', 'b'), recorded('/v1/messages', 'a')),
    [agents, ...operations],
  );
  const elsewhere = [
    { operation: 'agents.create', request: asked('/agents/y', 'a') },
    { operation: 'messages.create', request: asked('/v1/messages', 'a') },
  ];
  expect(tape.unconsumed(elsewhere)).toEqual(['agents.create by json, entry 2', 'messages.create by json, entry 3']);
  expect(tape.unconsumed()).toHaveLength(3);
});

test('answers come in recorded order, per operation and transport', () => {
  const tape = new ResponseQueue(
    cassette(
      entry('POST', '/v1/messages', {}, 'first'),
      entry('GET', '/runs/last', undefined, 'run'),
      entry('POST', '/v1/messages', { stream: true }, 'streamed', types.sse),
      entry('POST', '/v1/messages', {}, 'second'),
    ),
    operations,
  );
  expect(said(tape, 'POST', '/v1/messages', { stream: true, changed: 1 })).toBe('streamed');
  expect(said(tape, 'POST', '/v1/messages', {})).toBe('first');
  expect(tape.unconsumed()).toEqual(['runs.last by json, entry 2', 'messages.create by json, entry 4']);
  expect(said(tape, 'POST', '/v1/messages', {})).toBe('second');
  expect(said(tape, 'GET', '/runs/last')).toBe('run');
  expect(tape.unconsumed()).toEqual([]);
  expect(said(tape, 'POST', '/v1/messages', {})).toBe('messages.create by json is used up: 2 recorded, 2 used');
});

test('a stream request is never served a JSON body, or the reverse', () => {
  const whole = new ResponseQueue(cassette(entry('POST', '/v1/messages', {}, '{}')), operations);
  expect(said(whole, 'POST', '/v1/messages', { stream: true })).toBe(
    'messages.create by sse is not recorded; the cassette has messages.create by json (1 recorded, 0 used)',
  );
  const stream = new ResponseQueue(
    cassette(entry('POST', '/v1/messages', { stream: true }, '', types.sse)),
    operations,
  );
  expect(said(stream, 'POST', '/v1/messages', {})).toContain('messages.create by json is not recorded');
  for (const [body, type] of [
    [{ stream: true }, types.json],
    [{}, types.sse],
    [{}, types.eventstream],
  ] as const) {
    const wrong = cassette(entry('POST', '/v1/messages', body, '{}', type));
    expect(() => new ResponseQueue(wrong, operations)).toThrow(
      /the request asks for (sse|json), but the response has /,
    );
  }
});

test('an error answers a stream request as JSON', () => {
  const made = entry('POST', '/v1/messages', { stream: true }, '{"error":{}}');
  const tape = new ResponseQueue(cassette({ ...made, response: { ...made.response, status: 529 } }), operations);
  expect(said(tape, 'POST', '/v1/messages', { stream: true })).toBe('{"error":{}}');
});

test('a poll repeats its last answer, within a bound', () => {
  const tape = new ResponseQueue(
    cassette(entry('GET', '/runs/1', undefined, 'queued'), entry('GET', '/runs/1', undefined, 'done')),
    operations,
  );
  const answers = Array.from({ length: 53 }, () => said(tape, 'GET', '/runs/1'));
  expect(answers.slice(0, 3)).toEqual(['queued', 'done', 'done']);
  expect(answers[51]).toBe('done');
  expect(answers[52]).toBe('runs.get by json is used up: 2 recorded, 2 used, the last one 50 times more');
});

test('what is optional need not be consumed, a poll must be heard to its end', () => {
  const tape = new ResponseQueue(
    cassette(entry('DELETE', '/runs/1', undefined, '{}'), entry('GET', '/runs/1', undefined, 'done')),
    operations,
  );
  expect(tape.unconsumed()).toEqual(['runs.get by json, entry 2']);
  expect(said(tape, 'DELETE', '/runs/2')).toBe('{}');
  expect(said(tape, 'DELETE', '/runs/2')).toContain('used up');
});

test('the exchanges on a cassette are those of its entries, without the optional ones', () => {
  const all = [
    entry('POST', '/v1/messages', { stream: true }, 'data: {}\n\n', types.sse),
    entry('DELETE', '/runs/1', undefined, '{}'),
    entry('GET', '/runs/1', undefined, 'done'),
  ];
  const exchanges = exchangesOn(cassette(...all), operations, undefined);
  expect(exchanges.map(({ operation, transport, request }) => [operation, transport, request.method])).toEqual([
    ['messages.create', 'sse', 'POST'],
    ['runs.get', 'json', 'GET'],
  ]);
  expect(exchanges.map(({ response }) => response)).toEqual([all[0]?.response, all[2]?.response]);
});

test('a miss says what there is', () => {
  const tape = new ResponseQueue(cassette(entry('POST', '/v1/messages', {}, '{}')), operations);
  expect(said(tape, 'GET', '/runs/1')).toBe(
    'runs.get by json is not recorded; the cassette has messages.create by json (1 recorded, 0 used)',
  );
  expect(said(new ResponseQueue(cassette(), operations), 'GET', '/runs/1')).toContain('the cassette has nothing');
});

test('a cassette with a foreign entry is refused', () => {
  expect(() => new ResponseQueue(cassette(entry('POST', '/v2/messages', {}, '{}')), operations)).toThrow(
    /nearest: messages\.create/,
  );
});
