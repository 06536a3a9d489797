/** Each check is proved by an adapter that is broken on purpose: a check that nothing fails would prove nothing when it passes. */
import { beforeAll, describe, expect, test } from 'vitest';
import { brokenAdapters } from '../../adapters/broken/all.ts';
import type { BrokenAdapter } from '../../adapters/broken/broken-adapter.ts';
import { isNightly } from '../../lib/nightly-tests.ts';
import { keepConnected } from '../../recordings/transport/connection.ts';
import { loadChecks } from '../checks/load.ts';
import type { Case } from '../engine/case.ts';
import { matchesAny } from '../engine/case-pattern.ts';
import { planRun } from '../engine/plan.ts';
import type { Finding } from '../engine/verdict.ts';
import type { CaseResult } from '../results/schema.ts';
import { coverageOf, killMatrixOf, phaseOf } from './kill-matrix.ts';
import { loadKnownDefects } from './known-defects.ts';
import { columnOf, Original, playBroken } from './run-broken.ts';

beforeAll(keepConnected);

const checks = await loadChecks();
const known = await loadKnownDefects();
/** By day the conformance suite is what shows that the reference adapters pass. */
const unbroken = isNightly ? new Original() : { run: async () => ({ verdict: 'pass' }) as CaseResult };
const everyCase = (await planRun({ cases: isNightly ? [] : ['reference'] }, '2026-01-01')).cases;
const parts = everyCase.map(({ id }) => id.split('/'));

/** A finding that an author cannot act on: without a place, or no sentence that is read at once, whatever a model wrote. */
const isMute = ({ message, wirePath, adapterPath }: Finding): boolean =>
  message === '' || message.length > 600 || /[\n\p{Cc}]/u.test(message) || (wirePath ?? adapterPath) === undefined;

/** The cases that a command line plays, by id: what `run` makes of its patterns. */
function chosenBy(commandLine: string): string[] {
  const pattern = /^npm run atc -- run (\S+)$/.exec(commandLine)?.[1] ?? '';
  return parts.filter(matchesAny([pattern])).map((of) => of.join('/'));
}

/** How long the cases take that one shows in: a case of faults or surfaces plays a conversation many times. */
const lengthOf = ({ shows }: BrokenAdapter): number =>
  shows?.reduce((sum, name) => sum + (/\b(fault|setup)-/.test(name) ? 10 : 1), 0) ?? 99;

/** By day one of each check, in the first case that it shows in: those that are played soonest. Every night all of them. */
function played(): readonly BrokenAdapter[] {
  if (isNightly) return brokenAdapters;
  const chosen = new Map<string, BrokenAdapter>();
  for (const broken of brokenAdapters.toSorted((a, b) => lengthOf(a) - lengthOf(b))) {
    if (!chosen.has(broken.caughtBy)) chosen.set(broken.caughtBy, { ...broken, shows: broken.shows?.slice(0, 1) });
  }
  return [...chosen.values()];
}

describe('broken adapters', () => {
  test.for(played())('$id is caught by $caughtBy', async (broken) => {
    const own = await playBroken([broken], unbroken);
    expect(killMatrixOf(own, checks, known, () => ({})).missed).toEqual([]);
    const results = own.flatMap(({ cases }) => cases.map((c) => c.broken));
    for (const result of results) {
      expect(result.checks.flatMap((k) => k.findings.filter(isMute))).toEqual([]);
      expect(chosenBy(result.replay), result.replay).toEqual([result.id]);
    }
  });

  test('every check kills one', () => {
    expect(checks.map((c) => c.id).filter((id) => !brokenAdapters.some((b) => b.caughtBy === id))).toEqual([]);
  });

  test('every provider API and every phase has one', () => {
    const placed = brokenAdapters.map((broken) => ({
      providerApi: columnOf(broken),
      phase: phaseOf(
        broken,
        (broken.from ?? []).flatMap((id) => known.get(id) ?? []),
      ),
    }));
    expect(coverageOf(placed).lacking).toEqual([]);
  });

  test('every broken adapter names a check that there is, has an id of its own and a title of at most nine words', () => {
    expect(brokenAdapters.filter((b) => !checks.some((c) => c.id === b.caughtBy)).map((b) => b.id)).toEqual([]);
    expect(brokenAdapters.map((b) => b.defect).filter((title) => title.split(' ').length > 9)).toEqual([]);
    const ids = brokenAdapters.map((b) => b.id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  test('a defect turns exactly the cases red that it says it shows in, and tells what the wire had and where', async () => {
    const { shows: _, ...broken } = brokenAdapters.find((b) => b.id === 'drops-second-parallel-call') as BrokenAdapter;
    // By day in the conversations of the tool that every column has; every night in all cases.
    const isPlayed = ({ tool, kind }: Case) => isNightly || (tool === 'function-calling' && kind === 'scenario');
    const whole = everyCase.filter((c) => c.adapter.id === 'reference-anthropic' && c.kind !== 'fault' && isPlayed(c));
    const shows = whole.map(({ scenario, mode }) => `${scenario.id}/${mode}`);
    const [played] = await playBroken([{ ...broken, shows }], unbroken);
    const red = played?.cases.filter((c) => c.broken.verdict !== 'pass') ?? [];
    expect(red.map((c) => c.name)).toEqual([
      'call-parallel/stream',
      'options-basic/stream',
      'stream-blocks-irregular/stream',
      'arguments-not-object-streamed-replayed/stream',
      ...(isNightly ? ['call-from-code/stream'] : []),
    ]);
    const finding = red[0]?.broken.checks.find((c) => c.check === broken.caughtBy)?.findings[0];
    expect(finding?.message).toContain('Kraków');
    expect(finding?.wirePath).toMatch(/^steps\[0\]\.exchanges\[0\]\.response\.events\[/);
  });
});
