/**
 * Secrets that nobody else has, put wherever a message may hold one and spelled in every way: none may be left. By day every two of secret,
 * position and spelling meet; every night, all three.
 */
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { seededRandom } from '../../lib/sample.ts';
import type { HttpRequest, HttpResponse } from '../format/exchange.ts';
import { placesInAnswers, placesInRequests } from './canary-places.ts';
import { secretsFrom, spellings } from './canary-secrets.ts';
import { canariesIn } from './find-canaries.ts';
import { messageWithoutSecrets } from './known-secrets.ts';
import { scrubRequest, scrubResponse } from './scrub.ts';

const seed = Number(process.env.CANARY_SEED ?? Math.floor(Math.random() * 2 ** 31));
const secrets = secretsFrom(seededRandom(seed));
const places = { ...placesInRequests, ...placesInAnswers };
const counted = { placements: 0, impossible: 0 };

afterAll(() => {
  const kinds = [secrets, places, spellings].map((kind) => Object.keys(kind).length);
  console.info(
    `CANARY_SEED=${seed}: ${kinds[0]} secrets × ${kinds[1]} positions × ${kinds[2]} encodings, of them ${counted.placements} placements` +
      ` (${counted.impossible} cannot be), 0 survivors where the tests pass`,
  );
  expect(counted.placements).toBeGreaterThan(isNightly ? 9000 : 650);
});

const scrubbed = (message: HttpRequest | HttpResponse): HttpRequest | HttpResponse =>
  'url' in message ? scrubRequest(message) : scrubResponse(message);

const kindsOfSecret = Object.keys(secrets);
const kindsOfPlace = Object.keys(places);

/** The spellings of a secret in a place: by day, so few that each stands once in each place, and in each spelling each secret. */
function spellingsOf(secret: string, place: string): [string, (secret: string) => string][] {
  const nth = kindsOfSecret.indexOf(secret) + kindsOfPlace.indexOf(place);
  return Object.entries(spellings).filter((_, i) => isNightly || (nth + i) % kindsOfSecret.length === 0);
}

describe.for(Object.entries(secrets))('%s', ([kind, secret]) => {
  test.for(Object.entries(places))('%s', ([where, place]) => {
    const survivors = spellingsOf(kind, where).flatMap(([how, spell]) => {
      const message = place(spell(secret));
      // Half of a letter outside of ASCII is no letter: what cannot be there cannot be found there.
      if (canariesIn(readable(message), [secret]).length === 0) {
        counted.impossible++;
        return [];
      }
      counted.placements++;
      const clean = messageWithoutSecrets(message, [secret]);
      return canariesIn(readable(scrubbed(clean)), [secret]).length > 0 ? [`${how}: ${readable(clean)}`] : [];
    });
    expect(survivors).toEqual([]);
  });
});

test('what is like a secret and is none is left as it is', () => {
  const text = JSON.stringify({ text: 'canary0sparrow and finch2wren3', packed: gzipSync('x').toString('base64') });
  const message = { status: 200, headers: [['content-type', 'application/json']] as const, body: { text } };
  expect(messageWithoutSecrets(message, [...Object.values(secrets), 'canary0sparrow1finch2wren3'])).toEqual(message);
});

/** All that a message holds, byte for byte. */
function readable(message: HttpRequest | HttpResponse): string {
  const { body, headers } = message;
  const text = body?.encoding === 'base64' ? Buffer.from(body.text, 'base64').toString('latin1') : (body?.text ?? '');
  return [text, 'url' in message ? message.url : '', ...headers.flat()].join('\n');
}
