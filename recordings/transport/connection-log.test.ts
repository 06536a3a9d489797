import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, test } from 'vitest';
import { type LoopbackServer, startLoopbackServer } from '../server/loopback-server.ts';
import { watchConnections } from './connection-log.ts';

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
