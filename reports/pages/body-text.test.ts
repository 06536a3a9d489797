import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinFrames } from '../../recordings/format/event-stream.ts';
import { cut, prettyJson, readableBody, sizeOf } from './body-text.ts';

describe('readableBody', () => {
  it('lays JSON out, with every number and escape as it was on the wire', () => {
    const text = '{"a":1.0,"b":[1e3,"\\u00e9"],"c":12345678901234567890}';
    expect(readableBody({ text }, 'application/json')).toEqual({
      kind: 'json',
      text: '{"a": 1.0, "b": [1e3, "\\u00e9"], "c": 12345678901234567890}',
    });
  });

  it('lists server-sent events, comments and ids with them', () => {
    const text = ': hello\n\nevent: delta\nid: 7\ndata: {"x":1.50}\n\ndata: [DONE]\n\n';
    expect(readableBody({ text }, 'text/event-stream; charset=utf-8')).toEqual({
      kind: 'events',
      events: [
        { name: 'comment', text: 'hello' },
        { name: 'delta', text: 'id: 7\n{"x":1.50}' },
        { name: 'message', text: '[DONE]' },
      ],
    });
  });

  it('lists AWS frames by the header that names them, with what else they say', () => {
    const header = (name: string, text: string) => [name, text] as const;
    const bytes = joinFrames([
      {
        headers: [header(':event-type', 'chunk'), header(':message-type', 'event')],
        payload: Buffer.from('{"n":1.50}'),
      },
      {
        headers: [header(':message-type', 'exception'), header(':exception-type', 'throttlingException')],
        payload: Buffer.from('slow down'),
      },
      { headers: [['x', 'integer', 3]], payload: Buffer.from([0xff]) },
    ]);
    const body = { text: bytes.toString('base64'), encoding: 'base64' } as const;
    expect(readableBody(body, 'application/vnd.amazon.eventstream')).toEqual({
      kind: 'frames',
      events: [
        { name: 'chunk', text: '{"n":1.50}' },
        { name: 'throttlingException', text: ':message-type: exception\nslow down' },
        { name: 'frame', text: 'x: integer 3\n/w==' },
      ],
    });
    expect(readableBody(body, 'application/octet-stream').kind).toBe('base64');
  });

  it('leaves everything else as it came: torn JSON, torn streams, plain text, bytes', () => {
    for (const text of ['{"a":', 'upstream error', '']) {
      expect(readableBody({ text }, 'application/json')).toEqual({ kind: 'text', text });
    }
    expect(readableBody({ text: 'nonsense\n\n' }, 'text/event-stream').kind).toBe('text');
    expect(readableBody({ text: 'AAEC', encoding: 'base64' }, 'application/json')).toEqual({
      kind: 'base64',
      text: 'AAEC',
    });
  });
});

describe('cut', () => {
  it('leaves short texts alone and says how much of long ones it leaves out', () => {
    expect(cut('abc', 3)).toEqual({ text: 'abc', left: 0 });
    expect(cut('abcde', 3)).toEqual({ text: 'abc', left: 2 });
    expect(cut('ab🙂cd', 3)).toEqual({ text: 'ab', left: 4 });
  });

  it('loses no character without counting it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), (text, longest) => {
        const { text: shown, left } = cut(text, longest);
        expect(text.startsWith(shown)).toBe(true);
        expect(shown.length + left).toBe(text.length);
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });
});

it('measures bodies in bytes, not in characters', () => {
  expect(sizeOf({ text: 'ø' })).toBe('2 B');
  expect(sizeOf({ text: 'AAEC', encoding: 'base64' })).toBe('3 B');
  expect(sizeOf({ text: 'x'.repeat(1234) })).toBe('1.2 kB');
});

describe('prettyJson', () => {
  it('keeps what is small in one line, and what is large over several', () => {
    const long = 'x'.repeat(60);
    expect(
      prettyJson({ type: 'text', needed: ['city'], far: { a: long, b: [{ c: long }] }, none: [], nothing: {} }),
    ).toBe(
      [
        '{',
        '  "type": "text",',
        '  "needed": ["city"],',
        '  "far": {',
        `    "a": "${long}",`,
        `    "b": [{"c": "${long}"}]`,
        '  },',
        '  "none": [],',
        '  "nothing": {}',
        '}',
      ].join('\n'),
    );
    expect(prettyJson({ a: '[', b: ['{'] })).toBe('{"a": "[", "b": ["{"]}');
  });

  it('says the same as before, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(prettyJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
