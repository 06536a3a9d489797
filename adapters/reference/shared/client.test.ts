import { expect, test } from 'vitest';
import { type ChatClient, WireError } from '../../../spec/contract/index.ts';
import { storable } from './client.ts';
import { callInMode } from './fake-provider.ts';

const nested = (levels: number): unknown => {
  let value: unknown = [];
  for (let level = 0; level < levels; level++) value = [value];
  return value;
};

const saying = (rawRepresentation: unknown): ChatClient => ({
  getResponse: async () => ({ messages: [], warnings: [], rawRepresentation }) as never,
  async *getStreamingResponse() {
    yield { contents: [], rawRepresentation } as never;
  },
  close: async () => {},
});

test.each(['complete', 'stream'] as const)(
  'an answer deeper than can be gone on with is an error: %s',
  async (mode) => {
    await expect(callInMode(mode, storable(saying(nested(50_000))), [])).rejects.toThrow(WireError);
    await expect(callInMode(mode, storable(saying(nested(500))), [])).resolves.toBeDefined();
  },
);

test('an answer may be as long as it likes', async () => {
  const long = Array.from({ length: 300_000 }, () => ({ a: [] }));
  await expect(callInMode('complete', storable(saying(long)), [])).resolves.toBeDefined();
});
