import { isJsonObject } from '../../lib/canonical-json.ts';
import { assertSchema, pointerLocation, readText } from '../../lib/data-file.ts';
import { parseJson } from '../../lib/parse-json-yaml.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { Results } from '../../spec/results/schema.ts';
import { readToolTraffic } from '../../spec/traffic/traffic.ts';
import { Snapshot } from './schema.ts';
import { readLibraryNames, snapshotOf } from './snapshot.ts';

const hint = 'make it again: npm run atc -- report --archive <folder>';

/**
 * A snapshot of any origin.
 *
 * @throws {UserError} the file is missing or malformed, or its verdicts have known issues that it does not list.
 */
export function readSnapshot(path: string): Snapshot {
  const text = readText(path, 'snapshot');
  const data = parseJson(text, path, 'snapshot');
  if (isJsonObject(data) && 'claims' in data && 'cases' in data) {
    throw new UserError('archived runs of this form are no longer read: archive again', {
      where: displayPath(path),
      hint,
    });
  }
  const snapshot = assertSchema(data, Snapshot, 'snapshot', (pointer) => pointerLocation(text, path, pointer));
  const listed = new Set(snapshot.knownIssues.map(({ id }) => id));
  const lost = snapshot.verdicts
    .flatMap(({ gaps, otherIssues }) => [...gaps.flatMap((gap) => ('issue' in gap ? gap.issue : [])), ...otherIssues])
    .find((id) => !listed.has(id));
  if (lost === undefined) return snapshot;
  throw new UserError(`its verdicts name the known issue "${lost}", which it does not list`, {
    where: displayPath(path),
    hint,
  });
}

/** The snapshot of a run of this repository. @throws {UserError} a package file of an implementation is malformed */
export const snapshotOfRun = (results: Results): Snapshot =>
  snapshotOf(results, readLibraryNames(), packageJson.version, readToolTraffic());

/** The same, to be kept. @throws {UserError} the run is one of chosen cases, or ended early */
export function snapshotOfWholeRun(results: Results): Snapshot {
  const { without = [] } = results.run.selection;
  if (without.length > 0) {
    throw new UserError(`this run is without ${without.join(', ')}, and a snapshot holds all adapters`, {
      hint: 'run: npm run setup:python && npm run conformance',
    });
  }
  return snapshotOfRun(assertWhole(results));
}

/**
 * A snapshot of a run that may be without some implementations, and the same of a shipped one.
 *
 * @throws {UserError} the run is one of chosen cases, or ended early
 */
export function comparable(results: Results, shipped: Snapshot): { readonly now: Snapshot; readonly before: Snapshot } {
  const { without = [] } = results.run.selection;
  return { now: snapshotOfRun(assertWhole(results)), before: leavingOut(shipped, without) };
}

/** A snapshot without some implementations. Pure. */
export function leavingOut(snapshot: Snapshot, implementations: readonly string[]): Snapshot {
  const stays = ({ library }: { readonly library: string }) => !implementations.includes(library);
  return {
    ...snapshot,
    libraries: snapshot.libraries.filter(({ id }) => stays({ library: id })),
    verdicts: snapshot.verdicts.filter(stays),
    knownIssues: snapshot.knownIssues.filter(stays),
  };
}

function assertWhole(results: Results): Results {
  const chosen = Object.entries(results.run.selection).some(([what, ids]) => what !== 'without' && ids.length > 0);
  if (!chosen && !results.run.notRun) return results;
  throw new UserError('this run is not whole: a snapshot holds all adapters', { hint: 'run: npm run conformance' });
}
