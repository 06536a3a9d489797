import { expect, test } from 'vitest';
import type { Adapter } from '../contract/index.ts';
import { NotTestable, startProcess, transportFor } from './process-transport.ts';

const adapter = (start?: () => Promise<void>): Adapter => ({
  id: 'a',
  implementation: 'i',
  providerApi: 'anthropic',
  createClient: () => expect.unreachable('no client is needed'),
  ...(start ? { process: { start, stop: async () => {} } } : {}),
});

test('who runs in this process is reached as asked, in-process unless told', () => {
  expect(transportFor(adapter())).toBe('in-process');
  expect(transportFor(adapter(), 'server-tls')).toBe('server-tls');
});

test('another process is reached over a server, and in no other way', () => {
  const other = adapter(async () => {});
  expect(transportFor(other)).toBe('server');
  expect(transportFor(other, 'server-tls')).toBe('server-tls');
  expect(() => transportFor(other, 'in-process')).toThrow(NotTestable);
});

test('what the machine lacks is not the adapter’s fault; what else keeps its process from starting is', async () => {
  const missing = Object.assign(new Error('"x" not found.'), { name: 'MissingPrerequisiteError' });
  await expect(startProcess(adapter(() => Promise.reject(missing)))).rejects.toThrow(NotTestable);
  const other = new Error('it ended');
  await expect(startProcess(adapter(() => Promise.reject(other)))).rejects.toBe(other);
  await startProcess(adapter());
});
