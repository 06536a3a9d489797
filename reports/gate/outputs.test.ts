import { describe, expect, test } from 'vitest';
import { hostileSample, hostileTexts } from '../html/fixtures/hostile.ts';
import { listed } from '../html/fixtures/listed.ts';
import { sample } from '../html/fixtures/sample.ts';
import { outsideSpans } from '../markdown/fixtures/outside-spans.ts';
import type { Palette } from '../summary/palette.ts';
import { annotationsOf } from './annotations.ts';
import { decide } from './decide.ts';
import { breakCase, caseIn, decideOn, inOpenai, passing } from './fixtures/runs.ts';
import { wellFormed } from './fixtures/well-formed.ts';
import { junitOf } from './junit.ts';
import { gateMarkdown } from './markdown.ts';
import { sarifOf } from './sarif.ts';
import { gateText } from './text.ts';

const plain: Palette = { green: String, red: String, yellow: String, dim: String, bold: String };

/** A change that lists an exception and breaks two cells. */
const bad = decideOn(({ before, after }) => {
  breakCase(after, passing);
  breakCase(after, inOpenai);
  const late = listed({ cases: 'sample-anthropic/late/**', place: 'x.yaml:20', untilPlace: 'x.yaml:26' });
  before.run.exceptions = [listed(), late, listed({ cases: 'sample-anthropic/old/**' })];
  after.run.exceptions = [
    listed({ until: '2027-03-31' }),
    { ...late, until: '2026-01-01' },
    listed({ cases: 'new/**' }),
  ];
});
Object.assign(bad.exceptions.added[0] ?? {}, { by: 'Somebody' });

/** Everything that is free to say in a run says something hostile, and all that may be wrong is. */
const hostile = decide({
  before: { ...sample().results, cases: [], problems: [] },
  after: (() => {
    const { results } = hostileSample(sample());
    results.run.exceptions = hostileTexts.map((text) =>
      listed({ cases: text, reason: text, source: text, place: text }),
    );
    return results;
  })(),
  base: { name: hostileTexts.join(' ') },
  notes: hostileTexts,
});

/** The parts of a text in which some words stand, in the order of the text. */
const order = (text: string, words: readonly string[]) => words.toSorted((a, b) => text.indexOf(a) - text.indexOf(b));

describe('the terminal', () => {
  const text = gateText(bad, plain);

  test('tells of exceptions first, then of cells, then why, and the verdict last', () => {
    const parts = [
      'exceptions\n',
      'cells that stand otherwise\n',
      'fails regression',
      'fails expired',
      'gate: does not pass',
    ];
    for (const part of parts) expect(text).toContain(part);
    expect(order(text, parts)).toEqual(parts);
  });

  test('of an exception: who listed it, since when, until when, why and by which source', () => {
    expect(text).toContain(
      'added new/**: known-failure\n    since 2026-10-01, until 2026-12-31, listed by Somebody\n    The library drops citations.',
    );
    expect(text).toContain('extended from 2026-12-31 sample-anthropic/web-search/**');
    expect(text).toContain('removed sample-anthropic/old/**');
  });

  test('of a case: what the wire said and where, what the adapter said, why it matters, and the command', () => {
    expect(text).toContain('function-calling × anthropic, sample: works → fails');
    expect(text).toMatch(
      /calls-equal-wire {2}MUST\n.*the wire has a call.*\n +wire .*\n +adapter .*\n +why .*\n +source /,
    );
    expect(text).toMatch(/replay {3}npm run atc -- run/);
    expect(text).toContain('adapters/sample/anthropic/index.ts:1');
  });

  test('what is hostile does nothing', () => {
    expect(gateText(hostile, plain)).not.toMatch(/[[\p{Cc}--\n]\u202e\u2066]/v);
  });
});

describe('Markdown', () => {
  test('has the same order', () => {
    const parts = [
      '## Gate: does not pass',
      '### Exceptions',
      '### Cells',
      '### A case that was good',
      '- why:',
      '- play it again:',
    ];
    const text = gateMarkdown(bad);
    for (const part of parts) expect(text).toContain(part);
    expect(order(text, parts)).toEqual(parts);
    expect(text).toContain('listed by `Somebody`');
  });

  test('hostile content stands in code spans, and nowhere else', () => {
    const own = outsideSpans(gateMarkdown(hostile));
    expect(own).not.toMatch(/[<>[\]!@\\]|\w:\/\/|http|javascript|evil|pwned/);
  });

  test('it fits into a comment, however much went wrong', () => {
    const long = 'x`'.repeat(100_000);
    const [finding = expect.fail('no finding')] = bad.findings;
    const many = bad.rules.flatMap(({ id }) =>
      Array.from({ length: 200 }, (_, n) => ({
        ...finding,
        rule: id,
        case: `${n}${long}`,
        tool: `${n}`,
        what: long,
        todo: long,
        place: long,
        replay: long,
      })),
    );
    const entries = Array.from({ length: 200 }, () => listed({ cases: long, reason: long, source: long, place: long }));
    const cells = Array.from({ length: 500 }, () => ({ tool: long, providerApi: long, implementation: long }));
    const text = gateMarkdown({
      ...bad,
      findings: many,
      cells,
      exceptions: { added: entries, changed: [], removed: entries },
    });
    expect(text.length).toBeLessThan(65_536);
    expect(text).toContain('… and 475 more;');
    expect(text).toContain('… the rest does not fit;');
    expect(outsideSpans(text)).not.toContain('`');
  });
});

describe('annotations', () => {
  test('an error stands at the adapter, escaped as the runner demands', () => {
    const [first, ...others] = annotationsOf(bad).trimEnd().split('\n');
    expect(first).toMatch(
      /^::error file=adapters\/sample\/anthropic\/index\.ts,line=1,title=regression%3A sample-anthropic\/function-calling\S*::sample.*%0A.*%0Areplay: npm run/,
    );
    expect(others.some((line) => line.startsWith('::error file=x.yaml,line=26,title=expired::'))).toBe(true);
  });

  test('there are no more than GitHub shows, the worst first, and the last says how many there are besides', () => {
    const [finding = expect.fail('no finding')] = bad.findings;
    const many = Array.from({ length: 25 }, (_, n) => ({ ...finding, tool: `${n}` }));
    const lines = annotationsOf({ ...bad, findings: [...many, { ...finding, level: 'told' as const }] })
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[9]).toMatch(/^::error title=gate::and 16 more/);
    expect(lines[10]).toMatch(/^::warning /);
  });

  test('nothing hostile begins another command', () => {
    const many = hostileTexts.map((text) => ({
      ...(bad.findings[0] ?? expect.fail()),
      tool: text,
      what: `${text}\n::error::x\r%0A`,
      case: `${text},a=b:`,
    }));
    const lines = annotationsOf({ ...bad, findings: many })
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(10);
    for (const line of lines) {
      expect(line).toMatch(/^::error (file=[^,:]*,line=\d+,)?title=[^,:]*::/);
      expect(line.slice(2).replace(/::.*/, '')).not.toMatch(/\p{Cc}/u);
    }
  });
});

describe('JUnit', () => {
  const runOf = () => {
    let results = sample().results;
    const decision = decideOn(({ before, after }) => {
      breakCase(after, passing);
      breakCase(before, inOpenai);
      breakCase(after, inOpenai);
      after.problems.push({ place: 'x:1', message: 'odd', hint: 'mend' });
      results = after;
    });
    return junitOf(decision, results);
  };

  test('a suite per adapter and one for the gate; failures are those that fail the gate, what is listed or old is skipped', () => {
    const suites = [...runOf().matchAll(/<testsuite (.*?)>/g)].map(([, attributes]) => attributes);
    expect(suites).toEqual([
      'name="sample-anthropic" tests="5" failures="1" errors="0" skipped="1" time="0"',
      'name="sample-openai-responses" tests="3" failures="0" errors="0" skipped="1" time="0"',
      'name="gate" tests="1" failures="1" errors="0" skipped="0" time="0"',
    ]);
    expect(runOf()).toMatch(
      /<testcase name="function-calling\/parallel-calls\/complete" classname="sample-anthropic.function-calling" time="0"><failure message="sample-anthropic[^"]*" type="calls-equal-wire">[^<]*replay: npm run/,
    );
  });

  test('is well-formed, of characters that XML 1.0 has', () => {
    wellFormed(runOf());
    const { results } = hostileSample(sample());
    for (const [i, c] of results.cases.entries()) c.reason = `${hostileTexts[i % hostileTexts.length]} \ufffe \u0008`;
    wellFormed(junitOf(hostile, results));
  });
});

describe('SARIF', () => {
  const log = JSON.parse(sarifOf(bad));
  const [run] = log.runs;

  test('rules are checks, with reason and source; results stand at the file of the adapter', () => {
    const rule = run.tool.driver.rules.find((r: { id: string }) => r.id === 'check/calls-equal-wire');
    expect(rule).toMatchObject({
      fullDescription: { text: 'An application relies on it.' },
      helpUri: 'https://example.org/contract',
    });
    expect(run.results[0]).toMatchObject({
      ruleId: 'check/calls-equal-wire',
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'adapters/sample/anthropic/index.ts' },
            region: { startLine: 1 },
          },
        },
      ],
    });
  });

  test('has what the standard demands: every result its rule, by id and index, a message, a place in the repository', () => {
    for (const { runs } of [log, JSON.parse(sarifOf(hostile))]) {
      const { rules } = runs[0].tool.driver;
      expect(new Set(rules.map((r: { id: string }) => r.id)).size).toBe(rules.length);
      for (const result of runs[0].results) {
        expect(rules[result.ruleIndex].id).toBe(result.ruleId);
        expect(result.message.text).not.toBe('');
        expect(['error', 'note']).toContain(result.level);
        const { artifactLocation, region } = result.locations[0].physicalLocation;
        expect(artifactLocation.uri).toMatch(/^[^\s<>"\\^`{|}]+$/);
        expect(region.startLine).toBeGreaterThan(0);
      }
    }
  });

  test('a finding is the same tomorrow, whatever line and words it has', () => {
    const prints = (decision: typeof bad) =>
      JSON.parse(sarifOf(decision)).runs[0].results.map((r: { partialFingerprints: object }) => r.partialFingerprints);
    const again = {
      ...bad,
      findings: bad.findings.map((f) => (f.case ? { ...f, what: 'otherwise', place: 'x:99' } : f)),
    };
    expect(prints(again)).toEqual(prints(bad));
    expect(new Set(prints(bad).map((p: object) => JSON.stringify(p))).size).toBe(
      bad.findings.filter(({ level }) => level !== 'better').length,
    );
  });
});

test('a run in which nothing is otherwise says so in all of them', () => {
  const good = decideOn(() => {});
  expect(gateText(good, plain)).toMatch(/^gate: passes; \d+ cases, \d+ compared with main\.json: 0 fail/);
  expect(gateMarkdown(good)).not.toContain('###');
  expect(annotationsOf(good)).toBe('');
  expect(JSON.parse(sarifOf(good)).runs[0].results).toEqual([]);
  expect(caseIn(sample().results, passing).verdict).toBe('pass');
});
