/** Known issues, for a terminal. */
import { stringify } from 'yaml';
import { countOf } from '../../lib/count-of.ts';
import { didYouMean } from '../../lib/did-you-mean.ts';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import { unknownName } from '../../reports/snapshot/names.ts';
import type { Palette } from '../../reports/summary/palette.ts';
import { discoverAdapters } from '../../spec/engine/discover.ts';
import { type ListedIssue, listedIssues } from '../../spec/engine/known-issues.ts';
import { byImpact } from '../../spec/verdicts/impact.ts';

/** The known issues of this repository; of one implementation or adapter, where it is named. @throws {UserError} there is no such one. */
export async function knownIssues(of?: string): Promise<readonly ListedIssue[]> {
  const adapters = await discoverAdapters();
  const meant = adapters.filter(({ id, implementation }) => of === undefined || of === id || of === implementation);
  if (meant.length > 0) return listedIssues(meant);
  const known = [...new Set(adapters.flatMap(({ id, implementation }) => [implementation, id]))];
  throw new UserError(`unknown adapter or implementation "${of}"`, { hint: didYouMean(of ?? '', known) });
}

/** The known issue of an address, `<adapter>/<id>`. @throws {UserError} there is no such one. */
export async function knownIssue(address: string): Promise<ListedIssue> {
  const all = new Map((await knownIssues()).map((issue) => [`${issue.adapter}/${issue.id}`, issue]));
  const found = all.get(address);
  if (found) return found;
  throw unknownName(
    'issue',
    address,
    [...all.keys()].map((id) => ({ id })),
  );
}

/** What is printed of each, as data. */
export const issueRow = ({ adapter, id, title, impact, state, evidence, upstream, covers }: ListedIssue) => ({
  adapter,
  id,
  impact,
  title,
  ...(state === undefined ? {} : { state }),
  evidence: evidence.grade,
  upstream: typeof upstream === 'string' ? upstream : upstream.state,
  cases: Object.keys(covers).length,
});

/** By adapter, the worst first, then those with most cases. Pure. */
export function listText(issues: readonly ListedIssue[], colour: Palette): string {
  const blocks = [...Map.groupBy(issues.map(issueRow), ({ adapter }) => adapter)].map(([adapter, rows]) =>
    [
      colour.bold(`${adapter}: ${countOf(rows.length, 'known issue')}`),
      ...rows
        .toSorted((a, b) => byImpact(a.impact, b.impact) || b.cases - a.cases)
        .map(({ id, impact, title, state, evidence, upstream, cases }) => {
          const states = state === undefined ? [] : [typeof state === 'string' ? state : 'by design'];
          const rest = [countOf(cases, 'case'), evidence, `upstream: ${upstream}`, ...states].join(', ');
          return `  ${impact.padEnd(7)} ${colour.yellow(id)}: ${escapeControl(title)}\n          ${colour.dim(rest)}`;
        }),
    ].join('\n'),
  );
  return blocks.length === 0 ? 'no known issues\n' : `${blocks.join('\n\n')}\n`;
}

/** Everything that an entry says, where it is, and what shows it. Pure. */
export function showText({ adapter, id, place, ...entry }: ListedIssue): string {
  const lines = [
    `${adapter}/${id}, at ${place}`,
    `as a program: npm run --silent atc -- reproduce ${adapter}/${id}`,
    '',
    stringify(entry, { lineWidth: 120 }),
  ];
  return escapeControl(lines.join('\n'));
}
