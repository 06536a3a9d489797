import type { CaseResult } from '../../../spec/results/schema.ts';
import { trialsOf } from '../../cells/cell-state.ts';
import type { Share } from '../../snapshot/schema.ts';
import { list, thousands } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { PagesModel } from '../model.ts';
import type { To } from '../paths.ts';
import { issueLink, issuesOf } from './failing-case.ts';
import { inWords, tellingChecks } from './found.ts';

/** What happens to responses on their way, and how often the library held out: where it does not always, first. */
export function robustnessTable(cases: readonly CaseResult[], model: PagesModel, to: To): Markup {
  const rows = [...Map.groupBy(cases, ({ scenario }) => scenario).values()]
    .map((own) => ({ own, title: own[0]?.title ?? '', trials: trialsOf(own) }))
    .toSorted((a, b) => failedOf(b.trials) - failedOf(a.trials));
  const [tried, idle] = [rows.filter(({ trials }) => trials.of > 0), rows.filter(({ trials }) => trials.of === 0)];
  return html`<table class="data stack robust"><thead><tr><th scope="col">What is demanded</th><th scope="col">Trials passed</th><th scope="col">Otherwise</th></tr></thead><tbody>${tried.map(
    ({ own, title, trials: { passed, of } }) => {
      const notes = passed === of ? [] : notesOf(own, model, to);
      return html`<tr><th scope="row">${title}</th><td data-l="Passed" class="num">${thousands(passed)} of ${thousands(of)}</td><td data-l="Otherwise" class=${notes.length === 0 ? 'skipm' : undefined}>${list(notes)}</td></tr>`;
    },
  )}</tbody></table>${idle.length > 0 && html`<p class="mut">Nothing to try it on here: ${list(idle.map(({ title }) => title))}.</p>`}`;
}

/** The cases of a cell in which something happens to responses, to calls or to the settings of a client. */
export const robustnessCases = (cases: readonly CaseResult[]): readonly CaseResult[] =>
  cases.filter((c) => c.tier === 'robustness' && !isOfDialect(c));

/** Whether the answers of a case are written as another server writes them. */
export const isOfDialect = ({ faults }: CaseResult): boolean => faults === 'dialects';

const failedOf = ({ passed, of }: Share): number => of - passed;

function notesOf(cases: readonly CaseResult[], model: PagesModel, to: To): readonly Markup[] {
  const issues = new Map(cases.flatMap((c) => issuesOf(model, c)).map((issue) => [issue.id, issue]));
  if (issues.size > 0) return [...issues.values()].map((issue) => issueLink(issue, to));
  const failing = cases.flatMap((c) => tellingChecks(c).filter(({ status }) => status === 'fail'));
  const groups = failing.flatMap(({ findings }) => findings.map(({ group }) => inWords(group)));
  return [...new Set(groups)].slice(0, 3);
}
