import type { Results } from '../../../spec/results/schema.ts';
import { link } from '../../html/components/elements.ts';
import { thousands } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import type { AdapterCounts, SiteModel } from '../model.ts';
import type { SiteLinks } from '../paths.ts';
import { region } from './scroll-region.ts';

type Adapter = Results['run']['adapters'][number];

/** Adapters by how little is wrong with them: what failed, then what is listed as failing, then what was warned of. */
export function fewestIssuesFirst(adapters: readonly Adapter[], { adapterCounts }: SiteModel): Adapter[] {
  const of = ({ id }: Adapter) => adapterCounts.get(id) ?? none;
  return adapters.toSorted((a, b) => {
    const [x, y] = [of(a), of(b)];
    return x.failed - y.failed || x.excepted - y.excepted || x.warned - y.warned || (a.id < b.id ? -1 : 1);
  });
}

const none: AdapterCounts = { cases: 0, passed: 0, excepted: 0, failed: 0, warned: 0 };

/** Adapters one below the other, with what is wrong with them. */
export function adapterTable(adapters: readonly Adapter[], model: SiteModel, links: SiteLinks): Markup {
  const { columns } = model.view;
  const titles = new Map(columns.map(({ provider }) => [provider.id as string, provider.title]));
  return region(
    'Adapters',
    html`<table class="adapter-table">
    <caption class="unseen">Adapters, fewest issues first</caption>
    <thead><tr><th scope="col">Adapter</th><th scope="col">Provider API</th><th scope="col">Implementation</th><th scope="col" class="number">Cases</th><th scope="col" class="number">Pass</th><th scope="col" class="number">Fail</th><th scope="col" class="number">Known issues</th><th scope="col" class="number">Warnings</th></tr></thead>
    <tbody>${fewestIssuesFirst(adapters, model).map((a) => {
      const { cases, passed, failed, excepted, warned } = model.adapterCounts.get(a.id) ?? none;
      return html`<tr>
        <th scope="row">${link(links.adapter(a.id), a.id)}</th>
        <td>${link(links.provider(a.providerApi), titles.get(a.providerApi) ?? a.providerApi)}</td>
        <td>${link(links.implementation(a.implementation), a.implementation)}</td>
        <td class="number">${thousands(cases)}</td>
        <td class="number">${share(passed, cases)}</td>
        <td class="number">${issue(failed, 'fail', '✕')}</td>
        <td class="number">${issue(excepted, 'part', '◐')}</td>
        <td class="number">${issue(warned, 'part', '!')}</td>
      </tr>`;
    })}</tbody>
  </table>`,
  );
}

/** A share is never rounded up to all. */
export function share(n: number, total: number): string {
  if (total === 0) return '–';
  return n === total ? '100 %' : `${(Math.floor((1000 * n) / total) / 10).toFixed(1)} %`;
}

const issue = (n: number, tone: 'fail' | 'part', glyph: string): Markup =>
  n === 0
    ? html`<span class="zero">0</span>`
    : html`<strong class="toned tone-${tone}"><span aria-hidden="true">${glyph} </span>${thousands(n)}</strong>`;
