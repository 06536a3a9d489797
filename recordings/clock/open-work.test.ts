import { createHash, pbkdf2, randomBytes, randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { promisify } from 'node:util';
import { createGzip, gzip, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { OpenWork } from './open-work.ts';

function watched(): OpenWork {
  const work = new OpenWork();
  work.watch();
  onTestFinished(() => work.unwatch());
  return work;
}

test.each<[string, string, () => Promise<unknown>]>([
  ['a digest', 'HASHREQUEST', () => crypto.subtle.digest('SHA-256', new Uint8Array(1000))],
  ['random bytes', 'RANDOMBYTESREQUEST', () => promisify(randomBytes)(8)],
  ['a derived key', 'PBKDF2REQUEST', () => promisify(pbkdf2)('a', 'b', 1, 8, 'sha256')],
  ['compression', 'ZLIB', () => promisify(gzip)('text'.repeat(100_000))],
  ['a file', 'FSREQPROMISE', () => readFile(import.meta.filename)],
  ['a name', 'GETADDRINFOREQWRAP', () => lookup('localhost')],
  ['an immediate', 'Immediate', () => new Promise((resolve) => setImmediate(resolve))],
])('%s is open until it is done', async (_, kind, act) => {
  const work = watched();
  let isDone = false;
  const done = act().finally(() => {
    isDone = true;
  });
  expect(work.kinds()).toContain(kind);
  // Never over before it is done, however often its parts begin and end.
  while (!isDone) {
    if (!work.isOpen()) await Promise.race([done, work.turn()]);
    else await work.turn();
    expect(isDone || work.isOpen()).toBe(true);
  }
  await done;
  for (let turn = 0; turn < 3; turn++) await work.turn();
  expect(work.kinds()).toEqual([]);
});

test('a stream that compresses is open while it has something to write', async () => {
  const work = watched();
  const stream = createGzip();
  expect(work.isOpen()).toBe(false);
  stream.write('text');
  expect(work.kinds()).toContain('ZLIB');
  stream.destroy();
});

test('a connection is open until it is closed', async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const work = watched();
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  expect(work.kinds()).toContain('TCPWRAP');
  socket.destroy();
  server.on('connection', (other) => other.destroy());
  await once(socket, 'close');
});

test('what is synchronous, turns of its own, and timers are no open work', async () => {
  const work = watched();
  randomUUID();
  randomBytes(8);
  createHash('sha256').update('text').digest();
  gzipSync('text');
  readFileSync(import.meta.filename);
  clearTimeout(setTimeout(() => {}, 1000));
  await work.turn();
  expect(work.kinds()).toEqual([]);
});
