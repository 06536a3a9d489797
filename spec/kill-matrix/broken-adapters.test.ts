/** Each check is proved by an adapter that is broken on purpose: a check that nothing fails would prove nothing when it passes. */
import { describe, expect, test } from 'vitest';
import { type BrokenAdapter, brokenAdapters } from '../../adapters/broken/index.ts';
import { loadChecks } from '../checks/load.ts';
import { killMatrixOf } from './kill-matrix.ts';
import { loadKnownDefects } from './known-defects.ts';
import { type PlayedBroken, playBroken, Unbroken } from './play.ts';

const checks = await loadChecks();
const known = await loadKnownDefects();
const unbroken = new Unbroken();
/** What the first tests played, for those that look at all of it. */
const played: PlayedBroken[] = [];

describe('broken adapters', () => {
  test.for(brokenAdapters)('$id is caught by $caughtBy', async (broken) => {
    const own = await playBroken([broken], unbroken);
    played.push(...own);
    expect(killMatrixOf(own, checks, known).missed).toEqual([]);
  });

  test('every check kills one', () => {
    expect(checks.map((c) => c.id).filter((id) => !brokenAdapters.some((b) => b.caughtBy === id))).toEqual([]);
  });

  test('every broken adapter names a check that there is, and has an id of its own', () => {
    expect(brokenAdapters.filter((b) => !checks.some((c) => c.id === b.caughtBy)).map((b) => b.id)).toEqual([]);
    const ids = brokenAdapters.map((b) => b.id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  test('a defect turns exactly the cases red that it says it shows in, and tells what the wire had and where', async () => {
    const { shows: _, ...broken } = brokenAdapters.find((b) => b.id === 'drops-second-parallel-call') as BrokenAdapter;
    const [whole] = await playBroken([{ ...broken, shows: undefined }], unbroken);
    const red = whole?.cases.filter((c) => c.broken.verdict !== 'pass') ?? [];
    expect(red.map((c) => c.name)).toEqual(['parallel-calls/stream', 'settings/stream', 'raw-called-by-code/stream']);
    const finding = red[0]?.broken.checks.find((c) => c.check === broken.caughtBy)?.findings[0];
    expect(finding?.message).toContain('Kraków');
    expect(finding?.wirePath).toMatch(/^steps\[0\]\.exchanges\[0\]\.response\.events\[/);
  });
});
