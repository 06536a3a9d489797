import { countOf } from '../../lib/count-of.ts';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import type { Matrix } from '../../matrix/model.ts';
import { declaredLine } from '../../spec/engine/capabilities.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { type Cause, causesOf } from '../causes/causes.ts';
import { staleCells } from '../freshness/stale.ts';
import { isAcceptable, isPassingRun, notRunLine } from '../summary/summary.ts';

/**
 * Sections of Markdown, each with the first of some items, or nothing where there are none. Pure.
 *
 * @param elsewhere where the items are told that there is no room for, as the end of a sentence
 * @returns makes one; `shown` is how many items there is room for
 */
export const sectionsWith =
  (elsewhere: string) =>
  <T>(title: string, items: readonly T[], shown: number, linesOf: (item: T) => string[]): string[] => {
    if (items.length === 0) return [];
    const more = items.length - shown;
    return [
      '',
      `### ${title}`,
      '',
      ...items.slice(0, shown).flatMap(linesOf),
      ...(more > 0 ? ['', `… and ${more} more; ${elsewhere}.`] : []),
    ];
  };

const section = sectionsWith('`index.html` and `results.json` have all');

/** The most that is told of each, so that the whole fits into a comment of a pull request (65,536 characters). */
const most = { adapters: 40, failing: 20, problems: 10, stale: 10, message: 300, id: 160, command: 300 };

/**
 * A run in Markdown, short enough for a comment of a pull request or the summary of a job: whether it is green, numbers,
 * adapters, and of each cause of failing cases an example and the command that plays it again. Pure.
 *
 * Whatever a provider, an adapter or a file could have written stands in code spans, where nothing acts.
 */
export function markdownOf(results: Results): string {
  const { cases, problems, counts, run } = results;
  const failing = cases.filter((c) => !isAcceptable(c));
  const { causes, rest } = causesOf(failing);
  const chosen = Object.entries(run.selection).filter(([, ids]) => ids.length > 0);
  const lines = [
    `## Agent Tools Conformance: ${isPassingRun(results) ? 'green' : 'red'}`,
    '',
    `**${passed(cases)} passed, ${failing.length + problems.length} failed, ${countOf(known(cases), 'known failure')}**; ${countOf(counts.generated, 'case')}: ${counts.executed} run, ${counts.asserted} with comparisons (${counts.compared} in total); as of ${run.asOf}.`,
    ...(chosen.length > 0
      ? ['', `Only ${code(chosen.map(([what, ids]) => `${what} ${ids.join(', ')}`).join('; '), most.message)}.`]
      : []),
    ...(run.notRun ? ['', `${notRunLine(run.notRun)}.`] : []),
    '',
    ...adapterTable(results),
    ...section('Failing cases', [...causes, ...rest], most.failing, failureLines),
    ...section('Problems of the run', problems, most.problems, ({ place, message, hint }) => [
      `- ${code(place, most.id)}: ${code(message, most.message)}`,
      `  - ${code(hint, most.message)}`,
    ]),
    ...section('Stale recordings', staleCells(cases), most.stale, ({ tool, providerApi, recordings, freshUntil }) => [
      `- ${code(`${tool}/${providerApi}`, most.id)}: ${recordings}${freshUntil === undefined ? '' : ` since ${freshUntil}`}`,
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

const passed = (cases: readonly CaseResult[]): number => cases.filter(({ verdict }) => verdict === 'pass').length;

const known = (cases: readonly CaseResult[]): number =>
  cases.filter((c) => c.verdict !== 'pass' && isAcceptable(c)).length;

function adapterTable({ run, cases, matrix }: Results): string[] {
  const rows = run.adapters.slice(0, most.adapters).map(({ id, capabilities }) => {
    const own = cases.filter(({ adapter }) => adapter === id);
    const failed = own.filter((c) => !isAcceptable(c)).length;
    // A bar ends a cell, in a code span as well.
    const declared = capabilities && declaredLine(capabilities, (matrix as Matrix).tools.length);
    return `| ${code(id.replaceAll('|', '¦'), most.id)}${declared === undefined ? '' : ` ${declared}`} | ${passed(own)} | ${failed} | ${known(own)} |`;
  });
  const more = run.adapters.length - most.adapters;
  return [
    '| adapter | passed | failed | known |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
    ...(more > 0 ? ['', `… and ${more} more adapters; \`results.json\` has all.`] : []),
  ];
}

/** A cause of several cases: what is wrong in the first of them, and what plays that again. What stands alone is told as the case it is. */
function failureLines(failure: Cause | CaseResult): string[] {
  if (!('cases' in failure)) return caseLines(failure);
  const { group, impact, example, beside, cases } = failure;
  const [first, ...others] = cases;
  if (first && others.length === 0) return caseLines(first);
  const named = (names: readonly string[], shown: number) =>
    `${names
      .slice(0, shown)
      .map((name) => code(name, most.id))
      .join(', ')}${names.length > shown ? ` and ${names.length - shown} more` : ''}`;
  return [
    `- **${impact}**, ${countOf(others.length + 1, 'case')}: ${code(group, most.id)}`,
    `  - ${code(example.message, most.message)}`,
    ...(beside.length > 0
      ? [
          `  - also: ${named(
            beside.map(([name]) => name),
            4,
          )}`,
        ]
      : []),
    `  - case ${code(first?.id ?? '', most.id)}${
      others.length > 0
        ? `, as well ${named(
            others.map(({ id }) => id),
            2,
          )}`
        : ''
    }`,
    `  - replay: ${code(first?.replay ?? '', most.command)}`,
  ];
}

/** The case, what is wrong with it first of all, and what plays it again. */
function caseLines(c: CaseResult): string[] {
  const failed = c.checks.filter(({ status }) => status === 'fail');
  const findings = failed.reduce((total, { findings: found }) => total + found.length, 0);
  const [check] = failed;
  const message = check?.findings[0]?.message ?? c.reason ?? 'no reason';
  const more = findings > 1 ? `, the first of ${findings} findings` : '';
  return [
    `- **${c.verdict}** ${code(c.id, most.id)}`,
    `  - ${check ? `${code(check.check, most.id)}${more}: ` : ''}${code(message, most.message)}`,
    `  - replay: ${code(c.replay, most.command)}`,
  ];
}

/**
 * Text of anybody's as a code span on one line, in which nothing acts: no markup, link, image, mention or reference, nor what a
 * terminal or a reader's eye would obey. That it was cut is said.
 *
 * @param longest in characters, the note of what was cut aside
 * @see https://github.github.com/gfm/#code-spans
 */
export function code(text: string, longest: number): string {
  // Cut before it is made visible, too: of megabytes nobody sees more than the beginning.
  const beginning = [...text.slice(0, longest * 2)].slice(0, longest).join('');
  const shown = escapeControl(beginning).replaceAll(/\s+/g, ' ').trim();
  const more = text.length - beginning.length;
  const safe = shown.slice(0, longest * 2);
  const fence = '`'.repeat(1 + Math.max(0, ...(safe.match(/`+/g) ?? []).map(({ length }) => length)));
  const room = /^`|`$/.test(safe) || safe === '' ? ' ' : '';
  return `${fence}${room}${safe}${room}${fence}${more > 0 ? ` … (${more} more)` : ''}`;
}
