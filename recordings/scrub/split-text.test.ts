import { expect, test } from 'vitest';
import { bodyOf, bytesOf } from '../format/body.ts';
import { joinFrames, splitFrames } from '../format/event-stream.ts';
import { mapSplitText } from './split-text.ts';

const find = (text: string) =>
  [...text.matchAll(/sesame-open/g)].map(({ index }) => ({ start: index, end: index + 11, text: 'REDACTED' }));
const across = (text: string, type = 'text/event-stream') => mapSplitText({ text }, type, find).text;

test('what takes the place of a secret is told in the same pieces', () => {
  const stream = (...texts: string[]) =>
    texts
      .map((text) => `event: delta\r\ndata: {"type": "delta", "n": 1.0, "text": ${JSON.stringify(text)}}\r\n\r\n`)
      .join('');
  expect(across(stream('It is sesame', '-open', ', is it?'))).toBe(stream('It is REDA', 'CTED', ', is it?'));
});

test('letter by letter, some pieces are left empty', () => {
  const stream = (letters: string[]) => letters.map((text) => `data: ${JSON.stringify({ text })}\n\n`).join('');
  const after = across(stream([...'sesame-open']));
  expect(after.match(/"text":"."/g)?.length).toBe(8);
  expect(after.match(/\{/g)?.length).toBe(11);
});

test('texts that are told in turn are kept apart by their numbers', () => {
  const delta = (index: number, text: string) => `data: {"type":"delta","index":${index},"text":"${text}"}\n\n`;
  expect(across([delta(0, 'sesame'), delta(1, 'x'), delta(0, '-open'), delta(1, 'y')].join(''))).toBe(
    [delta(0, 'REDA'), delta(1, 'x'), delta(0, 'CTED'), delta(1, 'y')].join(''),
  );
});

test('what stands in one piece is the business of others, and what is none stays byte for byte', () => {
  const stream = 'data: {"a": "sesame-open"}\n\ndata: {"b":1e3}\n\n: sesame\n\ndata: [DONE]\n\n';
  expect(across(stream)).toBe(stream);
});

test('frames whose text is base64', () => {
  const frames = (...texts: string[]) =>
    joinFrames(
      texts.map((text) => ({
        headers: [[':event-type', 'chunk']],
        payload: Buffer.from(`{"bytes":"${Buffer.from(text).toString('base64')}"}`),
      })),
    );
  const type = 'application/vnd.amazon.eventstream';
  const after = bytesOf(mapSplitText(bodyOf(frames('a sesame', '-open é')), type, find));
  expect(Buffer.from(after)).toEqual(frames('a REDA', 'CTED é'));
  expect(splitFrames(after).rest).toHaveLength(0);
});

test('items of a list, and lines, follow each other as events do', () => {
  expect(across('[{"a":"sesame"},\n{"a":"-open"}]', 'application/json')).toBe('[{"a":"REDA"},{"a":"CTED"}]');
  expect(across('{"a":"sesame"}\n{"a":"-open"}\n', 'application/x-ndjson')).toBe('{"a":"REDA"}\n{"a":"CTED"}\n');
});
