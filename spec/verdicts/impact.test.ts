import { expect, test } from 'vitest';
import { byEvidence, byImpact, type EvidenceGrade, evidenceGrades, type Impact, isConfirmed } from './impact.ts';

test('the worst impact comes first', () => {
  const some: Impact[] = ['differs', 'loses', 'breaks', 'rejects'];
  expect(some.sort(byImpact)).toEqual(['breaks', 'rejects', 'loses', 'differs']);
});

test('the strongest evidence comes first, and the contract, which is outside the order, last', () => {
  const some: EvidenceGrade[] = ['contract', 'types', 'live', 'inferred', 'traffic', 'documented'];
  expect(some.sort(byEvidence)).toEqual(['live', 'traffic', 'documented', 'types', 'inferred', 'contract']);
});

test('types alone accuse nobody, nor does what nobody looked up', () => {
  expect(evidenceGrades.filter((grade) => !isConfirmed(grade))).toEqual(['types', 'inferred']);
});
