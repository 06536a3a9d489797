/** `conformance-power.md`, made from StrykerJS's reports. */
import Type from 'typebox';
import { UserError } from '../../files/user-error.ts';
import { type MutationReport, percentOf, type Score, type Survivor, scoreOf, survivorsOf } from './survivors.ts';
import { sharedBy } from './targets.ts';

/** Changes that change nothing anyone can see, with the reason. */
export const Equivalents = Type.Array(
  Type.Object(
    {
      /** Below `adapters/reference`. */
      file: Type.String(),
      /** Words of the line, where the file has the original more than once. */
      in: Type.Optional(Type.String()),
      original: Type.String(),
      mutated: Type.Optional(Type.String()),
      why: Type.String(),
    },
    { additionalProperties: false },
  ),
);

export type Equivalents = Type.Static<typeof Equivalents>;

/**
 * The page.
 *
 * @param reports by the id of the target; `undefined` of one that was not measured
 * @param day when they were made, ISO 8601
 * @throws {UserError} something is listed as equivalent that is noticed, or is no longer there.
 */
export function powerPage(
  reports: ReadonlyMap<string, MutationReport | undefined>,
  equivalents: Equivalents,
  day: string,
  version: string,
): string {
  const placed = new Map(
    [...reports].map(([id, report]) => [id, report ? survivorsOf(report).map((s) => placeOf(s, equivalents)) : []]),
  );
  const used = new Set([...placed.values()].flatMap((all) => all.flatMap(({ equivalent }) => equivalent ?? [])));
  const sections = [...placed].flatMap(([id, survivors]) => (reports.get(id) ? [sectionOf(id, survivors)] : []));
  const measured = new Set([...reports.values()].flatMap((report) => Object.keys(report?.files ?? {}).map(shortName)));
  const [stale] = equivalents.filter((one) => measured.has(one.file) && !used.has(one));
  if (stale) {
    throw new UserError(`"${stale.original}" is listed as equivalent, and no change of it is left green`, {
      where: stale.file,
      hint: 'take it out of scripts/mutants/equivalent.yaml, or write it as it stands in the code',
    });
  }
  const scores = [...reports].map(([id, report]) => {
    if (!report) return `| ${id} | not measured | | | | | | |`;
    const same = placed.get(id)?.filter(({ equivalent }) => equivalent).length ?? 0;
    return rowOf(id, scoreOf(report), withShared(id, report, reports), same);
  });
  return `${introduction}

## Scores

Measured on ${day} with StrykerJS ${version}. _Noticed_ is the share of all changes that at least one generated case turned red
for; those that no case reaches count against it, and so do those that change nothing (_equivalent_, named below). _With what it
shares_ counts the parts of \`shared/\` too that a few adapters have in common.

| adapter | noticed | with what it shares | killed | timed out | left green | reached by no case | equivalent |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${scores.join('\n')}

## What was left green

Lines of each file, and how many changes of them. The changes themselves are in \`<adapter>.md\`, next to this page.

${sections.join('\n')}`;
}

const introduction = `# How much the suite sees

A conformance suite is worth what it catches. Here [StrykerJS](https://stryker-mutator.io) makes thousands of small changes to
the reference adapters, one at a time: a condition turned round, a string emptied, a block left out. For each, the generated
cases that reach it are played, and nothing else: no unit test of an adapter counts. A change is noticed where a case is no
longer green: it fails, ends in an error, or does not end. What is left green is either a change that nobody could see, or
something that the suite does not ask yet.

\`\`\`sh
npm run mutants                             # all adapters, one to two hours; fails below 85 %
npm run mutants -- --adapter anthropic      # one; \`shared-…\` is what some have in common, asked by the cases of these
npm run mutants -- --again                  # what the last report left green, and files that changed since
npm run mutants -- --again --thorough       # the same, with answers of every wrong shape and in every framing besides
npm run mutants -- --write-page             # this page, of the reports that are there
\`\`\`

Every mutant plays from recordings, may read files and write none, and has no network. A warning (SHOULD) notices
as well as a failure does: the reference adapters draw none, and continuous integration demands it. What two
calls share is made anew for each mutant, so that none is judged by what another did.`;

/** The percentage over an adapter and what it shares; nothing where it shares nothing, or where a part of that was not measured. */
function withShared(
  id: string,
  report: MutationReport,
  reports: ReadonlyMap<string, MutationReport | undefined>,
): string {
  const parts = sharedBy(id).map((part) => reports.get(part));
  if (parts.length === 0 || parts.includes(undefined)) return '';
  const files = Object.assign({}, report.files, ...parts.map((part) => part?.files));
  return `${percentOf(scoreOf({ files })).toFixed(1)} %`;
}

function rowOf(id: string, score: Score, whole: string, same: number): string {
  const { killed, timedOut, survived, uncovered } = score;
  return `| ${id} | ${percentOf(score).toFixed(1)} % | ${whole} | ${killed} | ${timedOut} | ${survived} | ${uncovered} | ${same} |`;
}

interface Placed {
  readonly survivor: Survivor;
  readonly equivalent: Equivalents[number] | undefined;
}

const placeOf = (survivor: Survivor, equivalents: Equivalents): Placed => ({
  survivor,
  equivalent: equivalents.find((one) => isSame(one, survivor)),
});

function sectionOf(id: string, placed: readonly Placed[]): string {
  const same = placed.filter(({ equivalent }) => equivalent);
  const rest = placed.filter(({ equivalent }) => !equivalent).map(({ survivor }) => survivor);
  const words = rest.filter(isWords);
  const unseen = rest.filter((survivor) => !isWords(survivor));
  const parts = [
    listed('No case sees these', byFile(unseen)),
    listed('Words for people', byFile(words)),
    listed('Equivalent', [
      ...new Set(
        same.map(
          ({ survivor, equivalent }) => `- \`${nameOf(survivor)}\` \`${survivor.original}\`: ${equivalent?.why}`,
        ),
      ),
    ]),
  ];
  return `### ${id}\n\n${parts.join('') || 'Nothing.\n\n'}`;
}

function listed(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}:\n\n${lines.join('\n')}\n\n`;
}

/** One line per file: its lines, each as often as it was changed. */
function byFile(survivors: readonly Survivor[]): string[] {
  const files = Map.groupBy(survivors, nameOf);
  return [...files].map(([name, changes]) => {
    const lines = [...Map.groupBy(changes, ({ line }) => line)];
    const places = lines.map(([line, { length }]) => (length === 1 ? `${line}` : `${line} (${length})`));
    return `- \`${name}\`: ${changes.length}, in lines ${places.join(', ')}`;
  });
}

const shortName = (file: string): string => file.replace(/^adapters\/reference\//, '');

const nameOf = ({ file }: Survivor): string => shortName(file);

/** A sentence, or part of one: what it says is for people, and no program reads it. */
const isWords = ({ mutator, original }: Survivor): boolean =>
  mutator === 'StringLiteral' && (original.match(/[A-Za-z’']+/g) ?? []).length >= 3 && / [a-z]/.test(original);

const isSame = (one: Equivalents[number], survivor: Survivor): boolean =>
  one.file === nameOf(survivor) &&
  one.original === survivor.original &&
  survivor.source.includes(one.in ?? '') &&
  (one.mutated ?? survivor.mutated) === survivor.mutated;
