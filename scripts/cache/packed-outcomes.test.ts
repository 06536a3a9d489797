import { deserialize, serialize } from 'node:v8';
import { expect, test } from 'vitest';
import type { CheckResult } from '../../spec/engine/verdict.ts';
import type { StoredCase } from '../../spec/results/stored-outcome.ts';
import { packed, unpacked } from './packed-outcomes.ts';

const stored = (id: string, evidence?: string): StoredCase => ({
  outcome: {
    case: id,
    conclusion: { verdict: 'pass' },
    checks: [],
    unread: [],
    milliseconds: 1,
    ...(evidence === undefined ? {} : { evidenceSha256: id }),
  },
  evidence: evidence === undefined ? undefined : Buffer.from(evidence),
});

test('outcomes come back as they were packed, each with its own evidence', () => {
  const cases = [stored('a', '{"seen":"é\\n"}\n'), stored('b'), stored('c', '{}\n'), stored('d', '{}\n')];
  const kept = deserialize(serialize(packed(cases)));
  expect(unpacked(kept)).toEqual(cases);
  expect(unpacked(kept).map(({ evidence }) => evidence)).toEqual(cases.map(({ evidence }) => evidence));
  expect(unpacked(packed([]))).toEqual([]);
});

test('evidence that nobody looks at is not unpacked', () => {
  const { outcomes } = packed([stored('a', '{}\n')]);
  const [only] = unpacked({ outcomes, evidence: Buffer.from('none') });
  expect(only?.outcome.case).toBe('a');
  expect(() => only?.evidence).toThrow();
});

test('equal results of checks come back as one object, those with findings as they were', () => {
  const plain = (compared: number): CheckResult => ({
    check: 'a',
    level: 'MUST',
    status: 'pass',
    compared,
    findings: [],
  });
  const found = (message: string): CheckResult => ({
    ...plain(1),
    findings: [{ message, group: 'g', impact: 'loses', evidence: 'documented' }],
  });
  const checks = [
    [plain(1), plain(2), found('a')],
    [plain(1), plain(2), found('b')],
  ];
  const cases = checks.map((own, i) => ({ ...stored(`${i}`), outcome: { ...stored(`${i}`).outcome, checks: own } }));
  const [first, second] = unpacked(deserialize(serialize(packed(cases)))).map(({ outcome }) => outcome.checks);
  expect([first, second]).toEqual(checks);
  expect([0, 1, 2].map((n) => first?.[n] === second?.[n])).toEqual([true, true, false]);
});
