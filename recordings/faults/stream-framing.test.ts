import { describe, expect, test } from 'vitest';
import { bodyOf, bytesOf } from '../format/body.ts';
import { writeFrames } from '../format/event-stream.ts';
import type { HttpResponse } from '../format/exchange.ts';
import type { Fault } from './fault.ts';
import {
  compatible,
  edgesOfEvents,
  edgesOfFrames,
  framing,
  placesOfEachKind,
  together,
  withByteOrderMark,
  withCr,
} from './stream-framing.ts';

const text = 'event: say\ndata: {"t":"å"}\n\nevent: end\ndata: {}\n\n';
const stream: HttpResponse = {
  status: 200,
  headers: [['content-type', 'text/event-stream']],
  body: { text },
};
const frames: HttpResponse = {
  status: 200,
  headers: [['content-type', 'application/vnd.amazon.eventstream']],
  body: bodyOf(writeFrames([{ headers: [[':event-type', 'say']], json: { t: 'å' } }])),
};

const arrived = ({ arrives }: Fault): HttpResponse => {
  const response = arrives();
  if (response === 'nothing') throw new Error('nothing arrives');
  return response;
};

test('a stream comes whole, cut at every kind of place, and in every spelling; a document only as it is', () => {
  const told = framing(stream, 'ask').map(({ what }) => what);
  expect(told).toEqual([
    'the answer to ask comes in one piece',
    'the answer to ask comes cut at every kind of place',
    ...[withByteOrderMark, withCr, together].map(({ what }) => `the answer to ask comes ${what}`),
  ]);
  expect(framing(frames, 'ask')).toHaveLength(2);
  const apart = framing(stream, 'ask').at(-1)?.apart?.() ?? [];
  expect(apart.map(({ what }) => what)).toEqual(compatible.map(({ what }) => `the answer to ask comes ${what}`));
  expect(framing({ ...stream, headers: [['content-type', 'application/json']], body: { text: '{}' } }, 'ask')).toEqual(
    [],
  );
});

test('cuts change no byte, and every kind of place in a short stream is every place', () => {
  for (const fault of framing(stream, 'ask').slice(0, 2)) expect(arrived(fault).body).toEqual(stream.body);
  const { length } = bytesOf(stream.body);
  expect(framing(stream, 'ask').map((f) => arrived(f).cuts?.length)).toEqual(expect.arrayContaining([0, length - 1]));
});

test('events of a kind that was not tried before come byte by byte, and data that is not JSON with them', () => {
  const done = { ...stream, body: { text: `${text}data: [DONE]\n\n` } };
  const cut = framing(done, 'ask')[1] as Fault;
  expect(cut.covers).toEqual(expect.arrayContaining(['ask byte by byte say', 'ask byte by byte end']));
  const ends = cut.only?.(new Set(['ask byte by byte end'])) as Fault;
  expect(ends.covers).toEqual(['ask byte by byte end']);
  const begin = Buffer.from(text).indexOf('event: end');
  const { length } = bytesOf(done.body);
  expect(arrived(ends).cuts).toEqual(Array.from({ length: length - begin }, (_, i) => begin + i));
});

test('of many bytes that are alike, those near the first and the last come byte by byte', () => {
  const said = 'x'.repeat(40);
  const long = { ...stream, body: { text: `event: say\ndata: {"type":"say","text":"${said}"}\n\n` } };
  const { cuts = [] } = arrived(framing(long, 'ask')[1] as Fault);
  const start = long.body.text.indexOf(said);
  const within = cuts.filter((at) => at > start && at < start + said.length);
  expect(within.map((at) => at - start)).toEqual(
    [...Array(11).keys(), ...Array.from({ length: 11 }, (_, i) => i + 28)].map((at) => at + 1),
  );
  const outside = bytesOf(long.body).length - said.length;
  expect(cuts.length - within.length).toBe(outside);
  const frame = framing(frames, 'ask')[1] as Fault;
  const { length } = bytesOf(frames.body);
  const frameCuts = arrived(frame).cuts?.length ?? 0;
  expect(frameCuts).toBeGreaterThan(length / 2);
  expect(frameCuts).toBeLessThan(length);
});

test('of many cuts the one that matters can be found, and is told with what stands around it', () => {
  const matters = 23;
  const fails = (fault: Fault) => arrived(fault).cuts?.includes(matters);
  let fault = framing(stream, 'ask')[1] as Fault;
  for (;;) {
    const smaller: Fault | undefined = fault.smaller?.().find(fails);
    if (!smaller) break;
    fault = smaller;
  }
  expect(arrived(fault).cuts).toEqual([matters]);
  expect(fault.what).toBe(
    'the answer to ask comes with one cut, behind byte 23: "say\\ndata: {\\"t\\":\\"" | "Ã¥\\"}\\n\\nevent: end"',
  );
});

test('a stream that has kinds of places in common with an earlier one is cut only at its other places', () => {
  const [, first] = framing(stream, 'ask');
  const longer = { ...stream, body: { text: `${text}event: end\ndata: {"t":["ø"]}\n\n` } };
  const [, second] = framing(longer, 'ask');
  const untried = new Set(second?.covers.filter((kind) => !first?.covers.includes(kind)));
  const left = second?.only?.(untried);
  expect(new Set(left?.covers)).toEqual(untried);
  const whole = second && arrived(second).cuts;
  const cuts = left && arrived(left).cuts;
  expect(cuts?.length).toBe(untried.size);
  expect(cuts?.length).toBeGreaterThan(0);
  expect(cuts?.length).toBeLessThan((whole?.length ?? 0) / 2);
  expect(whole).toEqual(expect.arrayContaining([...(cuts ?? [])]));
});

test('edges of events are their ends and the bytes around them, and the insides of characters and line ends', () => {
  const at = (bytes: string) => edgesOfEvents(Buffer.from(bytes));
  expect(at('data: 1\n\ndata: 2\n\n')).toEqual([8, 9, 10]);
  expect(at('data: å\n')).toEqual([7]);
  expect(at('a\r\nb')).toEqual([2]);
  expect(at('a\r\n\r\nb')).toEqual([2, 4, 5]);
  expect(at('data: 1')).toEqual([]);
});

test('edges of frames lie inside every part of each', () => {
  const bytes = bytesOf(frames.body);
  const headers = bytes.readUInt32BE(4);
  const edges = edgesOfFrames(bytes);
  const parts = [0, 4, 8, 12, 12 + headers, bytes.length - 4, bytes.length];
  for (const [i, start] of parts.slice(0, -1).entries()) {
    expect(edges.some((edge) => edge > start && edge < (parts[i + 1] ?? 0))).toBe(true);
  }
  expect(edgesOfFrames(Buffer.from('no frames at all, but long enough for one'))).toBeInstanceOf(Array);
  expect(edgesOfFrames(Buffer.alloc(40))).toEqual([]);
});

describe('a spelling', () => {
  const spelled = (what: string) =>
    [...compatible, withByteOrderMark, withCr].find((s) => s.what.includes(what))?.spelled(text);

  test.each([
    ['CRLF', 'event: say\r\ndata: {"t":"å"}\r\n\r\nevent: end\r\ndata: {}\r\n\r\n'],
    ['CR at', 'event: say\rdata: {"t":"å"}\r\revent: end\rdata: {}\r\r'],
    ['byte order mark', `\uFEFF${text}`],
    ['without spaces', 'event:say\ndata:{"t":"å"}\n\nevent:end\ndata:{}\n\n'],
    ['behind its data', 'data: {"t":"å"}\nevent: say\n\ndata: {}\nevent: end\n\n'],
    ['several lines', 'event: say\ndata: {\ndata: "t":"å"}\n\nevent: end\ndata: {\ndata: }\n\n'],
  ])('%s', (what, expected) => expect(spelled(what)).toBe(expected));

  test('goes with the others', () => {
    const lines = (at: number, ...own: string[]) =>
      [': ping', '', ':', `id: ${at}`, 'retry: 3000', 'later: on', 'nothing', ...own, ': pong', '', ''].join('\n');
    const all = `${lines(0, 'data:{', 'data:"t":"å"}', 'event:say')}${lines(1, 'data:{', 'data:}', 'event:end')}`;
    expect(together.spelled(text)).toBe(all.replaceAll('\n', '\r\n'));
  });

  test('is tried with others on one stream of each kind of event; one that others hide, alone on one of an operation', () => {
    const told = framing(stream, 'ask').slice(2);
    expect(told.map(({ covers, details = [] }) => [covers.length, details.length])).toEqual([
      [1, 2],
      [1, 2],
      [2, 0],
    ]);
  });

  test('of words that are no JSON stays as it is', () => {
    const lines = compatible.find(({ what }) => what.includes('several lines'));
    expect(lines?.spelled('data: [DONE]\n\n')).toBe('data: [DONE]\n\n');
  });
});

/** Where a stream is cut, as it looks with a bar at each of these places. */
function cut(text: string): string {
  const bytes = Buffer.from(text);
  const places = new Set(placesOfEachKind(bytes, false).map(([, at]) => at));
  return [...bytes.toString('latin1')].map((byte, at) => (places.has(at) ? `|${byte}` : byte)).join('');
}

test('names of fields are cut everywhere, and so is whatever has a meaning; words once', () => {
  expect(cut('data: {"text":"some words"}\n\n')).toBe('d|a|t|a|:| |{|"|t|ext|"|:|"some words"|}|\n|\n');
});

test('what is like something before is not cut again, whatever words it holds', () => {
  const event = (words: string) => `data: {"text":"${words}"}\n\n`;
  const all = [event('some words'), event('longer ones, and more'), event('a'), event('some words'), event('the last')];
  // Commas are looked at, in words as well; what comes before the second event is new.
  expect(cut(all.join(''))).toBe(
    [
      'd|a|t|a|:| |{|"|t|ext|"|:|"some words"|}|\n|\n',
      '|data: {"text":"longer ones|,| and more"}\n\n',
      'data: {"text":"a"}\n\n',
      'data: {"text":"some words"}\n\n',
      'data: {"text":"the last"}\n\n',
    ].join(''),
  );
});

test('another field, another member, a character of several bytes, an escaped one: each is a kind of its own', () => {
  expect(cut('event: a\nid: b\nevent: a\nid: b\nevent: a\nid: b\n')).toMatch(/^e\|v\|e\|n\|t\|:\|.*\|\n\|i\|d\|:/s);
  // In latin1: the three bytes of the sign for euros.
  expect(cut('"a€a"')).toBe('"|a|\u00e2|\u0082|\u00ac|a|"');
  expect(cut('"a\\u00e5a"')).toBe('"|a|\\|u|0|0e5|a|"');
});

test('one character of several bytes is like another of as many', () => {
  const kinds = (text: string) => placesOfEachKind(Buffer.from(text), false).map(([kind]) => kind);
  expect(kinds('"å"')).toEqual(kinds('"ö"'));
  expect(kinds('"€"')).not.toEqual(kinds('"ö"'));
  expect(kinds('"\\u00e5"')).toEqual(kinds('"\\u20AC"'));
});

test('frames are cut within all that they begin and end with, and alike frames once, whatever their numbers are', () => {
  const frame = (words: string) => ({ headers: [[':event-type', 'say']] as const, json: { words } });
  const places = (...words: string[]) => {
    const bytes = Buffer.from(writeFrames(words.map(frame)));
    return placesOfEachKind(bytes, true).map(([, at]) => at);
  };
  const one = places('a');
  expect(one.slice(0, 6)).toEqual([1, 4, 5, 8, 9, 12]);
  const { length } = Buffer.from(writeFrames([frame('a')]));
  expect(one.slice(-2)).toEqual([length - 4, length - 3]);
  const three = places('a', 'other words', 'and others');
  expect(three.length).toBeLessThan(one.length + 16);
});

test('what is no frame, or is cut off, has places as well', () => {
  expect(placesOfEachKind(Buffer.from('no frame'), true).length).toBeGreaterThan(0);
  const torn = Buffer.from(writeFrames([{ headers: [[':event-type', 'say']], json: { words: 'a' } }])).subarray(0, 30);
  expect(placesOfEachKind(torn, true).length).toBeGreaterThan(0);
});
