import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import type { Uploads } from '../../matrix/schema.ts';
import type { ClientSettings } from '../../spec/contract/index.ts';
import { loadResources, make, makerOf, neededBy, type Resource, withIds } from './resources.ts';

const matrix = await loadMatrix();
const columnOf = (id: string) => providerOf(matrix, id);

let server: Server;
let settings: ClientSettings;
/** What was asked, and what is answered otherwise than well. */
let asked: string[];
let refused: RegExp | undefined;
let status: string;

beforeEach(async () => {
  [asked, refused, status] = [[], undefined, 'completed'];
  server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const line = `${request.method} ${request.url}`;
    asked.push(line);
    if (refused?.test(line)) return response.writeHead(403).end(`no: ${request.headers.authorization}`);
    if (request.method !== 'GET' && request.headers.authorization !== 'Bearer very-secret-key')
      return response.writeHead(401).end();
    if (line === 'POST /v1/files') {
      expect(body).toContain('filename="lodge-rules.txt"');
      return response.end('{"id":"file-1"}');
    }
    if (line === 'POST /v1/vector_stores') {
      expect(JSON.parse(body)).toEqual({ name: 'vs_lodge', file_ids: ['file-1'] });
      return response.end('{"id":"vs_7f3a","status":"in_progress"}');
    }
    return response.end(JSON.stringify({ id: 'x', status }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  settings = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    model: 'm',
    credentials: { type: 'apiKey', apiKey: 'very-secret-key' },
    maxOutputTokens: 1,
    timeout: 5_000,
    wait: async () => {},
  };
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function storeOf(name: string): Promise<{ readonly resource: Resource; readonly maker: Uploads }> {
  const resource = (await loadResources()).find((one) => one.name === name);
  const maker = resource && makerOf(columnOf('openai-responses'), resource);
  if (!maker) throw new Error(`nothing makes ${name}`);
  return { resource, maker };
}

test('a store is made of its files, waited for, and removed with them', async () => {
  const { resource, maker } = await storeOf('vs_lodge');
  const made = await make(resource, maker, settings);
  expect(made.id).toBe('vs_7f3a');
  expect(await made.remove()).toEqual([]);
  expect(asked).toEqual([
    'POST /v1/files',
    'POST /v1/vector_stores',
    'GET /v1/vector_stores/vs_7f3a',
    'DELETE /v1/vector_stores/vs_7f3a',
    'DELETE /v1/files/file-1',
  ]);
});

test('what cannot be removed is named, without the key that a refusal repeats', async () => {
  const { resource, maker } = await storeOf('vs_lodge');
  const made = await make(resource, maker, settings);
  refused = /^DELETE .*files/;
  const left = await made.remove();
  expect(left).toEqual([expect.stringMatching(/^file "file-1" \(DELETE \/v1\/files\/file-1: status 403/)]);
  expect(left.join()).not.toContain('very-secret-key');
});

test('what does not become a store is an error, and what it was made of is removed', async () => {
  const { resource, maker } = await storeOf('vs_lodge');
  status = 'expired';
  await expect(make(resource, maker, settings)).rejects.toMatchObject({
    message: expect.stringContaining('"expired"'),
    hint: expect.stringContaining('--resource vs_lodge=<id>'),
  });
  expect(asked.slice(-2)).toEqual(['DELETE /v1/vector_stores/vs_7f3a', 'DELETE /v1/files/file-1']);
});

test('what a provider does not make in so many words is made by hand', async () => {
  const resources = await loadResources();
  const named = (name: string) => resources.find((one) => one.name === name) as Resource;
  expect(makerOf(columnOf('bedrock-agents'), named('KBLODGE001'))).toBeUndefined();
  expect(makerOf(columnOf('mistral'), named('vs_lodge'))).toBeUndefined();
  expect(makerOf(columnOf('anthropic'), named('vs_lodge'))).toBeUndefined();
  expect(makerOf(columnOf('anthropic'), named('file-levels'))).toBeDefined();
});

test('a scenario needs what it names, and is played with the ids of the provider', async () => {
  const scenario = {
    id: 's',
    title: 't',
    purpose: 'p',
    options: { tools: [{ type: 'file-search' as const, vectorStoreIds: ['vs_lodge', 'vs_other'] }] },
    turns: [{ user: 'Is vs_boathouse open?' }],
    expect: [],
  };
  expect(neededBy(scenario, await loadResources()).map(({ name }) => name)).toEqual(['vs_lodge']);
  expect(withIds(scenario, new Map([['vs_lodge', 'vs_7f3a']])).options.tools).toEqual([
    { type: 'file-search', vectorStoreIds: ['vs_7f3a', 'vs_other'] },
  ]);
});
