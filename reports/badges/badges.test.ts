import { expect, test } from 'vitest';
import type { Matrix } from '../../matrix/model.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { sample } from '../html/fixtures/sample.ts';
import { type Badge, badgeOf, grounds, ink, shieldsOf, svgOf } from './badge.ts';

const { results } = sample();
const tools = (results.matrix as Matrix).tools.map(({ id }) => id);
const [pass] = results.cases.filter((c) => c.verdict === 'pass' && c.kind === 'scenario');

/** A run of one adapter on a provider API that offers every tool: one case per tool, with the verdicts given. */
function run(verdicts: readonly CaseResult['verdict'][], change: Partial<Results> = {}): Results {
  const adapter = { id: 'a-anthropic', implementation: 'a', providerApi: 'anthropic', packages: [] };
  const matrix = structuredClone(results.matrix) as { providers: { cells: Record<string, object> }[] };
  for (const { cells } of matrix.providers) {
    for (const [id, cell] of Object.entries(cells)) cells[id] = { ...cell, support: 'yes', lifecycle: 'ga' };
  }
  const cases = verdicts.map((verdict, i) => ({
    ...pass,
    adapter: adapter.id,
    providerApi: 'anthropic',
    tool: tools[i],
    verdict,
  }));
  return {
    ...results,
    matrix,
    run: { ...results.run, adapters: [adapter] },
    cases: cases as CaseResult[],
    problems: [],
    ...change,
  };
}
const all = <T>(value: T): T[] => tools.map(() => value);

test.each<[string, Results, string, Badge['tone']]>([
  ['everything works', run(all('pass')), `${tools.length} of ${tools.length} tools work`, 'good'],
  [
    'one fails',
    run(['fail', ...all('pass' as const).slice(1)]),
    `${tools.length - 1} of ${tools.length} tools work, 1 does not work, 1 case failing`,
    'bad',
  ],
  [
    'one cannot be tested',
    run(['not-testable', ...all('pass' as const).slice(1)]),
    `${tools.length - 1} of ${tools.length} tools work, 1 not judged, 1 case failing`,
    'bad',
  ],
  [
    'one is known to fail',
    run(['known-failure', ...all('pass' as const).slice(1)]),
    `${tools.length - 1} of ${tools.length} tools work, 1 does not work`,
    'mixed',
  ],
  ['one alone was run', run(['pass']), `1 of ${tools.length} tools work, ${tools.length - 1} not judged`, 'good'],
  ['nothing was run', run([]), 'not run', 'none'],
  [
    'the run has a problem',
    run(all('pass'), { problems: [{ place: 'x', message: 'y', hint: 'z' }] }),
    `${tools.length} of ${tools.length} tools work, 1 problem of the run`,
    'bad',
  ],
])('%s', (_, results, message, tone) => {
  expect(badgeOf(results)).toMatchObject({ label: 'agent tools', message, tone });
});

test('what lies beyond the matrix is no tool that works, and can fail', () => {
  const beyond = (verdict: 'pass' | 'fail') => {
    const whole = run(all('pass'));
    return { ...whole, cases: [...whole.cases, { ...whole.cases[0], tool: 'break-glass', verdict } as CaseResult] };
  };
  expect(badgeOf(beyond('pass')).message).toBe(`${tools.length} of ${tools.length} tools work`);
  expect(badgeOf(beyond('fail'))).toMatchObject({ tone: 'bad', message: expect.stringContaining('1 case failing') });
});

test('a refusal, a declaration and a retired API are not green: nothing works there', () => {
  const of = (kind: CaseResult['kind'], support: string, lifecycle = 'ga') => {
    const whole = run(['pass']);
    const [tool = ''] = tools;
    const matrix = structuredClone(whole.matrix) as { providers: { cells: Record<string, object> }[] };
    for (const { cells } of matrix.providers) cells[tool] = { ...cells[tool], support, lifecycle };
    const cases = whole.cases.map((c) => ({ ...c, kind }));
    return badgeOf({ ...whole, matrix, cases }, { adapter: 'a-anthropic', tool });
  };
  expect(of('rejection', 'no')).toMatchObject({ message: 'not offered', tone: 'none' });
  expect(of('declaration', 'unknown')).toMatchObject({ message: 'not judged', tone: 'none' });
  expect(of('scenario', 'yes', 'retired')).toMatchObject({ message: 'works', tone: 'mixed' });
  expect(of('scenario', 'yes')).toMatchObject({ label: `${tools[0]} · a-anthropic`, message: 'works', tone: 'good' });
});

test('ids that are not there are refused', () => {
  expect(() => badgeOf(results, { adapter: 'sample-anthropc' })).toThrow('unknown adapter in these results');
  expect(() => badgeOf(results, { adapter: 'sample-anthropic', provider: 'mistral' })).toThrow(
    'has another provider API',
  );
  expect(() => badgeOf(results, { tool: 'web-serch' })).toThrow('unknown tool');
});

const hostile: Badge = {
  label: '<script>alert(1)</script>',
  message: '"&\'\n\u001b[31m\u202e\ud800',
  tone: 'bad',
  title: '</title><a href="javascript:1">',
};

test('the picture says all of it to who cannot see it, and text in it stays text', () => {
  const svg = svgOf(hostile);
  expect(svg).toMatch(/^<svg [^>]*role="img" aria-label="[^"<>]+">\n {2}<title>[^<>]+<\/title>/);
  expect(svg).not.toMatch(/<(script|a)\b/);
  expect(svg).not.toMatch(/[[\p{Cc}--\n]\p{Cs}\u202e]/v);
  expect([...svg.matchAll(/<(\w+)/g)].map(([, name]) => name)).toEqual(
    'svg title clipPath rect g rect rect g text text'.split(' '),
  );
});

test('a longer text is given more room', () => {
  const width = (message: string) =>
    Number(/width="(\d+)"/.exec(svgOf({ label: 'a', message, tone: 'good', title: 't' }))?.[1]);
  expect(width('14 of 14 tools work')).toBeGreaterThan(width('works') + 60);
  expect(width('mmm')).toBeGreaterThan(width('iii'));
});

test('an endpoint of shields.io has the members that it knows, and nothing else', () => {
  expect(shieldsOf(hostile)).toEqual({
    schemaVersion: 1,
    label: hostile.label,
    message: '"&\'\n\\u001b[31m\\u202e\\ud800',
    color: grounds.bad,
    labelColor: grounds.label,
    isError: true,
  });
  expect(shieldsOf({ ...hostile, tone: 'good' })).not.toHaveProperty('isError');
});

test('every ground is dark enough for the text on it', () => {
  for (const [name, ground] of Object.entries(grounds)) {
    const [light, dark] = [luminance(ink), luminance(ground)];
    expect((light + 0.05) / (dark + 0.05), name).toBeGreaterThanOrEqual(4.5);
  }
});

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
