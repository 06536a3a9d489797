import { describe, expect, test } from 'vitest';
import { validatorFor } from '../../lib/validator.ts';
import type { Matrix } from '../../matrix/model.ts';
import { sample } from '../fixtures/sample.ts';
import { listed } from '../fixtures/sample-issue.ts';
import { Decision } from './decision-schema.ts';
import { breakCase, caseIn, decideOn, failingRun, foundBy, inOpenai, listedCase, passing } from './fixtures/runs.ts';
import { rules } from './rules.ts';

/** The rules that found something, with how bad it is. */
const told = ({ findings }: Decision) => [...new Set(findings.map(({ rule, level }) => `${level} ${rule}`))];

const without = (cases: { id: string }[], id: string) =>
  cases.splice(
    cases.findIndex((c) => c.id === id),
    1,
  );

test('what is as it was passes, and nothing is told of it', () => {
  const decision = decideOn(() => {});
  expect(decision).toMatchObject({ passes: true, findings: [], cells: [], notes: [] });
  expect(decision.counts).toMatchObject({ fails: 0, compared: decision.counts.cases });
});

test('what is decided fits the schema that is published', () => {
  const decision = decideOn(({ after }) => {
    breakCase(after, passing);
    after.run.knownIssues = [listed({ impact: 'breaks' }), listed({ id: 'new' })];
  });
  expect(validatorFor(Decision)(JSON.parse(JSON.stringify(decision)))).toBe(true);
});

test('rules have ids of their own, and those that fail come before those that only tell', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  const order = ['fails', 'told', 'better'];
  const levels = rules.map(({ level }) => order.indexOf(level));
  expect(levels).toEqual(levels.toSorted((a, b) => a - b));
});

describe('cases', () => {
  test('one that passed and fails is a regression, with the check, the place, the cell and the command that replays it', () => {
    const decision = decideOn(({ after }) => breakCase(after, passing));
    expect(told(decision)).toEqual(['fails regression']);
    expect(decision.findings[0]).toMatchObject({
      case: passing,
      before: 'pass',
      after: 'fail',
      place: 'adapters/sample/anthropic/adapter.ts:1',
      check: { check: 'returns-function-calls', findings: [{ wirePath: expect.any(String) }] },
      replay: expect.stringContaining('npm run atc -- run'),
    });
    expect(decision.checks).toMatchObject([{ id: 'returns-function-calls', reason: expect.any(String) }]);
    expect(decision.cells).toMatchObject([{ tool: 'function-calling', before: 'works', after: 'in part' }]);
  });

  test('a known failure that fails otherwise is a regression, too', () => {
    const decision = decideOn(({ after }) => breakCase(after, listedCase));
    expect(told(decision)).toEqual(['fails regression']);
  });

  test('one that failed before is told, and is not of this change', () => {
    const decision = decideOn(({ before, after }) => {
      breakCase(before, failingRun);
      breakCase(after, failingRun);
    });
    expect(decision.passes).toBe(true);
    expect(told(decision)).toEqual(['told existing-failure']);
  });

  test('one that the base did not have fails the gate where it fails', () => {
    const decision = decideOn(({ before, after }) => {
      without(before.cases, passing);
      without(before.cases, failingRun);
      breakCase(after, passing);
    });
    expect(foundBy(decision, 'new-failure')).toMatchObject([{ case: passing }]);
    expect(told(decision)).toEqual(['fails new-failure']);
  });

  test('one that fails and that the base was not asked about fails the gate, and what could not be compared is said', () => {
    const decision = decideOn(({ before, after }) => {
      before.run.selection = { modes: ['complete'] };
      before.cases = before.cases.filter((c) => c.mode === 'complete');
      breakCase(after, failingRun);
    });
    expect(told(decision)).toEqual(['fails new-failure']);
    expect(decision.notes).toEqual([expect.stringMatching(/^not compared: 2 cases of this run/)]);
  });

  test('one that is gone while its cell is claimed fails; where the rule is accepted it is told', () => {
    const change = ({ after }: { after: { cases: { id: string }[] } }) => without(after.cases, inOpenai);
    expect(told(decideOn(change))).toEqual(['fails case-removed']);
    const accepted = decideOn(change, { accepted: ['case-removed'] });
    expect(accepted).toMatchObject({ passes: true, findings: [{ level: 'told', accepted: true }] });
  });

  test('one that is gone with its claim is told', () => {
    const decision = decideOn(({ after }) => {
      without(after.cases, listedCase);
      const { tools, providers } = after.matrix as Matrix;
      const retired = { support: 'no', lifecycle: 'retired', claims: [], sources: [] } as const;
      after.matrix = {
        tools,
        providers: providers.map((p) => ({ ...p, cells: { ...p.cells, 'web-search': retired } })),
      };
    });
    expect(told(decision)).toContain('told claim-removed');
    expect(foundBy(decision, 'case-removed').map((f) => f.case)).not.toContain(listedCase);
  });

  test('an adapter that is gone is told once, with all its cases', () => {
    const decision = decideOn(({ after }) => {
      after.run.adapters = after.run.adapters.filter(({ id }) => id === 'sample-anthropic');
      after.cases = after.cases.filter((c) => c.adapter === 'sample-anthropic');
    });
    expect(foundBy(decision, 'case-removed')).toMatchObject([{ what: expect.stringContaining('with 3 cases') }]);
  });

  test('one in which other checks find something is told, and that it is no better where it fails in another way', () => {
    const [check = expect.fail()] = caseIn(sample().results, failingRun).checks;
    const decision = decideOn(({ before, after }) => {
      Object.assign(caseIn(after, passing), { checks: [{ ...check, status: 'warn' }] });
      Object.assign(caseIn(before, failingRun), { verdict: 'error' });
      breakCase(after, failingRun);
    });
    expect(told(decision)).toEqual(['told existing-failure', 'told otherwise']);
    expect(foundBy(decision, 'otherwise')).toMatchObject([
      {
        case: passing,
        what: expect.stringMatching(/pass → pass; new finding of returns-function-calls: the response has a call/),
      },
    ]);
  });

  test('what got better is told', () => {
    const decision = decideOn(({ before, after }) => {
      breakCase(before, passing);
      caseIn(after, inOpenai).evidence = 'live';
      caseIn(before, inOpenai).evidence = 'documented';
      before.run.knownIssues = [listed(), listed({ id: 'other' })];
    });
    expect(decision.passes).toBe(true);
    expect(told(decision)).toEqual(['better improved', 'better evidence-upgraded', 'better known-issue-removed']);
  });
});

describe('known issues', () => {
  const name = passing.slice(passing.indexOf('/') + 1);
  const list = (groups: readonly string[] = ['returns-text:text.missing']) =>
    listed({
      id: 'text-lost',
      covers: { [name]: [...groups] },
      place: 'adapters/sample/anthropic/known-issues.yaml:12',
    });
  const cover = ({ after, caseOf }: Parameters<Parameters<typeof decideOn>[0]>[0]) => {
    after.run.knownIssues = [listed(), list()];
    Object.assign(caseOf(passing), { verdict: 'known-failure', reason: list().title, knownIssues: ['text-lost'] });
  };

  test('covering what passed fails, unless who calls the gate accepts it', () => {
    const decision = decideOn(cover);
    expect(told(decision)).toEqual(['fails known-issue-added']);
    expect(decision.findings[0]).toMatchObject({ place: list().place, case: passing });
    expect(decision.knownIssues.added).toMatchObject([{ id: 'text-lost', adapter: 'sample-anthropic' }]);
    expect(decideOn(cover, { accepted: ['known-issue-added'] }).passes).toBe(true);
  });

  test('covering one more group of a case that is known fails; the same group in another trial does not', () => {
    const more = (group: string) =>
      decideOn(({ before, after }) => {
        before.run.knownIssues = [listed(), list()];
        after.run.knownIssues = [listed(), list(['returns-text:text.missing', group])];
        for (const run of [before, after]) {
          Object.assign(caseIn(run, passing), { verdict: 'known-failure', knownIssues: ['text-lost'] });
        }
      });
    expect(foundBy(more('returns-usage:usage.missing'), 'known-issue-added')).toMatchObject([
      { what: `${passing}: a known issue now covers returns-usage:usage.missing` },
    ]);
    expect(more('returns-text:text.missing @ one, where two').passes).toBe(true);
  });

  test('covering what failed before passes, and the known issue is told', () => {
    const decision = decideOn((runs) => {
      breakCase(runs.before, passing);
      cover(runs);
    });
    expect(told(decision)).toEqual(['better improved']);
    expect(decision.knownIssues.added).toHaveLength(1);
  });

  test('where the base lists exceptions, cases are compared, and one line says that lists are not', () => {
    const decision = decideOn((runs) => {
      cover(runs);
      delete runs.before.run.knownIssues;
    });
    expect(told(decision)).toEqual(['fails known-issue-added']);
    expect(decision.notes).toEqual([expect.stringContaining('known issues not compared')]);
  });

  test('what a known issue covers and passes fails once, and says which entry to edit', () => {
    const decision = decideOn(({ after, caseOf }) => {
      const unexpectedPasses = { 'citations-lost': ['returns-function-calls:citation.missing'] };
      Object.assign(caseOf(listedCase), { verdict: 'fail', checks: [], unexpectedPasses });
      const message = `${listedCase}: the known issue "citations-lost" covers x, which passes`;
      after.problems = [{ place: listed().place, message, hint: 'h' }];
    });
    expect(told(decision)).toEqual(['fails unexpected-pass']);
    expect(decision.findings[0]).toMatchObject({
      place: listed().place,
      what: `known issue "sample-anthropic/citations-lost" covers cases that pass: ${listedCase} (returns-function-calls:citation.missing)`,
      todo: expect.stringContaining('atc known-issues accept'),
    });
  });
});

describe('the run', () => {
  test.for([
    [{ executed: 0 }, 'no case ran'],
    [{ asserted: 0 }, 'none compared anything'],
    [{ generated: 99 }, 'of 99 cases ran'],
  ] as const)('%j: not everything was executed', ([counts, words]) => {
    const decision = decideOn(({ after }) => Object.assign(after.counts, counts));
    expect(foundBy(decision, 'no-cases-run')).toMatchObject([{ what: expect.stringContaining(words) }]);
    expect(decision.passes).toBe(false);
  });

  test('a problem fails; one that the base has too, on whatever line, is told', () => {
    const problem = (line: number) => ({ place: `a.yaml:${line}`, message: 'no case fits', hint: 'mend it' });
    const fresh = decideOn(({ after }) => after.problems.push(problem(3)));
    expect(told(fresh)).toEqual(['fails run-problem']);
    expect(fresh.findings[0]).toMatchObject({ todo: 'mend it', place: 'a.yaml:3' });
    const old = decideOn(({ before, after }) => {
      before.problems.push(problem(1));
      after.problems.push(problem(3));
    });
    expect(told(old)).toEqual(['told existing-problem']);
  });

  test('a cell that is newly claimed needs a case', () => {
    const decision = decideOn(({ before, after }) => {
      const { tools, providers } = before.matrix as Matrix;
      const unknown = { support: 'unknown', lifecycle: 'ga', claims: [], sources: [] } as const;
      const cells = providers.map((p) => ({ ...p, cells: { ...p.cells, 'web-search': unknown } }));
      before.matrix = { tools, providers: cells };
      after.cases = after.cases.filter((c) => c.tool !== 'web-search' || c.adapter === 'sample-anthropic');
      before.cases = before.cases.filter((c) => c.tool !== 'web-search' || c.adapter === 'sample-anthropic');
    });
    const places = foundBy(decision, 'claim-untested').map((f) => f.place);
    expect(places).toContain('matrix/provider-apis/openai-responses.json:1');
    expect(places).not.toContain('matrix/provider-apis/anthropic.json:1');
  });

  test('lesser evidence fails, of a case that is still played', () => {
    const decision = decideOn(({ before, after }) => {
      for (const id of [inOpenai, passing]) caseIn(before, id).evidence = 'live';
      caseIn(after, inOpenai).evidence = 'documented';
      Object.assign(caseIn(after, passing), { evidence: 'none', verdict: 'not-testable' });
    });
    expect(foundBy(decision, 'evidence-downgraded')).toMatchObject([
      { case: inOpenai, before: 'live', after: 'documented' },
    ]);
  });

  test('stale recordings are told, and fail where that is asked for', () => {
    const stale = ({ after }: Parameters<Parameters<typeof decideOn>[0]>[0]) => {
      Object.assign(caseIn(after, inOpenai).cassette ?? {}, { stale: true, freshUntil: '2026-01-01' });
    };
    expect(told(decideOn(stale))).toEqual(['told recording-stale']);
    expect(told(decideOn(stale, { strict: ['recording-stale'] }))).toEqual(['fails recording-stale']);
    expect(decideOn(stale).findings[0]?.todo).toContain('record openai-responses/function-calling');
  });

  test('of recordings that changed, cases alone are judged, and whatever is worse fails', () => {
    const decision = decideOn(
      ({ before, after }) => {
        after.problems.push({ place: 'x:1', message: 'odd', hint: 'mend' });
        breakCase(after, passing);
        breakCase(before, failingRun);
        Object.assign(caseIn(after, failingRun), { verdict: 'error', reason: 'no such event' });
        Object.assign(caseIn(before, inOpenai), { verdict: 'not-testable' });
      },
      { recordings: [] },
    );
    expect(told(decision)).toEqual(['fails regression', 'fails recording-worse', 'better improved']);
    expect(foundBy(decision, 'recording-worse')).toMatchObject([
      { case: failingRun, todo: expect.stringContaining('record it again') },
    ]);
  });

  test('recordings that are at fault, as they were, fail; and those with which no case passes', () => {
    const faulty = decideOn(
      ({ before, after }) => {
        for (const c of [caseIn(before, failingRun), caseIn(after, failingRun)]) {
          Object.assign(c, { implementation: 'reference', verdict: 'error', reason: 'no answer' });
        }
      },
      { recordings: [] },
    );
    expect(faulty.findings).toMatchObject([{ rule: 'recording-faulty', case: failingRun }]);
    const unproved = decideOn(
      ({ before, after }) => {
        for (const c of [...before.cases, ...after.cases]) Object.assign(c, { verdict: 'fail', reason: 'no' });
      },
      { recordings: [] },
    );
    expect(unproved.findings).toMatchObject([
      { rule: 'recording-faulty', what: expect.stringContaining('no case passes with it: no') },
    ]);
  });

  test('only rules that may be meant can be accepted', () => {
    const decision = decideOn(({ after }) => breakCase(after, passing), { accepted: ['regression'] });
    expect(decision.passes).toBe(false);
  });
});
