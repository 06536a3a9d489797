import { type KillMatrix, places } from '../../../spec/kill-matrix/schema.ts';
import type { CaseResult, Results } from '../../../spec/results/schema.ts';
import { count, list, prose, section, source, thousands } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { Page, PagesModel } from '../model.ts';
import { checkAnchor, paths } from '../paths.ts';

type Check = Results['checks'][number];

/** What is demanded of every case, and what each check is worth. */
export function checksPage({ results, killMatrix }: PagesModel): Page {
  const counts = statusCounts(results.cases);
  const only = killMatrix && onlyCaughtBy(killMatrix);
  const kills = new Map(killMatrix?.kills.map(({ check, broken }) => [check, broken.length]));
  const { checks } = results;
  return {
    path: paths.checks,
    title: 'Checks',
    description: 'What is demanded of every conversation, why, and how many broken adapters each check catches',
    main: html`
      <h1>Checks</h1>
      <p class="lede">A check compares what was sent and returned with what the recording holds. MUST checks decide a verdict, SHOULD checks warn. One that had nothing to compare is not applicable, which is no pass.</p>
      ${section('worth', 'What they are worth', null, html`<p class="note">${worth(killMatrix)}</p>`)}
      ${section(
        'checks',
        'Checks',
        `${count(checks.length, 'check')}; how often each passed, failed, warned or had nothing to compare, in the cases of this run that it judged.`,
        html`<table class="data stack">
          <thead><tr><th scope="col">Check</th><th scope="col">Level</th><th scope="col">Cases</th><th scope="col">Passed</th><th scope="col">Failed</th><th scope="col">Warned</th><th scope="col">Not applicable</th>${killMatrix && html`<th scope="col">Broken adapters caught</th><th scope="col">Only by it</th>`}</tr></thead>
          <tbody>${checks.map((check) => row(check, counts.get(check.id), only && [kills.get(check.id) ?? 0, only.get(check.id) ?? 0]))}</tbody>
        </table>`,
      )}`,
  };
}

const none: StatusCounts = { pass: 0, fail: 0, warn: 0, 'not-applicable': 0 };

const row = (
  { id, title, level, reason, sources }: Check,
  own = none,
  caught: readonly [number, number] | undefined,
): Markup =>
  html`<tr id=${checkAnchor(id)}>
    <th scope="row">${prose(title)}<details class="fine"><summary>Why <code>${id}</code></summary><p>${prose(reason)}</p><p class="mut fine">${list(sources.map((each) => source(each.title, each.url)))}</p></details></th>
    <td class="half" data-l="Level">${level}</td>
    ${(
      [
        ['Cases', own.pass + own.fail + own.warn + own['not-applicable']],
        ['Passed', own.pass],
        ['Failed', own.fail],
        ['Warned', own.warn],
        ['Not applicable', own['not-applicable']],
        ...(caught
          ? ([
              ['Caught', caught[0]],
              ['Only by it', caught[1]],
            ] as const)
          : []),
      ] as const
    ).map(([label, n]) => html`<td class="half" data-l=${label}>${thousands(n)}</td>`)}
  </tr>`;

/** What proves that a pass says something. */
function worth(killMatrix: KillMatrix | undefined): Markup {
  if (!killMatrix) {
    return html`Not measured for this page. <code>npm run kill-matrix</code> runs adapters that are broken on purpose, and counts which check catches which.`;
  }
  const { broken, caught, checks, idleChecks, rules, idleRules, matrix, missed } = killMatrix;
  const shown = [
    ...places.map((place) => [place, matrix.filter((each) => each.shownBy === place).length] as const),
    ['nowhere', matrix.filter(({ shownBy }) => shownBy === undefined).length] as const,
  ].filter(([, n]) => n > 0);
  return html`A pass says something only if the check fails where something is wrong. Adapters are broken on purpose, each by one defect as real adapters have had it. <b>${thousands(caught)} of ${count(broken, 'broken adapter')}</b> are caught by the check meant for them, and <b>${checks - idleChecks.length} of ${count(checks, 'check')}</b> catch at least one; <b>${rules - idleRules.length} of ${count(rules, 'rule')}</b> of provider APIs are broken by one of them alone. The most ordinary place where the defect shows: ${shown.map(([place, n]) => `${place} ${n}`).join(', ')}.${missed.length > 0 && html` <b>Missed:</b> ${list(missed.map(({ id, caughtBy }) => html`<code>${id}</code>, meant for <code>${caughtBy}</code>`))}.`}`;
}

type Status = CaseResult['checks'][number]['status'];

/** How often a check came to what, in the cases that it judged. */
type StatusCounts = Readonly<Record<Status, number>>;

/** By check. Pure. */
function statusCounts(cases: readonly Pick<CaseResult, 'checks'>[]): ReadonlyMap<string, StatusCounts> {
  const counts = new Map<string, Record<Status, number>>();
  for (const { check, status } of cases.flatMap(({ checks }) => checks)) {
    const own = counts.get(check) ?? { pass: 0, fail: 0, warn: 0, 'not-applicable': 0 };
    own[status] += 1;
    counts.set(check, own);
  }
  return counts;
}

/** Broken adapters that fail or warn by one check alone, by check: without it, nobody would see their defects. Pure. */
export function onlyCaughtBy({ matrix }: KillMatrix): ReadonlyMap<string, number> {
  const alone = matrix.flatMap(({ cases, caught }) => {
    const found = new Set(cases.flatMap(({ failed, warned }) => [...failed, ...warned]));
    return caught && found.size === 1 ? [...found] : [];
  });
  return new Map([...Map.groupBy(alone, (check) => check)].map(([check, own]) => [check, own.length]));
}
