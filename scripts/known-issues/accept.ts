/** Writes what known issues cover, from what failed in a run. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Document, isCollection, isMap, parseDocument, type YAMLMap } from 'yaml';
import { readText } from '../../lib/data-file.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { writeFileAtomic } from '../../lib/write-atomic.ts';
import { issuesFileOf, repositoryFolder } from '../../spec/engine/discover.ts';
import {
  caseName,
  groupsOf,
  type KnownIssue,
  type KnownIssueEntry,
  loadKnownIssues,
  withoutTrial,
} from '../../spec/engine/known-issues.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';

/** What is to be accepted besides what moved: groups of findings, for one known issue. */
interface Wanted {
  /** `<adapter>/<id>` */
  readonly issue: string;
  /** `<check>` or `<check>:<group>`; what it covers already, where there are none. */
  readonly groups: readonly string[];
}

/** What was written, and what is left. */
interface Accepted {
  /** The files that say something else now. */
  readonly written: readonly string[];
  readonly added: number;
  readonly removed: number;
  /** What fails and no known issue covers: in how many cases, by adapter and group. */
  readonly uncovered: Readonly<Record<string, number>>;
}

type Covers = KnownIssueEntry['covers'];

/**
 * Takes what passes out of the known issues of the adapters of a run; puts what failed in another trial than before where it was; and adds
 * what is wanted.
 *
 * @throws {UserError} a file is missing or malformed, or there is no such known issue.
 */
export async function accept(
  results: Results,
  wanted: Wanted | undefined,
  root: string = repositoryFolder,
): Promise<Accepted> {
  const written: string[] = [];
  const uncovered: Record<string, number> = {};
  let [added, removed] = [0, 0];
  const [adapterWanted, idWanted] = wanted?.issue.split('/') ?? [];
  if (wanted && !results.run.adapters.some(({ id }) => id === adapterWanted)) {
    throw new UserError(`no adapter "${adapterWanted}" in this run`, {
      hint: 'name it <adapter>/<id>, with an adapter of the run',
    });
  }
  for (const adapter of results.run.adapters) {
    const file = fileOf(adapter, results, root);
    const issues = existsSync(file) ? await loadKnownIssues(file) : [];
    const isMeant = adapter.id === adapterWanted;
    const chosen = isMeant ? issues.find(({ id }) => id === idWanted) : undefined;
    if (isMeant && !chosen) {
      throw new UserError(`no known issue "${idWanted}"`, {
        where: displayPath(file),
        hint: 'add its entry first, with "covers: {}" (docs/known-issues.md)',
      });
    }
    const cases = results.cases.filter((c) => c.adapter === adapter.id);
    const found = newCovers(issues, cases, chosen && { issue: chosen, groups: wanted?.groups ?? [] });
    for (const group of found.uncovered) {
      const name = `${adapter.id} ${withoutTrial(group)}`;
      uncovered[name] = (uncovered[name] ?? 0) + 1;
    }
    added += found.added;
    removed += found.removed;
    if (found.added + found.removed === 0) continue;
    await writeFileAtomic(file, withCovers(readText(file, 'known issues file'), found.covers));
    written.push(displayPath(file));
  }
  return { written, added, removed, uncovered };
}

/** Where the known issues of an adapter of a run are: where the run had them from, or beside it. */
function fileOf(
  { id, implementation, providerApi }: Results['run']['adapters'][number],
  { run }: Results,
  root: string,
): string {
  const given = run.knownIssues?.find(({ adapter }) => adapter === id)?.place.replace(/:\d+$/, '');
  return given === undefined ? join(root, issuesFileOf(implementation, providerApi)) : resolve(given);
}

/** What the known issues of an adapter cover after a run. Pure. */
export function newCovers(
  issues: readonly KnownIssue[],
  cases: readonly CaseResult[],
  wanted?: { readonly issue: KnownIssue; readonly groups: readonly string[] },
): {
  readonly covers: ReadonlyMap<string, Covers>;
  readonly added: number;
  readonly removed: number;
  /** A group for each case that fails and that nothing covers. */
  readonly uncovered: readonly string[];
} {
  const covers = new Map(
    issues.map(({ id, covers: own }) => [
      id,
      new Map(Object.entries(own).map(([name, groups]) => [name, new Set(groups)])),
    ]),
  );
  const isWanted = wantedBy(wanted);
  const uncovered: string[] = [];
  let [added, removed] = [0, 0];
  for (const c of cases) {
    const name = caseName(c.id);
    const before = issues.filter((issue) => issue.covers[name]);
    for (const [id, groups] of Object.entries(c.unexpectedPasses ?? {})) {
      for (const group of groups) if (covers.get(id)?.get(name)?.delete(group)) removed++;
    }
    // One that fails only because it passes has no group that fails.
    const { failing, unconfirmed } = groupsOf(c.unexpectedPasses ? { ...c, verdict: 'pass' } : c);
    for (const group of [...failing.keys(), ...unconfirmed.keys()]) {
      if (before.some(({ id }) => covers.get(id)?.get(name)?.has(group))) continue;
      const same = before.filter((issue) =>
        issue.covers[name]?.some((own) => withoutTrial(own) === withoutTrial(group)),
      );
      const issue = same.length === 1 ? same[0] : isWanted(group, failing.has(group)) ? wanted?.issue : undefined;
      if (issue) {
        const own = covers.get(issue.id) as Map<string, Set<string>>;
        own.set(name, (own.get(name) ?? new Set()).add(group));
        added++;
      } else if (failing.has(group)) uncovered.push(group);
    }
  }
  return { covers: new Map([...covers].map(([id, own]) => [id, sorted(own)])), added, removed, uncovered };
}

/** Whether a group is to be accepted: by its name, or as one that the known issue covers elsewhere. */
function wantedBy(wanted: Parameters<typeof newCovers>[2]): (group: string, isFailing: boolean) => boolean {
  if (!wanted) return () => false;
  const { issue, groups } = wanted;
  const names = new Set(groups.length > 0 ? groups : Object.values(issue.covers).flat().map(withoutTrial));
  return (group, isFailing) => {
    const name = withoutTrial(group);
    const isNamed = names.has(name) || names.has(name.slice(0, name.indexOf(':')));
    return isNamed && (isFailing || issue.state === 'unconfirmed');
  };
}

const sorted = (covers: ReadonlyMap<string, ReadonlySet<string>>): Covers =>
  Object.fromEntries(
    [...covers]
      .filter(([, groups]) => groups.size > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, groups]) => [name, [...groups].sort()]),
  );

// The text of a file. Comments, and the order of entries, are as people wrote them.

const layout = { lineWidth: 120, flowCollectionPadding: false, doubleQuotedMinMultiLineLength: Infinity } as const;

/** Each case on a line of its own, however long: so a difference shows the very cases. */
const textOf = (document: Document): string =>
  document
    .toString(layout)
    .replaceAll(
      /:\n {6}\[\n((?: {8}.*\n)+) {6}\]/g,
      (_, items: string) => `: [${items.trim().replaceAll(/\n +/g, ' ')}]`,
    );

function withCovers(text: string, covers: ReadonlyMap<string, Covers>): string {
  const document = parseDocument(text);
  for (const [id, own] of covers) document.setIn([id, 'covers'], coversNode(document, own));
  return textOf(document);
}

/** The text of a file with these entries, below a comment. */
export function issuesText(head: string, entries: ReadonlyMap<string, KnownIssueEntry>): string {
  const document: Document = parseDocument('{}\n');
  document.contents = document.createNode(Object.fromEntries(entries));
  document.commentBefore = ` ${head}`;
  if (!isMap(document.contents)) throw new Error('an object is a map');
  for (const [i, { key, value }] of document.contents.items.entries()) {
    const entry = value as YAMLMap;
    if (i > 0) Object.assign(key as object, { spaceBefore: true });
    for (const name of ['upstream', 'versions', 'state']) {
      const node = entry.get(name, true);
      if (isCollection(node)) node.flow = true;
    }
    entry.set('covers', coversNode(document, entries.get(String(key))?.covers ?? {}));
  }
  return textOf(document);
}

function coversNode(document: Document, covers: Covers): YAMLMap {
  const node = document.createNode(covers) as YAMLMap;
  node.flow = node.items.length === 0;
  for (const { value } of node.items) if (isCollection(value)) value.flow = true;
  return node;
}
