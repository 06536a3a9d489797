import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonPieces, prettyJson } from './pretty-json.ts';

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

describe('jsonPieces', () => {
  it('tells the names of members from values that look like them', () => {
    const pretty = prettyJson({ 'a "b"': ['c', 'd: e'], f: { g: '"h": 1' } });
    expect(jsonPieces(pretty).flatMap((p) => (p.name ? p.text : []))).toEqual(['"a \\"b\\""', '"f"', '"g"']);
  });

  it('gives back the whole text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const pretty = prettyJson(value);
        expect(
          jsonPieces(pretty)
            .map((p) => p.text)
            .join(''),
        ).toBe(pretty);
      }),
    );
  });
});
