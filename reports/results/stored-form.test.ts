import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { listed } from '../fixtures/sample-issue.ts';
import { caseResult, resultsOf } from './fixtures/run-of-cases.ts';
import { NoSuchPosition, restored, stored, storedText } from './stored-form.ts';

type CheckOfCase = CaseResult['checks'][number];

const text = fc.constantFrom('', 'a', 'b', '“é”\n', '__proto__', 'null');
const optional = <T>(name: string, value: fc.Arbitrary<T>) =>
  fc.option(value).map((given) => (given === null ? {} : { [name]: given }));
const day = fc.constantFrom('2026-11-20', '2026-11-25');
const source = fc.constantFrom({ title: 'a' }, { title: 'b', url: 'https://example.com' });
const levels = { a: 'MUST', b: 'SHOULD', c: 'MUST', d: 'MAY' } as const;

/** JSON values as a text gives them back: it has no negative zero. */
const throughText = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)));

const finding = fc
  .tuple(text, optional('wire', throughText), optional('wirePath', text), optional('adapter', text))
  .map(
    ([message, ...members]) =>
      Object.assign(
        { message, group: 'call.missing', impact: 'breaks', evidence: 'documented' },
        ...members,
      ) as CheckOfCase['findings'][number],
  );

/** Check of a case, with the level of the catalogue or another one. */
const checkOf = (check: keyof typeof levels): fc.Arbitrary<CheckOfCase> =>
  fc.oneof(
    fc
      .record({ compared: fc.nat(3), level: fc.constantFrom(levels[check], 'MAY' as const) })
      .map((rest) => ({ ...rest, check, status: 'pass' as const, findings: [] })),
    fc
      .record({ compared: fc.nat(3), status: fc.constantFrom('fail', 'warn'), findings: fc.array(finding) })
      .map((rest) => ({ ...rest, check, level: levels[check] })),
  );

/** Checks as the engine lists them: all, or of faults and client setups those alone that compared something. */
const checksFor = (kind: CaseResult['kind']): fc.Arbitrary<CheckOfCase[]> => {
  const listsAll = kind !== 'fault' && kind !== 'client-setup';
  const each = (['a', 'b', 'c', 'd'] as const).map((check) => {
    const idle: CheckOfCase = { check, level: levels[check], status: 'not-applicable', compared: 0, findings: [] };
    return fc.option(checkOf(check)).map((own) => own ?? (listsAll ? idle : []));
  });
  return fc.oneof(
    fc.constant<CheckOfCase[]>([]),
    fc.tuple(...each).map((all) => all.flat()),
  );
};

const cassette = fc
  .tuple(text, optional('recordedAt', day), optional('stale', fc.constant(true)), fc.array(source, { maxLength: 2 }))
  .map(([path, recordedAt, stale, sources]) => ({ path, sha256: 'a'.repeat(64), ...recordedAt, ...stale, sources }));

const caseOf = fc
  .constantFrom('scenario', 'rejection', 'fault', 'client-setup')
  .chain((kind): fc.Arbitrary<CaseResult> => {
    const parts = fc.record({
      adapter: fc.constantFrom('sample-anthropic', 'other-google'),
      tool: fc.constantFrom('function-calling', 'web-search'),
      scenario: fc.constantFrom('s', 't', 'u'),
      mode: fc.constantFrom('complete' as const, 'stream' as const),
    });
    const replay = fc.constantFrom(
      (usual: string) => `npm run atc -- run ${usual}`,
      (usual: string) => `npm run atc -- run ${usual} --thorough`,
      (usual: string) => `npm run atc -- run ${usual} --command 'x <case>' --thorough`,
      () => 'another command --thorough',
      () => '',
    );
    return fc
      .tuple(
        parts,
        fc.record({
          title: text,
          purpose: text,
          verdict: fc.constantFrom('pass' as const, 'fail' as const, 'known-failure' as const),
          checks: checksFor(kind),
          unread: fc.array(text),
          evidence: fc.constantFrom('none' as const, 'documented' as const),
        }),
        replay,
        ...[
          optional('reason', text),
          optional('knownIssues', fc.array(text)),
          optional('unexpectedPasses', fc.dictionary(text, fc.array(text))),
          optional('trials', fc.record({ tried: fc.nat(3), failed: fc.nat(3) })),
          optional('faults', fc.constant('framing')),
          optional('evidenceSha256', fc.constantFrom('b'.repeat(64), 'c'.repeat(64))),
          optional('cassette', cassette),
        ],
      )
      .map(([{ adapter, tool, scenario, mode }, rest, replayOf, ...members]) => ({
        ...{ adapter, tool, scenario, mode, kind, ...rest },
        id: `${adapter}/${tool}/${scenario}/${mode}`,
        implementation: adapter.split('-')[0] ?? '',
        providerApi: adapter.split('-')[1] ?? '',
        replay: replayOf(`${adapter}/${tool}/${scenario}/${mode}`),
        ...Object.assign({}, ...members),
      }));
  });

const results: fc.Arbitrary<Results> = fc.array(caseOf).map((cases) => {
  const checks = Object.entries(levels).map(([id, level]) => ({ id, level, title: id, reason: id, sources: [] }));
  const base = resultsOf(cases);
  return { ...base, run: { ...base.run, knownIssues: [listed(), listed({ id: 'other' })] }, checks };
});

test('results are restored from their stored form, through text, as they were', () => {
  fc.assert(
    fc.property(results, (all) => {
      expect(restored(JSON.parse(storedText(all)))).toEqual(all);
    }),
  );
});

test('equal results give the same bytes, whatever the order of their members', () => {
  fc.assert(
    fc.property(results, (all) => {
      const again = JSON.parse(JSON.stringify(all), (_, value: unknown) => reversed(value));
      expect(storedText(again)).toBe(storedText(all));
    }),
  );
});

const reversed = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toReversed())
    : value;

test('results before there were patterns of cases have their commands back', () => {
  const all = stored(resultsOf([{ ...caseResult, replay: `npm run atc -- run ${caseResult.id}` }]));
  expect(all.shared.commands).toEqual({ 'sample-anthropic': 'npm run atc -- run <case>' });
  const commands = { 'sample-anthropic': 'npm run atc -- run --adapter sample-anthropic' };
  expect(restored({ ...all, shared: { ...all.shared, commands } }).cases.map(({ replay }) => replay)).toEqual([
    'npm run atc -- run --adapter sample-anthropic --tool function-calling --scenario call-single --mode complete',
  ]);
});

test('a case of an adapter that is not of the run is neither stored nor restored', () => {
  fc.assert(
    fc.property(caseOf, (one) => {
      const all = resultsOf([one]);
      const run = { asOf: all.run.asOf, selection: {}, adapters: [] };
      expect(() => stored({ ...all, run })).toThrow(one.id);
      expect(() => restored({ ...stored(all), run })).toThrow(NoSuchPosition);
    }),
  );
});
