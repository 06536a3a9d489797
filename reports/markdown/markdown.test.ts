import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileSample, hostileTexts } from '../fixtures/hostile.ts';
import { sample } from '../fixtures/sample.ts';
import { outsideSpans } from './fixtures/outside-spans.ts';
import { code, markdownOf } from './summary.ts';

const more = [
  '',
  '`',
  '```js\nalert(1)\n```',
  'a `b` ``c`` ```',
  '@octocat and #1 and GH-1 and octo/repo#1',
  '![x](https://evil.example/x.png) [link](javascript:alert(1)) https://evil.example www.evil.example',
  '| a | b |\n| --- | --- |',
  '- [ ] task\n# heading\n> quote\n\n---\n',
  '\\` \\| $x^2$ :smile: [^1]',
  'zero\u200bwidth \u2060joiner \u{e0041}tag',
];

describe('a code span', () => {
  test.each([...hostileTexts, ...more])('%j is on one line, and all of it inside', (text) => {
    const span = code(text, 200);
    expect(span).not.toMatch(/[\n\r]/);
    expect(outsideSpans(`before ${span} after`)).toBe('before  after');
    expect(span).toBe(span.toWellFormed());
    expect(span).not.toMatch(/[\p{Cc}\p{Cs}\u200b\u202e\u2066\ufeff\u{e0041}]/u);
  });

  test('any text at all', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom('`', '``', '\n', '|', ' ', '\\'), fc.string({ unit: 'binary', maxLength: 1 })),
    });
    fc.assert(
      fc.property(text, (any) => {
        expect(outsideSpans(`a${code(any, 1000)}b`)).toBe('ab');
      }),
    );
  });

  test('what is too long is cut, and how much is said', () => {
    expect(code('x'.repeat(5_000_000), 10)).toBe('`xxxxxxxxxx` … (4999990 more)');
    expect(code('🙂'.repeat(20), 10)).toBe(`\`${'🙂'.repeat(10)}\` … (20 more)`);
    expect(code('\u0000'.repeat(1000), 100).length).toBeLessThan(250);
  });
});

describe('the summary of a run', () => {
  const { results } = sample();

  test('says whether it is green, the numbers, and of what failed the first finding and what plays it again', () => {
    const text = markdownOf(results);
    expect(text).toMatch(/^## Agent Tools Conformance: red\n\n\*\*4 passed, 4 failed, 1 known failure\*\*/);
    expect(text).toContain('| `sample-anthropic` | 3 | 1 | 1 |');
    expect(text).toContain(
      '- **fail** `sample-anthropic/function-calling/call-parallel/stream`\n  - `returns-function-calls`: `the response has a call',
    );
    expect(text).toContain('  - replay: `npm run atc -- run sample-anthropic/function-calling');
    expect(text).toContain('### Problems of the run\n\n- `adapters/sample/anthropic/known-issues.yaml:9`: ');
    expect(text).toContain('Only `tools function-calling, web-search, computer-use`.');
  });

  test('cases that fail for one reason are one entry, with what plays the first and what else fails there', () => {
    const [failing = expect.fail('none fails')] = results.cases.filter((c) => c.verdict === 'fail');
    const cases = ['a', 'b', 'c', 'd'].map((id) => ({ ...failing, id }));
    expect(markdownOf({ ...results, cases })).toMatch(
      /- \*\*\w+\*\*, 4 cases: `returns-function-calls:call.missing`\n {2}- `the response has a call.*\n(?: {2}- also: .*\n)? {2}- case `a`, as well `b`, `c` and 1 more\n {2}- replay: `npm run atc/,
    );
  });

  test('of a green run there is nothing but numbers', () => {
    const green = { ...results, cases: results.cases.filter((c) => c.verdict === 'pass'), problems: [] };
    expect(markdownOf(green)).toMatch(/^## Agent Tools Conformance: green\n/);
    expect(markdownOf(green)).not.toContain('###');
  });

  test('hostile content stands in code spans, and nowhere else', () => {
    const hostile = hostileSample(sample()).results;
    const own = outsideSpans(markdownOf(hostile));
    expect(own).not.toMatch(/[<>[\]!@\\]|\w:\w|http|javascript|evil|pwned/);
    expect(own.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(2 + hostile.run.adapters.length);
    expect(own.match(/^#+ .*/gm)).toEqual([
      '## Agent Tools Conformance: red',
      '### Failing cases',
      '### Problems of the run',
    ]);
  });

  test('it fits into a comment, however much went wrong', () => {
    const [failing = expect.fail('none fails')] = results.cases.filter((c) => c.verdict === 'fail');
    const long = {
      ...failing,
      id: '`'.repeat(100_000),
      replay: '\u0000'.repeat(100_000),
      verdict: 'error' as const,
      reason: 'x'.repeat(5_000_000),
      checks: [],
    };
    const adapters = Array.from({ length: 500 }, (_, n) => ({
      id: `${n}`.repeat(300),
      implementation: 'x',
      providerApi: 'y',
      packages: [],
    }));
    const problems = Array.from({ length: 1000 }, () => ({
      place: 'x'.repeat(9999),
      message: '`'.repeat(9999),
      hint: '|'.repeat(9999),
    }));
    const cases = Array.from({ length: 5000 }, () => long);
    const text = markdownOf({ ...results, cases, problems, run: { ...results.run, adapters } });
    expect(text.length).toBeLessThan(65_536);
    expect(text).toContain('… and 4980 more;');
    expect(text).toContain('… and 990 more;');
    expect(text).toContain('… and 460 more adapters;');
  });
});
