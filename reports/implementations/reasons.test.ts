import { expect, it } from 'vitest';
import type { CaseResult } from '../../spec/results/schema.ts';
import { listed } from '../html/fixtures/listed.ts';
import { sample } from '../html/fixtures/sample.ts';
import { listedReasons } from './reasons.ts';

const [first] = sample().results.cases as [CaseResult];
const failing = (id: string, exception: string, check = 'text-equals-wire'): CaseResult => ({
  ...first,
  id,
  verdict: 'known-failure',
  reason: 'It is lost.',
  exception,
  checks: [{ check, level: 'MUST', status: 'fail', compared: 1, findings: [] }],
});
const entries = [
  listed({ place: 'adapters/a/exceptions.yaml:2', reproduction: 'reproductions/lost.mjs', until: '2027-02-01' }),
  listed({ place: 'adapters/a/exceptions.yaml:9', reproduction: 'reproductions/lost.mjs', until: '2027-01-01' }),
  listed({ place: 'adapters/a/exceptions.yaml:20', reason: 'There is no way to say it.', verdict: 'not-expressible' }),
];
const exceptions = new Map(entries.map((entry) => [entry.place, entry]));
const never = () => false;

const cases = [
  failing('a/t/one/complete', 'adapters/a/exceptions.yaml:2', 'usage-equals-wire'),
  failing('a/t/two/complete', 'adapters/a/exceptions.yaml:9'),
  { ...failing('a/t/three/complete', 'adapters/a/exceptions.yaml:20'), verdict: 'not-expressible' } as CaseResult,
  first,
];

it('brings together what is listed for one reason, the fewest cases first', () => {
  expect(listedReasons(cases, exceptions, never)).toMatchObject([
    { reason: 'There is no way to say it.', verdict: 'not-expressible', cases: [{ id: 'a/t/three/complete' }] },
    {
      reason: 'The library drops citations.',
      source: 'https://example.org/issue',
      reproduction: 'adapters/a/reproductions/lost.mjs',
      checks: ['text-equals-wire', 'usage-equals-wire'],
      until: '2027-01-01',
      command: 'npm run atc -- reproduce a/t/one/complete',
      cases: [{ id: 'a/t/one/complete' }, { id: 'a/t/two/complete' }],
    },
  ]);
});

it('names no command where nothing was sent and no script shows it', () => {
  const [unsaid] = listedReasons(cases, exceptions, () => true);
  expect(unsaid).not.toHaveProperty('command');
  expect(listedReasons(cases, exceptions, () => true)[1]).toHaveProperty('command');
});

it('tells results apart by what the cases say, where the list of exceptions is not in them', () => {
  expect(listedReasons(cases.slice(0, 2), new Map(), never)).toMatchObject([
    { reason: 'It is lost.', cases: [{}, {}] },
  ]);
});
