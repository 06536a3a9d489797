import type { CaseResult } from '../../../spec/results/schema.ts';
import type { Share } from '../../snapshot/schema.ts';
import { caseAnchor } from '../anchor.ts';
import { link, list } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { PagesModel } from '../model.ts';
import { paths, type To } from '../paths.ts';
import { share, tag, word } from '../words.ts';
import { isLoadable } from './evidence.ts';
import { issueLink, issuesOf } from './failing-case.ts';
import { inWords, tellingChecks } from './found.ts';
import { working } from './verdict-box.ts';
import { type CellView, type Conversation, isGap, standingOf, tiers } from './view.ts';

const modes = ['complete', 'stream'] as const;

/** Every conversation of a cell, by tier; then what has to be rejected or declared. */
export function conversationTable(view: CellView, model: PagesModel, to: To): Markup {
  const { verdict, cases, conversations, tool, providerApi, library } = view;
  const address = to(paths.evidence(tool.id, providerApi.id, library.id));
  if (cases.every(({ tier }) => tier === 'robustness')) return null;
  const row = (conversation: Conversation) => conversationRow(conversation, model, to, address !== undefined);
  return html`<table class="data stack conv" data-evidence=${address}>
    <thead><tr><th scope="col">Conversation</th><th scope="col">Complete</th><th scope="col">Stream</th><th scope="col">Known issue or finding</th></tr></thead>
    ${tiers.map((tier) => {
      const own = conversations[tier];
      return own.length > 0 && group(titles[tier], ofTier(verdict[tier], own), own.map(row));
    })}
    ${others.map(({ kind, title }) => {
      const own = othersOf(cases, kind);
      return own.length > 0 && group(title, ofOthers(own), own.map(row));
    })}
  </table>`;
}

const titles = { core: 'Core', extended: 'Extended', edge: 'Edge' } as const;

const others = [
  { kind: 'rejection', title: 'To be rejected' },
  { kind: 'declaration', title: 'Declared tools' },
] as const;

/** Those that were not judged are in no number. */
function ofTier(numbers: Share, own: readonly Conversation[]): string {
  const idle = own.length - numbers.of;
  return `${share(numbers)} ${working(numbers)}${idle > 0 ? `, ${idle} not judged` : ''}`;
}

function ofOthers(own: readonly Conversation[]): string {
  const judged = own.filter(({ cases }) => cases.some((c) => standingOf(c) !== 'not-judged'));
  if (judged.length === 0) return 'not judged';
  const passed = judged.filter(({ cases }) => cases.every(({ verdict }) => verdict === 'pass')).length;
  const idle = own.length - judged.length;
  return `${passed} of ${judged.length} as they should be${idle > 0 ? `, ${idle} not judged` : ''}`;
}

function othersOf(cases: readonly CaseResult[], kind: CaseResult['kind']): readonly Conversation[] {
  const own = Map.groupBy(
    cases.filter((c) => c.kind === kind),
    ({ scenario }) => scenario,
  );
  return [...own].map(([scenario, own]) => ({
    scenario,
    title: own[0]?.title ?? scenario,
    cases: own,
    standing: 'works' as const,
  }));
}

const group = (title: string, note: string, rows: readonly Markup[]): Markup =>
  html`<tbody><tr class="group"><th colspan="4" scope="colgroup">${title} <span>${note}</span></th></tr>${rows}</tbody>`;

function conversationRow(
  { scenario, title, cases }: Conversation,
  model: PagesModel,
  to: To,
  isLoaded: boolean,
): Markup {
  const issues = new Map(cases.flatMap((c) => issuesOf(model, c)).map((issue) => [issue.id, issue]));
  const told = [...issues.values()].map((issue) => issueLink(issue, to));
  const notes = told.length > 0 ? told : [...new Set(cases.flatMap(findingOf))];
  const loadable = isLoaded ? cases.filter(isLoadable) : [];
  return html`<tr><th scope="row">${title}<code class="id">${scenario}</code></th>${modes.map((mode) => {
    const c = cases.find((each) => each.mode === mode);
    return html`<td class="half" data-l=${mode === 'complete' ? 'Complete' : 'Stream'}>${c ? standing(c) : '–'}</td>`;
  })}<td data-l="Notes" class=${notes.length + loadable.length === 0 ? 'skipm' : undefined}>${list(notes)}${loadable.length > 0 && html` <span class="load">${loadable.map((c) => html`<button type="button" class="btn" hidden data-case=${c.id}>Evidence, ${c.mode}<span class="vh"> mode of ${title}</span></button>`)}</span>`}</td></tr>`;
}

/** The word of a case; a finding leads to its place on the page. */
function standing(c: CaseResult): Markup {
  const own = standingOf(c);
  if (own === 'not-judged') return word('not-judged');
  if (c.kind === 'scenario') return isGap(own) ? link(`#${caseAnchor(c.id)}`, tag(own)) : word('works');
  return isGap(own) ? tag(own) : c.verdict === 'pass' ? 'as it should' : c.verdict;
}

/** What is found where no known issue says it. */
function findingOf(c: CaseResult): string[] {
  const [told] = tellingChecks(c).filter(({ status }) => status !== 'pass');
  const group = told?.findings[0]?.group;
  if (group !== undefined) return [inWords(group)];
  return c.verdict === 'pass' || c.reason === undefined ? [] : [c.reason];
}
