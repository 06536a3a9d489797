import { describe, expect, it } from 'vitest';
import { loadChecks } from '../checks/load.ts';
import { killMatrixOf } from './kill-matrix.ts';
import { loadKnownDefects } from './known-defects.ts';
import { type Broken, playBroken } from './play.ts';

const checks = (await loadChecks()).filter((c) => ['calls-equal-wire', 'text-equals-wire'].includes(c.id));
const known = await loadKnownDefects();
const matrixOf = async (broken: Partial<Broken>) =>
  killMatrixOf(
    await playBroken([
      { id: 'sample', caughtBy: 'text-equals-wire', defect: 'Says too much.', phase: 'response', shows: [], ...broken },
    ]),
    checks,
    known,
  );

/** A defect that text-equals-wire sees: every text is said in another way. */
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
    const matrix = await matrixOf({ breakIt: loud, shows: ['single-call/complete'], modelledOn: ['B001'] });
    expect(matrix).toMatchObject({ broken: 1, caught: 1, checks: 2, idleChecks: ['calls-equal-wire'], missed: [] });
    expect(matrix.kills.find((k) => k.check === 'text-equals-wire')?.broken).toEqual(['sample']);
    expect(matrix.matrix[0]).toMatchObject({
      providerApi: 'anthropic',
      phase: 'response',
      modelledOn: [{ id: 'B001' }],
    });
    expect(matrix.matrix[0]?.cases).toEqual([
      { case: 'reference-anthropic/function-calling/single-call/complete', failed: ['text-equals-wire'], warned: [] },
    ]);
  });

  it('misses what only another check sees, what nothing sees, and a case that there is not', async () => {
    const why = async (broken: Partial<Broken>) => (await matrixOf(broken)).missed[0]?.why;
    const shows = ['single-call/complete'];
    expect(await why({ breakIt: loud, shows, caughtBy: 'calls-equal-wire' })).toEqual([
      'single-call/complete: calls-equal-wire found nothing; what did: text-equals-wire',
    ]);
    expect(await why({ shows })).toEqual([
      'single-call/complete: text-equals-wire found nothing, and no other check did',
    ]);
    expect(await why({ shows: ['single-cal/complete'] })).toEqual(['single-cal/complete: anthropic has no such case']);
    expect((await matrixOf({ shows })).missed[0]?.command).toBe('npm run kill-matrix -- --broken sample');
  });

  it('counts no kill in a case that the unbroken adapter fails as well', async () => {
    const played = await playBroken([
      {
        id: 'sample',
        caughtBy: 'text-equals-wire',
        defect: 'Says too much.',
        phase: 'response',
        breakIt: loud,
        shows: ['single-call/complete'],
      },
    ]);
    const astray = played.map((p) => ({ ...p, cases: p.cases.map((c) => ({ ...c, unbroken: c.broken })) }));
    expect(killMatrixOf(astray, checks, known).missed[0]?.why).toEqual([
      'single-call/complete: the unbroken adapter does not pass it either (fail)',
    ]);
  });

  it('refuses a broken adapter that names a column or a known defect that there is not', async () => {
    await expect(matrixOf({ over: 'antropic' })).rejects.toThrow('is no provider API');
    await expect(matrixOf({ modelledOn: ['B999'] })).rejects.toThrow('"B999", which is no known defect');
  });
});
