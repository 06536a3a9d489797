import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesChangedBy, withEncodedForms } from './encoded-text.ts';

const find = withEncodedForms((text) =>
  [...text.matchAll(/secret/g)].map(({ index }) => ({ start: index, end: index + 6, text: 'hidden!' })),
);
const changed = (text: string) => bytesChangedBy(find, Buffer.from(text)).toString();
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['base64 keeps its padding', base64('a secret!'), base64('a hidden!!')],
  ['base64 without padding gets none', base64('a secret').replaceAll('=', ''), base64('a hidden!').replaceAll('=', '')],
  ['what stands before it stays', `token_${base64('a secret.')}`, `token_${base64('a hidden!.')}`],
  [
    'in an address it stays encoded',
    `?a=${encodeURIComponent(base64('>>secret?'))}`,
    `?a=${encodeURIComponent(base64('>>hidden!?'))}`,
  ],
  ['hexadecimal', Buffer.from('a secret').toString('hex'), Buffer.from('a hidden!').toString('hex')],
  ['base64 of base64', base64(base64('a secret')), base64(base64('a hidden!'))],
  [
    'what holds none stays',
    `${base64('nothing here')} ${'ab12'.repeat(9)}`,
    `${base64('nothing here')} ${'ab12'.repeat(9)}`,
  ],
])('%s', (_, before, after) => {
  expect(changed(before)).toBe(after);
});

test('compressed data is packed again, and what stands around it stays', () => {
  const file = (text: string) => Buffer.concat([Buffer.from('head'), gzipSync(text), Buffer.from('tail')]);
  expect(bytesChangedBy(find, file('a secret'))).toEqual(file('a hidden!'));
});

test('data that decompresses to itself for ever, or to more than there is room for, is left', () => {
  const bomb = gzipSync(gzipSync(gzipSync(gzipSync(gzipSync(gzipSync('a secret'))))));
  expect(bytesChangedBy(find, bomb)).toBe(bomb);
  const large = gzipSync(Buffer.alloc(40 * 1024 * 1024));
  expect(bytesChangedBy(find, large)).toBe(large);
});

test('a run of megabytes is looked into without running out of stack', () => {
  const long = 'Ab3/'.repeat(500_000);
  expect(changed(long)).toBe(long);
});
