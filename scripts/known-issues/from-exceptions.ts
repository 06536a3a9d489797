/** Known issues from an exceptions file of before there were known issues, and a run of the adapters that it is about. */
import { dirname, join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../lib/data-file.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { writeFileAtomic } from '../../lib/write-atomic.ts';
import { type Aliases, currentCase, loadAliases } from '../../spec/aliases.ts';
import { caseName, groupsOf, type KnownIssueEntry, withoutTrial } from '../../spec/engine/known-issues.ts';
import type { Finding } from '../../spec/engine/verdict.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { byEvidence, byImpact } from '../../spec/verdicts/impact.ts';
import { issuesText } from './accept.ts';

const Exception = Type.Object({
  /** Case ids; `*` stands for one part of an id, `**` for any number of parts. */
  cases: Type.String(),
  verdict: Type.Enum(['known-failure', 'not-expressible']),
  checks: Type.Optional(Type.Array(Type.String())),
  reason: Type.String(),
  source: Type.String(),
  reproduction: Type.Optional(Type.String()),
});

type Exception = Type.Static<typeof Exception>;
type RunAdapter = Results['run']['adapters'][number];

/**
 * Writes `<provider-api>/known-issues.yaml` beside the exceptions file, for each adapter of the run that it is about: an entry for each
 * reproduction, or for each reason where there is none.
 *
 * @returns how many entries each file has
 * @throws {UserError} the file is missing or malformed, or is about nothing that failed in the run.
 */
export async function fromExceptions(path: string, results: Results): Promise<Readonly<Record<string, number>>> {
  const schema = Type.Object({ exceptions: Type.Array(Exception) });
  const { exceptions } = await readDataFile(path, schema, 'exceptions file');
  const aliases = await loadAliases();
  const listed = exceptions.map((entry) => listedOf(entry, aliases));
  const written: Record<string, number> = {};
  for (const adapter of results.run.adapters) {
    const entries = entriesOf(adapter, listed, results.cases);
    if (entries.size === 0) continue;
    const file = join(dirname(path), adapter.providerApi, 'known-issues.yaml');
    const head = `What ${adapter.implementation} does otherwise on ${adapter.providerApi}, or has no public way to say.`;
    await writeFileAtomic(file, issuesText(head, entries));
    written[displayPath(file)] = entries.size;
  }
  if (Object.keys(written).length > 0) return written;
  throw new UserError('none of these exceptions has a case that failed in the last run', {
    where: displayPath(path),
    hint: 'run the adapter without known issues first; --out names the folder of the run',
  });
}

/** An exception by the ids of now. */
interface Listed extends Exception {
  readonly isAbout: (id: string) => boolean;
}

function listedOf({ checks, ...entry }: Exception, aliases: Aliases): Listed {
  const parts = currentCase(aliases, entry.cases).replaceAll(/\*\*|[.*]/g, (part) =>
    part === '**' ? '.*' : part === '*' ? '[^/]*' : '\\.',
  );
  const pattern = new RegExp(`^${parts}$`);
  return {
    ...entry,
    reason: entry.reason.replaceAll(/\s+/g, ' ').trim(),
    ...(checks ? { checks: checks.map((check) => aliases.checks.get(check) ?? check) } : {}),
    isAbout: (id) => pattern.test(id),
  };
}

/** A group of a case, with its finding and the exception that excused it. */
interface Excused {
  readonly name: string;
  readonly group: string;
  readonly finding: Finding;
  readonly entry: Listed;
}

function entriesOf(
  adapter: RunAdapter,
  listed: readonly Listed[],
  cases: readonly CaseResult[],
): ReadonlyMap<string, KnownIssueEntry> {
  const excused = cases
    .filter((c) => c.adapter === adapter.id)
    .flatMap((c): Excused[] => {
      const entry = listed.find(({ isAbout }) => isAbout(c.id));
      if (!entry) return [];
      return [...groupsOf(c).failing]
        .filter(
          ([group]) => c.checks.length === 0 || (entry.checks?.some((check) => group.startsWith(`${check}:`)) ?? true),
        )
        .map(([group, finding]) => ({ name: caseName(c.id), group, finding, entry }));
    });
  const entries = new Map<string, KnownIssueEntry>();
  const inOrder = apart(excused).toSorted((a, b) => listed.indexOf(a.entry) - listed.indexOf(b.entry));
  for (const own of Map.groupBy(inOrder, ({ entry }) => causeOf(entry)).values()) {
    const [first] = own;
    if (first) entries.set(freeId(idOf(first.entry), entries), entryOf(first.entry, own, adapter));
  }
  return entries;
}

/** What one reproduction shows is one cause; where there is none, what one reason says. */
const causeOf = ({ verdict, reason, reproduction = reason }: Exception): string => `${verdict} ${reproduction}`;

/** A reason that holds another one is of two causes: what the other one excuses alone elsewhere is its own. */
function apart(excused: readonly Excused[]): readonly Excused[] {
  const byReason = [...Map.groupBy(excused, ({ entry }) => entry.reason)].map(([reason, own]) => ({
    reason,
    entry: own[0]?.entry,
    groups: new Set(own.map(({ group }) => withoutTrial(group))),
  }));
  return excused.map((one) => {
    const { reason: all } = one.entry;
    const [part] = byReason
      .filter(({ reason, groups }) => reason !== all && all.includes(reason) && groups.has(withoutTrial(one.group)))
      .toSorted((a, b) => a.groups.size - b.groups.size);
    return part?.entry ? { ...one, entry: part.entry } : one;
  });
}

const idOf = ({ reproduction, reason }: Exception): string =>
  reproduction?.split('/').at(-1) ??
  (reason
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => !/^(the|a|an|of|is|are|it|its|to|and|or|that|this|which|no|in|as|by|has|with|for|s|)$/.test(word))
    .slice(0, 5)
    .join('-') ||
    'issue');

function freeId(id: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(id)) return id;
  for (let n = 2; ; n++) if (!taken.has(`${id}-${n}`)) return `${id}-${n}`;
}

function entryOf(
  { verdict, source, reason, reproduction }: Listed,
  own: readonly Excused[],
  { providerApi, packages }: RunAdapter,
): KnownIssueEntry {
  const [impact = 'breaks'] = own.map(({ finding }) => finding.impact).sort(byImpact);
  const [grade = 'inferred'] = own.map(({ finding }) => finding.evidence).sort(byEvidence);
  const sentences = new Set(own.flatMap(({ entry }) => entry.reason.split(/(?<=[.!?]) (?=[A-Z"“])/)));
  const covers = Map.groupBy(own, ({ name }) => name);
  const vendor = providerApi.split('-')[0] ?? '';
  const seen = packages.find(({ name }) => name.includes(vendor)) ?? packages.at(-1);
  const isIssue = /\/(issues|pull|discussions)\/\d+/.test(source);
  return {
    title: titleOf(reason),
    impact: verdict === 'not-expressible' ? 'rejects' : impact,
    evidence: { grade, source },
    cause: [...sentences].join(' '),
    upstream: isIssue ? { url: source, state: 'open' } : 'not told yet',
    ...(seen ? { versions: { seen: `${seen.name} ${seen.version}`, fixed: null } } : {}),
    ...(reproduction === undefined ? {} : { reproduction: reproduction.replace(`${providerApi}/`, '') }),
    covers: Object.fromEntries(
      [...covers]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, groups]) => [name, [...new Set(groups.map(({ group }) => group))].sort()]),
    ),
  };
}

/** The first sentence, as far as it fits into a line. */
function titleOf(reason: string): string {
  const [sentence = reason] = reason.split(/(?<=[^.][.:;]) /);
  const text = sentence.replace(/[.:;]$/, '');
  return text.length <= 110 ? text : `${text.slice(0, text.lastIndexOf(' ', 108))} …`;
}
