import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { WireReader } from '../wire/reader.ts';
import { wireSchemasFor } from '../wire/schemas/index.ts';
import { isSound, judgeReal, type RealExchange, type SchemaReason } from './schemas.ts';

const reader = { providerApi: 'anthropic', schemas: await wireSchemasFor('anthropic') } as WireReader;

const real = (body: object, place = 'anthropic-messages/1.json', status = 200): RealExchange => ({
  place,
  exchange: {
    operation: 'messages.create',
    transport: 'json',
    request: {
      method: 'POST',
      url: 'https://api.example/v1/messages',
      headers: [],
      body: { text: JSON.stringify({ model: 'm', max_tokens: 1, messages: [], ...body }) },
    },
    response: { status, headers: [], body: { text: '' } },
  } satisfies Exchange,
  hasRequest: true,
  earlier: [],
});

const failuresOf = (exchange: RealExchange) =>
  judgeReal(reader, [exchange]).failures.filter(({ path }) => path.startsWith('request.'));

const reason: SchemaReason = {
  files: ['anthropic-messages/1.json'],
  paths: ['request.body.max_tokens'],
  reason: 'Its publisher wrote it as text.',
  departs: 'altered',
};

describe('real requests', () => {
  it('that were answered must fit, and the place of what does not is said', () => {
    expect(failuresOf(real({ max_tokens: 'one' }))).toMatchObject([{ by: 'schema', path: 'request.body.max_tokens' }]);
    expect(failuresOf(real({}))).toEqual([]);
  });

  it('that were refused may be wrong', () => {
    expect(failuresOf(real({ max_tokens: 'one' }, undefined, 400))).toEqual([]);
  });

  it('are explained by a reason for their place, and a reason for nothing is needless', () => {
    const wrong = real({ max_tokens: 'one' });
    const explained = judgeReal(reader, [wrong], [reason]);
    expect(explained.failures.find(({ path }) => path === 'request.body.max_tokens')).toMatchObject({
      reason: reason.reason,
      departs: 'altered',
    });
    expect(explained.needless).toEqual([]);
    expect(judgeReal(reader, [real({})], [reason]).needless).toEqual([`${reason.files[0]}: ${reason.reason}`]);
    // Of a file that is not in the corpus nothing can be said.
    expect(judgeReal(reader, [wrong], [{ ...reason, files: ['other.json'] }]).needless).toEqual([]);
  });
});

it('a report is sound only where all is explained, little fails, and nothing is explained for nothing', () => {
  const sound = { ...judgeReal(reader, []), exchanges: 100 };
  expect(isSound(sound)).toBe(true);
  expect(isSound({ ...sound, exchanges: 0 })).toBe(false);
  expect(isSound({ ...sound, failing: 1 })).toBe(false);
  expect(isSound({ ...sound, needless: ['a reason'] })).toBe(false);
  expect(isSound({ ...sound, failures: [{ place: 'p', by: 'schema', path: 'x', message: 'm' }] })).toBe(false);
});
