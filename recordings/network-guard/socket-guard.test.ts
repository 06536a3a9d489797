import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, test } from 'vitest';
import { guardReport, installGuard, isTransport } from './socket-guard.ts';

/** Addresses that RFC 5737 and RFC 3849 set aside for documentation: nobody would answer. */
const nowhere = '203.0.113.1';

const refusedBy = (attempt: () => unknown): string[] => {
  const before = guardReport().refused.length;
  expect(attempt).toThrow(/the socket guard refused a connection to .*: only loopback is allowed/);
  return guardReport().refused.slice(before);
};

test.each([
  ['port and host', () => connect(443, nowhere), `${nowhere}:443`],
  ['options', () => connect({ port: 443, host: nowhere }), `${nowhere}:443`],
  ['a name, which is not looked up', () => connect(443, 'api.example'), 'api.example:443'],
  ['IPv6', () => connect(443, '2001:db8::1'), '2001:db8::1:443'],
  ['a name that only looks local', () => connect(443, '127.0.0.1.example'), '127.0.0.1.example:443'],
  ['the unspecified address', () => connect(443, '0.0.0.0'), '0.0.0.0:443'],
  ['a socket of its own', () => new Socket().connect({ port: 1, host: nowhere }), `${nowhere}:1`],
  ['TLS', () => connectTls(443, nowhere), `${nowhere}:443`],
  ['HTTP', () => request(`http://${nowhere}/`), `${nowhere}:80`],
])('%s: refused before a packet is sent, and counted', (_, attempt, expected) => {
  expect(refusedBy(attempt)).toEqual([expected]);
});

test('fetch is refused as well', async () => {
  const before = guardReport();
  await expect(fetch(`http://${nowhere}:81/`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining(`${nowhere}:81`) },
  });
  expect(guardReport().attempts).toBe(before.attempts + 1);
  expect(guardReport().refused).toHaveLength(before.refused.length + 1);
});

/**
 * Listens on a free port below those that the system hands out: such a one may have been a transport's in an earlier test, whose
 * connections are not counted.
 */
async function listen(server: Server, host: string): Promise<void> {
  for (let port = 21_000; port < 22_000; port++) {
    server.listen(port, host);
    const listening = await once(server, 'listening').catch(() => undefined);
    if (listening) return;
  }
  throw new Error('no port is free');
}

test.each(['127.0.0.1', 'localhost'])('%s works, and is counted as no refusal', async (host) => {
  const server = createServer((socket) => socket.end('hello'));
  await listen(server, host);
  const before = guardReport();
  const socket = connect((server.address() as AddressInfo).port, host);
  expect(String((await once(socket, 'data'))[0])).toBe('hello');
  socket.destroy();
  server.close();
  expect(guardReport().attempts).toBe(before.attempts + 1);
  expect(guardReport().refused).toHaveLength(before.refused.length);
});

test("a transport's own server is not beside the transport, open or closed; its port elsewhere is", async () => {
  const server = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  isTransport(port);
  const before = guardReport();
  await once(connect(port, '127.0.0.1'), 'data');
  server.close();
  await once(server, 'close');
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(guardReport()).toEqual(before);
  expect(refusedBy(() => connect(port, nowhere))).toEqual([`${nowhere}:${port}`]);
});

test('installing it again neither wraps it twice nor forgets what it saw', () => {
  const { connect: installed } = Socket.prototype;
  const before = guardReport();
  installGuard();
  expect(Socket.prototype.connect).toBe(installed);
  expect(guardReport()).toEqual(before);
});
