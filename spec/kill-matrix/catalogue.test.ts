import { describe, expect, it, test } from 'vitest';
import { brokenAdapters, missedAdapters } from '../../adapters/broken/all.ts';
import { type CatalogueEntry, catalogueOf, type Exclusion, loadExclusions } from './catalogue.ts';
import { type KnownDefect, loadKnownDefects } from './known-defects.ts';
import { type KillMatrix, killMatrixVersion, type PlayedDefect } from './schema.ts';

const known = await loadKnownDefects();
const few = new Map([...known].slice(0, 3));
const [a, b, c] = [...few.values()] as [KnownDefect, KnownDefect, KnownDefect];
const why = 'It is in the loop of the application.';

/** A broken adapter from a known defect, with the checks that fail. */
const played = (id: string, { id: from, defect, url }: KnownDefect, failed: string[], caught = true): PlayedDefect => ({
  ...{ id, defect, providerApi: 'anthropic', phase: 'stream', caughtBy: 'returns-text', caught },
  from: [{ id: from, defect, url }],
  cases: [{ case: 'reference-anthropic/function-calling/call-single/stream', failed, warned: [] }],
});

const matrixOf = (...matrix: PlayedDefect[]): KillMatrix => ({
  ...{
    version: killMatrixVersion,
    broken: matrix.length,
    caught: 0,
    checks: 1,
    idleChecks: [],
    rules: 0,
    idleRules: [],
    kills: [],
    matrix,
  },
  missed: matrix
    .filter((m) => !m.caught)
    .map(({ id, caughtBy }) => ({
      id,
      caughtBy,
      why: ['nothing found it'],
      command: `npm run kill-matrix -- --broken ${id}`,
    })),
});

const states = (entries: readonly CatalogueEntry[]) => entries.map(({ id, state, why: told }) => [id, state, told]);

describe('the catalogue of known defects', () => {
  it('says by defect what catches it, why it is missed, or why it is out of scope', () => {
    const matrix = matrixOf(played('z', a, ['returns-text']), played('y', a, ['no-leaks']), played('x', b, [], false));
    const { inScope, caught, entries } = catalogueOf(few, matrix, [{ ids: [c.id], reason: 'application-loop', why }]);
    expect([inScope, caught]).toEqual([2, 1]);
    expect(entries[0]).toMatchObject({ brokenAdapters: ['z', 'y'], checks: ['no-leaks', 'returns-text'] });
    expect(states(entries)).toEqual([
      [a.id, 'caught', undefined],
      [b.id, 'missed', 'nothing found it'],
      [c.id, 'out-of-scope', why],
    ]);
  });

  it('misses a defect without a broken adapter, and one that only the comparison of both modes finds', () => {
    const { entries } = catalogueOf(few, matrixOf(played('z', a, ['stream-equals-complete'])), []);
    expect(states(entries).slice(0, 2)).toEqual([
      [a.id, 'missed', 'z: only stream-equals-complete finds it'],
      [b.id, 'missed', 'no broken adapter has it'],
    ]);
  });

  it('rejects what is out of scope and broken on purpose, out of scope twice, or unknown', () => {
    const exclusion: Exclusion = { ids: [a.id], reason: 'build', why };
    expect(() => catalogueOf(few, matrixOf(played('z', a, [])), [exclusion])).toThrow('"z" is broken as it was');
    expect(() => catalogueOf(few, matrixOf(), [exclusion, exclusion])).toThrow('excluded twice');
    expect(() => catalogueOf(few, matrixOf(), [{ ...exclusion, ids: ['B999'] }])).toThrow('no known defect "B999"');
  });

  test('each known defect has a broken adapter or is one of few that are out of scope', async () => {
    const excluded = (await loadExclusions()).flatMap(({ ids }) => ids);
    const planted = [...brokenAdapters, ...missedAdapters].flatMap(({ from = [] }) => from);
    expect([...known.keys()].filter((id) => !excluded.includes(id) && !planted.includes(id))).toEqual([]);
    expect(excluded.filter((id) => planted.includes(id) || !known.has(id))).toEqual([]);
    expect(excluded.length).toBeLessThanOrEqual(15);
  });
});
