import { expect, it } from 'vitest';
import { evidenceLine } from '../../spec/results/evidence-line.ts';
import { severalSample } from '../html/fixtures/sample-two-implementations.ts';
import { checksBy } from './components/checks-side-by-side.ts';
import { implementationViews, sentNothingIn } from './implementation-view.ts';
import { modelOf } from './model.ts';

const { results, evidence } = severalSample();
const read: string[] = [];
const sentNothing = sentNothingIn((sha256) => {
  read.push(sha256);
  const seen = evidence.get(sha256);
  if (!seen) throw new Error('no such evidence');
  return Buffer.from(evidenceLine(seen).text);
});
const [own, other] = implementationViews(modelOf(results, undefined), sentNothing);

it('brings together what a run knows of an implementation: adapters, packages once, cells by its own cases', () => {
  expect(own?.adapters.map((a) => a.id)).toEqual(['sample-anthropic', 'sample-openai-responses']);
  expect(own?.packages).toEqual([{ name: 'example-sdk', version: '1.2.3' }]);
  expect(other?.columns.map((c) => c.provider.id)).toEqual(['anthropic']);
  const called = other?.cells.find(({ tool }) => tool.id === 'function-calling');
  expect(called).toMatchObject({
    state: 'rejected',
    says: 'rejected by the library (core 0 of 2)',
    behaviours: [{ behaviour: 'refuses', cases: 2, errors: ['UnsupportedToolError'] }],
    failing: ['returns-provider-errors'],
    judged: { pass: 2, fail: 2, warn: 0, 'not-applicable': 0 },
  });
  expect(other?.cells.find(({ tool }) => tool.id === 'computer-use')).toMatchObject({
    state: 'not-offered',
    behaviours: [],
  });
});

it('reads evidence only where it matters whether anything was sent, and once', () => {
  expect(read.length).toBeGreaterThan(0);
  expect(new Set(read).size).toBe(read.length);
  const asked = results.cases.filter((c) => c.evidenceSha256 && read.includes(c.evidenceSha256));
  expect(new Set(asked.map((c) => c.verdict))).toEqual(new Set(['not-expressible']));
});

it('counts what came of a check through each, and what of it makes the run red', () => {
  const counts = checksBy(results);
  expect(Object.fromEntries(counts.get('returns-function-calls') ?? [])).toEqual({
    sample: { judged: { pass: 3, fail: 2, warn: 0, 'not-applicable': 0 }, red: 1 },
    other: { judged: { pass: 2, fail: 1, warn: 0, 'not-applicable': 0 }, red: 0 },
  });
  expect(counts.get('returns-provider-errors')?.has('sample')).toBe(false);
});
