/** Secrets that nobody else has, put wherever a message may hold one and spelled in every way: none may be left. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../format/body.ts';
import type { HttpResponse } from '../format/exchange.ts';
import { writeFrames } from '../format/listed-frames.ts';
import { messageWithoutSecrets } from './known-secrets.ts';
import { spellingsOf } from './spellings.ts';

/** Letters alone, with what addresses and JSON write otherwise, and of other alphabets than ASCII. */
const canaries = ['canary0sparrow1finch2wren3', 'ca/na+ry=?&%"\\\\q\\n-9f3', 'kanarie-ø-🐤-vogel-77'];

const spelled: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 behind a name': (secret) => Buffer.from(`user:${secret}`).toString('base64'),
  'base64 between other words': (secret) => Buffer.from(`Basic x:${secret}; q=1`).toString('base64'),
  base64url: (secret) => Buffer.from(`a${secret}`).toString('base64url'),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
  'an address': (secret) => encodeURIComponent(secret),
  'an address, twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'an address in small letters': (secret) => encodeURIComponent(secret).replaceAll(/%../g, (hex) => hex.toLowerCase()),
  'a form': (secret) => new URLSearchParams({ key: secret }).toString(),
  'JSON in JSON': (secret) => JSON.stringify({ key: JSON.stringify({ key: secret }) }),
};

const frames = (text: string): HttpResponse => ({
  status: 200,
  headers: [['content-type', 'application/vnd.amazon.eventstream']],
  body: bodyOf(writeFrames([{ headers: [[':event-type', 'chunk']], json: { said: text } }])),
});

const answer = (text: string, type = 'application/json'): HttpResponse => ({
  status: 400,
  headers: [['content-type', type]],
  body: { text },
});

const placed: Readonly<Record<string, (text: string) => HttpResponse>> = {
  'a value of a body': (text) => answer(JSON.stringify({ error: { message: `no such key: ${text}` } })),
  'a name of a body': (text) => answer(JSON.stringify({ [text]: 1 })),
  'a page': (text) => answer(`<p>${text}</p>`, 'text/html'),
  'the data of an event': (text) => answer(`event: e\ndata: ${JSON.stringify({ text })}\n\n`, 'text/event-stream'),
  'a frame': frames,
  'bytes that are no text': (text) => ({
    ...answer(''),
    body: {
      text: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text)]).toString('base64'),
      encoding: 'base64',
    },
  }),
  'a header': (text) => ({ ...answer('{}'), headers: [['x-echo', text]] }),
};

describe.for(canaries)('%s', (canary) => {
  test.for(Object.entries(placed))('%s', ([, place]) => {
    for (const [how, spell] of Object.entries(spelled)) {
      const message = place(spell(canary));
      expect(
        spellingsOf(canary).some((form) => readable(message).includes(form)),
        `${how}: it is there`,
      ).toBe(true);
      const left = readable(messageWithoutSecrets(message, [canary]));
      expect(
        spellingsOf(canary).filter((form) => left.includes(form)),
        how,
      ).toEqual([]);
    }
  });
});

test('what is like a secret and is none is left as it is', () => {
  const message = answer(
    JSON.stringify({ text: 'canary0sparrow and finch2wren3', packed: gzipSync('x').toString('base64') }),
  );
  expect(messageWithoutSecrets(message, canaries)).toEqual(message);
});

/** All that a message holds, byte for byte. */
function readable({ headers, body }: HttpResponse): string {
  const text = body.encoding === 'base64' ? Buffer.from(body.text, 'base64').toString() : body.text;
  return [text, ...headers.flat()].join('\n');
}
