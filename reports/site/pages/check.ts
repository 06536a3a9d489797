import type { PlayedDefect } from '../../../spec/kill-matrix/schema.ts';
import type { Results } from '../../../spec/results/schema.ts';
import { fold, link, prose, sourceLink, sourceList } from '../../html/components/elements.ts';
import { count, thousands } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import { caseList } from '../components/case-list.ts';
import { region } from '../components/scroll-region.ts';
import { caseLine, checkLine, headOf } from '../data/rows.ts';
import type { CheckCounts, SiteModel } from '../model.ts';
import type { Page, PagePlan } from '../page.ts';
import { pageHead, section } from '../page-header.ts';
import { type SiteLinks, stems } from '../paths.ts';

type Check = Results['checks'][number];

/** What is demanded: a page for each check, and one with all of them. */
export function checkPages(model: SiteModel): PagePlan[] {
  const killed = Map.groupBy(
    (model.killMatrix?.matrix ?? []).filter((b) => b.caught),
    (b) => b.caughtBy,
  );
  const killsOf = (check: Check) => (model.killMatrix ? (killed.get(check.id) ?? []) : undefined);
  return [
    { stem: stems.checks, make: (links) => listPage(model, killsOf, links) },
    ...model.results.checks.map(
      (check): PagePlan => ({
        stem: stems.check(check.id),
        make: (links) => checkPage(check, killsOf(check), model, links),
      }),
    ),
  ];
}

type KillsOf = (check: Check) => readonly PlayedDefect[] | undefined;

function listPage(model: SiteModel, killsOf: KillsOf, links: SiteLinks): Page {
  const { checks } = model.results;
  return {
    title: 'Checks',
    main: html`
      ${pageHead({ kicker: 'What is demanded', title: 'Checks', lede: 'Every case is held against every check. A check that had nothing to compare is not applicable; that is no pass.' })}
      ${region(
        'Checks',
        html`<table class="check-table">
        <caption class="unseen">Checks</caption>
        <thead><tr><th scope="col">Check</th><th scope="col">What it demands</th><th scope="col">Level</th><th scope="col" class="number">Passed</th><th scope="col" class="number">Found something</th><th scope="col" class="number">Compared</th><th scope="col" class="number">Kills</th></tr></thead>
        <tbody>${checks.map((check) => {
          const counts = model.checks.get(check.id);
          const kills = killsOf(check);
          return html`<tr>
            <th scope="row">${link(links.check(check.id), check.id)}</th>
            <td>${prose(check.title)}</td>
            <td>${check.level}</td>
            <td class="number">${thousands(counts?.statuses.pass ?? 0)}</td>
            <td class="number">${thousands(counts?.found.length ?? 0)}</td>
            <td class="number">${thousands(counts?.compared ?? 0)}</td>
            <td class="number">${kills ? thousands(kills.length) : html`<span class="note">unknown</span>`}</td>
          </tr>`;
        })}</tbody>
      </table>`,
      )}
      <p class="note">Kills: adapters broken on purpose, each by one defect as real adapters have had it, that the check catches.</p>`,
    data: { ...headOf(model), page: 'checks', checks: checks.map((check) => checkLine(check, model, links)) },
  };
}

function checkPage(check: Check, kills: readonly PlayedDefect[] | undefined, model: SiteModel, links: SiteLinks): Page {
  const counts = model.checks.get(check.id);
  const found = counts?.found ?? [];
  return {
    title: check.id,
    section: 'checks',
    crumbs: [{ title: 'Checks', address: links.to(`${stems.checks}.html`) }],
    main: html`
      ${pageHead({
        kicker: `Check, ${check.level}`,
        title: html`<code>${check.id}</code>`,
        lede: prose(check.title),
        stats: stats(counts, kills),
      })}
      ${section('why', 'Why it is demanded', html`<p>${prose(check.reason)}</p><p class="note">Sources: ${sourceList(check.sources)}</p>`)}
      ${section(
        'found',
        'Where it found something',
        found.length === 0
          ? html`<p>Nowhere in this run.</p>`
          : caseList(
              found.map(({ case: c, result }) => ({ case: c, says: result.findings[0]?.message })),
              `Cases in which ${check.id} found something`,
              links,
            ),
      )}
      ${section('kills', 'What it is worth', kills ? worth(kills) : html`<p>Not known here: the site was made without the kill matrix.</p>`)}`,
    data: {
      ...headOf(model),
      page: 'check',
      check: checkLine(check, model, links),
      reason: check.reason,
      sources: check.sources,
      ...(kills ? { kills: kills.map(({ id }) => id) } : {}),
      found: found.map(({ case: c }) => caseLine(c, links)),
    },
  };
}

const stats = (counts: CheckCounts | undefined, kills: readonly PlayedDefect[] | undefined) => [
  { name: 'Passed', value: thousands(counts?.statuses.pass ?? 0), note: 'cases' },
  { name: 'Found something', value: thousands(counts?.found.length ?? 0), note: 'cases, listed below' },
  { name: 'Nothing to compare', value: thousands(counts?.statuses['not-applicable'] ?? 0), note: 'cases' },
  { name: 'Comparisons', value: thousands(counts?.compared ?? 0) },
  kills && { name: 'Kills', value: thousands(kills.length), note: 'broken adapters caught' },
];

/** The broken adapters that it caught, with the public defects that they are modelled on. */
function worth(kills: readonly PlayedDefect[]): Markup {
  if (kills.length === 0) return html`<p>It has caught no broken adapter.</p>`;
  const modelled = new Map(kills.flatMap((k) => k.modelledOn).map((known) => [known.id, known]));
  return html`
    <p>A check that nothing fails proves nothing when it passes. So adapters are broken on purpose; this check has caught ${count(kills.length, 'of them', 'of them')}.</p>
    ${modelled.size > 0 && html`<h3>Public bugs that they are modelled on</h3><ul class="bugs">${[...modelled.values()].map((known) => html`<li><span class="level">${known.id}</span> ${sourceLink({ title: known.defect, url: known.url })}</li>`)}</ul>`}
    ${fold(
      'Broken adapters that it caught',
      count(kills.length, 'kill'),
      html`<ul class="findings">${kills.map(
        (k) =>
          html`<li><p>${prose(k.defect)}</p><p class="note"><code>${k.id}</code> over <code>${k.providerApi}</code>, ${k.phase}</p></li>`,
      )}</ul>`,
    )}`;
}
