import { describe, expect, it } from 'vitest';
import { loadChecks } from '../checks/load.ts';
import { isProved, isSeen, killMatrixOf, phaseOf, phaseOfCheck } from './kill-matrix.ts';
import { loadKnownDefects } from './known-defects.ts';
import { type Broken, playBroken } from './run-broken.ts';

const checks = (await loadChecks()).filter((c) => ['returns-function-calls', 'returns-text'].includes(c.id));
const known = await loadKnownDefects();
const matrixOf = async (broken: Partial<Broken>, rules: readonly string[] = []) =>
  killMatrixOf(
    await playBroken([
      { id: 'sample', caughtBy: 'returns-text', defect: 'Says too much.', phase: 'response', shows: [], ...broken },
    ]),
    checks,
    known,
    () => ({ shownBy: 'core', word: 'in-part' }),
    rules,
  );

/** A defect that returns-text sees: every text is said in another way. */
const loud: Broken['breakIt'] = (adapter) => ({
  ...adapter,
  createClient: (settings) => {
    const client = adapter.createClient(settings);
    return {
      ...client,
      async getResponse(...asked) {
        const response = await client.getResponse(...asked);
        return JSON.parse(JSON.stringify(response).replaceAll(/"text":"/g, '"text":"Well, '));
      },
    };
  },
});

describe('the kill matrix', () => {
  it('counts what its check caught, with every check that failed in each case', async () => {
    const matrix = await matrixOf({ breakIt: loud, shows: ['call-single/complete'], from: ['B001'] });
    expect(matrix).toMatchObject({
      broken: 1,
      caught: 1,
      checks: 2,
      idleChecks: ['returns-function-calls'],
      missed: [],
    });
    expect(matrix.kills.find((k) => k.check === 'returns-text')?.broken).toEqual(['sample']);
    expect(matrix.matrix[0]).toMatchObject({
      providerApi: 'anthropic',
      phase: 'response',
      shownBy: 'core',
      word: 'in-part',
      from: [{ id: 'B001' }],
    });
    expect(matrix.matrix[0]?.cases).toEqual([
      { case: 'reference-anthropic/function-calling/call-single/complete', failed: ['returns-text'], warned: [] },
    ]);
  });

  it('misses what only another check sees, what nothing sees, and a case that there is not', async () => {
    const why = async (broken: Partial<Broken>) => (await matrixOf(broken)).missed[0]?.why;
    const shows = ['call-single/complete'];
    expect(await why({ breakIt: loud, shows, caughtBy: 'returns-function-calls' })).toEqual([
      'call-single/complete: returns-function-calls found nothing; what did: returns-text',
    ]);
    expect(await why({ shows })).toEqual(['call-single/complete: returns-text found nothing, and no other check did']);
    expect(await why({ shows: ['single-cal/complete'] })).toEqual(['single-cal/complete: anthropic has no such case']);
    expect((await matrixOf({ shows })).missed[0]?.command).toBe('npm run kill-matrix -- --broken sample');
  });

  it('proves nothing where a defect shows nowhere, or in an ordinary conversation of a cell that is said to work', async () => {
    const matrix = { ...(await matrixOf({ breakIt: loud, shows: ['call-single/complete'] })), idleChecks: [] };
    expect(isProved(matrix)).toBe(true);
    expect(isProved({ ...matrix, matrix: matrix.matrix.map(({ shownBy: _, ...b }) => b) })).toBe(false);
    expect(isSeen({ shownBy: 'extended', word: 'works' })).toBe(false);
    expect(isSeen({ shownBy: 'edge', word: 'works' })).toBe(true);
  });

  it('names each rule of a provider API that no broken adapter breaks alone', async () => {
    const rules = ['anthropic/content-type-json', 'anthropic/tool-name-unique', 'google/content-type-json'];
    const untyped: Partial<Broken> = {
      shows: ['call-single/complete'],
      onTheWire: { request: (r) => ({ ...r, headers: r.headers.filter(([name]) => name !== 'content-type') }) },
    };
    const matrix = await matrixOf(untyped, rules);
    expect(matrix).toMatchObject({ rules: 3, idleRules: ['anthropic/tool-name-unique', 'google/content-type-json'] });
    expect(isProved({ ...matrix, missed: [], idleChecks: [] })).toBe(false);
  });

  it('counts no kill in a case that the unbroken adapter fails as well', async () => {
    const played = await playBroken([
      {
        id: 'sample',
        caughtBy: 'returns-text',
        defect: 'Says too much.',
        phase: 'response',
        breakIt: loud,
        shows: ['call-single/complete'],
      },
    ]);
    const astray = played.map((p) => ({ ...p, cases: p.cases.map((c) => ({ ...c, unbroken: c.broken })) }));
    expect(killMatrixOf(astray, checks, known, () => ({})).missed[0]?.why).toEqual([
      'call-single/complete: the unbroken adapter does not pass it either (fail)',
    ]);
  });

  it('refuses a broken adapter that names a column or a known defect that there is not', async () => {
    await expect(matrixOf({ over: 'antropic' })).rejects.toThrow('is not a provider API');
    await expect(matrixOf({ from: ['B999'] })).rejects.toThrow('"B999", which is not a known defect');
  });
});

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
