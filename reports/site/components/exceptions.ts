import type { CaseResult, ListedException } from '../../../spec/results/schema.ts';
import { badge, sourceLink } from '../../html/components/elements.ts';
import { count, verdictLabels } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import type { SiteModel } from '../model.ts';
import { region } from './scroll-region.ts';

/** An exception that applies to some cases, as far as the results tell of it. */
interface Applied {
  readonly place: string;
  readonly cases: readonly CaseResult[];
  readonly listed: ListedException | undefined;
}

/** The exceptions that apply to cases, in the order of the files. */
export function appliedExceptions(cases: readonly CaseResult[], { exceptions }: SiteModel): Applied[] {
  const byPlace = Map.groupBy(cases, (c) => c.exception ?? '');
  byPlace.delete('');
  return [...byPlace].map(([place, own]) => ({ place, cases: own, listed: exceptions.get(place) }));
}

/** What is listed as an exception, why, who says so, and until when it may stand. */
export function exceptionTable(applied: readonly Applied[], name: string): Markup {
  return region(
    'Exceptions',
    html`<table class="exceptions">
    <caption class="unseen">Exceptions: ${name}</caption>
    <thead><tr><th scope="col">Cases</th><th scope="col">Verdict</th><th scope="col">Why</th><th scope="col">Since</th><th scope="col">Until</th></tr></thead>
    <tbody>${applied.map(row)}</tbody>
  </table>`,
  );
}

function row({ place, cases, listed }: Applied): Markup {
  const [first] = cases;
  const verdict = listed?.verdict ?? first?.verdict ?? 'known-failure';
  return html`<tr>
    <th scope="row"><code>${listed?.cases ?? place}</code> <span class="note">${count(cases.length, 'case')}</span></th>
    <td>${badge(verdictLabels[verdict])}</td>
    <td>${listed?.reason ?? first?.reason} ${listed && html`<span class="note">${sourceLink({ title: 'Source', url: listed.source })} · <code>${place}</code></span>`}</td>
    <td class="day">${listed?.since ?? '–'}</td>
    <td class="day">${listed?.until ?? '–'}</td>
  </tr>`;
}
