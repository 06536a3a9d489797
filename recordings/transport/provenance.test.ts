import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, test } from 'vitest';
import type { ClientSettings } from '../../spec/contract/client.ts';
import { type LoopbackServer, startLoopbackServer } from '../server/loopback-server.ts';
import { type ConnectionRecord, provenanceOf, type RecordedWith, watchConnections } from './provenance.ts';

const settings: ClientSettings = {
  baseUrl: 'https://api.example.com',
  model: 'm-1',
  credentials: { type: 'apiKey', apiKey: 'k' },
  maxOutputTokens: 1,
  timeout: 1,
  wait: async () => {},
  parameters: { region: 'eu-north-1' },
};
const made: RecordedWith = {
  settings,
  column: { id: 'example', baseUrl: settings.baseUrl },
  recordedAt: '2026-11-20',
  sdk: '@example/sdk@1.0.0',
  reached: () => ({ address: '203.0.113.7', verified: true }),
  compressions: ['gzip'],
  entries: [
    {
      request: { method: 'POST', url: 'https://api.example.com/v2/x', headers: [['anthropic-version', '2026-10-21']] },
      response: { status: 200, headers: [], body: { text: '' } },
    },
  ],
};
const evidence = (over: Partial<RecordedWith>) => provenanceOf({ ...made, ...over }).evidence;

test('what the provider itself answered is live, and says when, with what, of which version, model and region', () => {
  expect(provenanceOf(made)).toMatchObject({
    evidence: 'live',
    sources: [{ title: 'example, https://api.example.com' }],
    recordedAt: '2026-11-20',
    sdk: '@example/sdk@1.0.0',
    apiVersion: '2026-10-21',
    model: 'm-1',
    region: 'eu-north-1',
    note: expect.stringContaining('Compression (gzip) undone.'),
  });
});

test.each<[string, ConnectionRecord | undefined]>([
  ['this machine, by a file of hosts', { address: '127.0.0.1', verified: true }],
  ['this machine, by IPv6', { address: '::1', verified: true }],
  ['a server that nobody vouches for', { address: '203.0.113.7', verified: false }],
  ['a connection that is gone', { address: '', verified: true }],
  ['nothing that was seen', undefined],
])("the provider's name that led to %s is no evidence of the provider", (_, found) => {
  expect(evidence({ reached: () => found })).toBe('documented');
});

test('a further service of another host, or one that leads elsewhere, makes all of it no evidence', () => {
  const column = { ...made.column, endpoints: { control: 'https://control.example.com' } };
  const at = (control: string) => ({ column, settings: { ...settings, endpoints: { control } } });
  expect(evidence(at('https://control.example.com'))).toBe('live');
  expect(evidence(at('http://127.0.0.1:8080'))).toBe('documented');
  const reached = (host: string) => ({
    address: host.startsWith('control') ? '127.0.0.1' : '203.0.113.7',
    verified: true,
  });
  expect(evidence({ ...at('https://control.example.com'), reached })).toBe('documented');
});

const server = (tls: boolean): Promise<LoopbackServer> =>
  startLoopbackServer({ tls, baseUrl: 'https://api.example.com', handle: ({ refuse }) => refuse() });

/** Connects, and goes. */
async function connected(socket: Socket, event: string): Promise<void> {
  await once(socket, event);
  socket.destroy();
}

test('where a name led to is known, and whether a certificate was vouched for', async () => {
  const reached = watchConnections();
  const plain = await server(false);
  const tls = await server(true);
  try {
    await connected(connect({ host: 'localhost', port: Number(new URL(plain.baseUrl).port), family: 4 }), 'connect');
    expect(reached('localhost')).toEqual({ address: '127.0.0.1', verified: false });

    const port = Number(new URL(tls.baseUrl).port);
    await connected(connectTls({ host: '127.0.0.1', port, ca: tls.ca ?? '' }), 'secureConnect');
    expect(reached('127.0.0.1')).toEqual({ address: '127.0.0.1', verified: true });

    await connected(connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false }), 'secureConnect');
    expect(reached('127.0.0.1')?.verified).toBe(false);
    expect(reached('api.example.com')).toBeUndefined();
  } finally {
    await Promise.all([plain.close(), tls.close()]);
  }
});

test('so it is of fetch', async () => {
  const reached = watchConnections();
  const { baseUrl, close } = await server(false);
  await fetch(baseUrl.replace('127.0.0.1', 'LOCALHOST')).catch(() => {});
  expect(reached('localhost')?.address).toMatch(/^(127\.0\.0\.1|::1)?$/);
  await close();
});
