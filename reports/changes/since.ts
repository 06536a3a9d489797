import { lstatSync } from 'node:fs';
import { isJsonObject } from '../../lib/canonical-json.ts';
import { readText } from '../../lib/data-file.ts';
import { parseJson } from '../../lib/parse-json-yaml.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import type { Results } from '../../spec/results/schema.ts';
import { readResults, readResultsFile } from '../results/store.ts';
import { type Lookup, lookupOf } from '../snapshot/lookup.ts';
import { leavingOut, readSnapshot, snapshotOfRun } from '../snapshot/read.ts';
import type { Snapshot } from '../snapshot/schema.ts';
import { changesBetween } from './changes.ts';
import type { Changes } from './schema.ts';

/** Changes, with what names the things in them. */
export interface Since {
  readonly changes: Changes;
  readonly before: Lookup;
  readonly after: Lookup;
}

/**
 * What a run says otherwise than another state. Where one of them is a run of chosen adapters or tools, these alone are compared.
 *
 * @param run a folder of a run
 * @param other a folder of a run, a file of results, or a snapshot
 * @throws {UserError} one of them cannot be read, or is a run of chosen conversations, of which the words of cells say something else
 */
export async function changesSince(run: string, other: string): Promise<Since> {
  const [was, is] = [await stateAt(other), stateOf(await readResults(run), run)];
  const [before, after] = [was, is].map(({ snapshot }) => narrowed(narrowed(snapshot, was.chosen), is.chosen)) as [
    Snapshot,
    Snapshot,
  ];
  return { changes: changesBetween(before, after), before: lookupOf(before), after: lookupOf(after) };
}

interface Chosen {
  /** Ids; all where there are none. */
  readonly adapters?: readonly string[] | undefined;
  readonly tools?: readonly string[] | undefined;
  /** Implementations that are left out. */
  readonly without?: readonly string[];
}

interface State {
  readonly snapshot: Snapshot;
  readonly chosen: Chosen;
}

async function stateAt(path: string): Promise<State> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) {
    const data = parseJson(readText(path, 'results file or snapshot'), path, 'results file or snapshot');
    const isResults = isJsonObject(data) && 'run' in data;
    return isResults ? stateOf(readResultsFile(path), path) : { snapshot: readSnapshot(path), chosen: {} };
  }
  return stateOf(await readResults(path), path);
}

function stateOf(results: Results, path: string): State {
  const { selection, notRun, thorough } = results.run;
  const { adapters = [], tools = [], cases = [], without = [], ...others } = selection;
  const product = cases.length > 0 ? productOf(cases) : { adapters, tools };
  const [other] = product ? (Object.entries(others).find(([, ids]) => ids.length > 0) ?? []) : ['cases'];
  const why = other ? `chosen ${other}` : notRun ? 'only some of its cases' : thorough ? 'thorough trials' : undefined;
  if (product && why === undefined) return { snapshot: snapshotOfRun(results), chosen: { ...product, without } };
  throw new UserError(`this is a run of ${why}, of which the words of cells say something else`, {
    where: displayPath(path),
    hint: 'run again, choosing adapters and tools at most: npm run conformance',
  });
}

/** The adapters and tools that patterns choose; nothing where they choose less, or some tools of one adapter and others of another. Pure. */
function productOf(patterns: readonly string[]): Required<Pick<Chosen, 'adapters' | 'tools'>> | undefined {
  const pairs = patterns.map((pattern) => pattern.split('/'));
  const [adapters = [], tools = []] = [0, 1].map((i) => [...new Set(pairs.map((parts) => parts[i] ?? '*'))]);
  const isMixed = [adapters, tools].some((ids) => ids.length > 1 && ids.includes('*'));
  const isWhole = pairs.every(({ length }) => length <= 2) && adapters.length * tools.length === patterns.length;
  if (isMixed || !isWhole) return undefined;
  const named = (ids: readonly string[]) => ids.filter((id) => id !== '*');
  return { adapters: named(adapters), tools: named(tools) };
}

/** A snapshot of these adapters and tools alone. Pure. */
export function narrowed(whole: Snapshot, { adapters = [], tools = [], without = [] }: Chosen): Snapshot {
  const snapshot = leavingOut(whole, without);
  const isChosen = (ids: readonly string[], id: string) => ids.length === 0 || ids.includes(id);
  const libraries = snapshot.libraries
    .map((library) => ({ ...library, adapters: library.adapters.filter(({ id }) => isChosen(adapters, id)) }))
    .filter((library) => library.adapters.length > 0);
  return { ...snapshot, libraries, tools: snapshot.tools.filter(({ id }) => isChosen(tools, id)) };
}
