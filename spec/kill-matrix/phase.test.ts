import { expect, it } from 'vitest';
import { loadChecks } from '../checks/load.ts';
import { phaseOf, phaseOfCheck } from './phase.ts';

it('is what a broken adapter says, then what its known defect says, then what its check and its cases say', () => {
  const shows = ['a/stream', 'b/stream'];
  expect(phaseOf({ phase: 'schema', caughtBy: 'error-retryable', shows }, [{ phase: 'request' }])).toBe('schema');
  expect(phaseOf({ caughtBy: 'error-retryable', shows }, [{ phase: 'request' }])).toBe('request');
  expect(phaseOf({ caughtBy: 'error-retryable', shows }, [])).toBe('error');
  expect(phaseOf({ caughtBy: 'returns-text', shows }, [])).toBe('stream');
  expect(phaseOf({ caughtBy: 'returns-text', shows: [...shows, 'a/complete'] }, [])).toBe('response');
});

it('knows no check that there is not', async () => {
  const ids = (await loadChecks()).map((c) => c.id);
  expect(Object.keys(phaseOfCheck).filter((id) => !ids.includes(id))).toEqual([]);
});
