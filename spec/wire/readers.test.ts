import { expect, it } from 'vitest';
import { UserError } from '../../files/user-error.ts';
import { readableProviderApis, wireReaderFor } from './readers.ts';

it('every reader reads the provider API it is registered for', async () => {
  for (const providerApi of readableProviderApis) {
    expect((await wireReaderFor(providerApi)).providerApi).toBe(providerApi);
  }
});

it('an unknown provider API is answered with the nearest known', async () => {
  const error = await wireReaderFor('antropic').catch((e: unknown) => e);
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).toBe('nothing here reads the wire of "antropic"\n  → did you mean "anthropic"?');
  await expect(wireReaderFor('constructor')).rejects.toThrow('nothing here reads');
});
