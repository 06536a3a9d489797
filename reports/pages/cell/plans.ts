import type { CaseResult } from '../../../spec/results/schema.ts';
import { cellStates, trialsOf } from '../../cells/cell-state.ts';
import { packagesOf } from '../../snapshot/packages.ts';
import type { Share, SnapshotProvider, SnapshotVerdict } from '../../snapshot/schema.ts';
import { count, link, list, section, thousands } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { Page, PagePlan, PagesModel } from '../model.ts';
import { paths, type To } from '../paths.ts';
import { share } from '../words.ts';
import { claimed } from './claims.ts';
import { conversationTable } from './conversations.ts';
import { failingCases, issueLink, issuesOf } from './failing-case.ts';
import { inWords, tellingChecks } from './found.ts';
import { allGaps, tabs, verdictBox } from './verdict-box.ts';
import { type CellView, failingOf, viewOf } from './view.ts';

/** The pages of tools on provider APIs through libraries: one for each verdict. */
export const cellPlans = (model: PagesModel): PagePlan[] =>
  model.lookup.snapshot.verdicts.map((verdict) => ({
    path: paths.cell(verdict.tool, verdict.providerApi, verdict.library),
    make: (to) => cellPage(verdict, model, to),
  }));

/** How much markup failing conversations may take on a page, in characters: with all else a page stays below 400 kB. */
const room = 320_000;

/** Pure. @throws {UserError} evidence cannot be read */
function cellPage(verdict: SnapshotVerdict, model: PagesModel, to: To): Page {
  const view = viewOf(verdict, model);
  const { tool, providerApi, library } = view;
  const title = `${tool.title} on ${providerApi.title} through ${library.title}`;
  const { core, extended } = verdict;
  return {
    path: paths.cell(tool.id, providerApi.id, library.id),
    title,
    description: `${cellStates[verdict.word].word}: ${share(core)} core conversations work, ${share(extended)} extended`,
    section: 'grid',
    main: html`
      <p class="crumb">${link(to(paths.tool(tool.id)), tool.title)} on ${link(to(paths.providerApi(providerApi.id)), providerApi.title)} through ${link(to(paths.library(library.id)), library.title)}</p>
      <h1>${title}</h1>
      <p class="lede">${lede(view, to)}</p>
      ${tabs(view, model, to)}
      ${verdictBox(view, model, to)}
      ${failing(view, model, to)}
      ${gaps(view, to)}
      ${conversations(view, model, to)}
      ${robustness(view, model, to)}
      ${compatibleServers(view, model, to)}
      ${claimed(model.matrix, tool.id, providerApi.id)}`,
  };
}

/** With what it was judged, and how long that lasts. */
function lede({ library, providerApi, tool }: CellView, to: To): Markup {
  const adapter = library.adapters.find((a) => a.providerApi === providerApi.id);
  const named = adapter ? packagesOf(adapter, providerApi, library) : [];
  const others = Object.keys(adapter?.packages ?? {}).length - named.length;
  const lasting = lastingOf(providerApi, tool.id);
  return html`${named.map(({ name, version }) => `${name} ${version}`).join(', ') || library.title}${others > 0 && html` and ${link(to(paths.library(library.id)), count(others, 'other package'))}`}${lasting !== '' && `; ${lasting}`}`;
}

/** How long the tool and the API last, where that is not for good. */
function lastingOf(providerApi: SnapshotProvider, tool: string): string {
  const own = providerApi.tools[tool]?.lifecycle;
  return [
    own === undefined || own === 'ga' ? [] : `the tool is ${own}`,
    providerApi.lifecycle === 'ga'
      ? []
      : `the API is ${providerApi.lifecycle}${providerApi.until === undefined ? '' : `, until ${providerApi.until}`}`,
  ]
    .flat()
    .join('; ');
}

function failing(view: CellView, model: PagesModel, to: To): Markup {
  const cases = failingOf(view);
  if (cases.length === 0) return null;
  const conversations = new Set(cases.map(({ scenario }) => scenario)).size;
  return section(
    'failing',
    'Failing conversations',
    `${count(conversations, 'conversation')} with a finding, ${count(cases.length, 'case')} with the modes apart. Wire and library side by side.`,
    failingCases(model, cases, to, room),
  );
}

function gaps(view: CellView, to: To): Markup {
  const table = allGaps(view, to);
  const note = 'What keeps core and extended conversations from working, the worst first.';
  return table && section('gaps', 'All gaps', note, table);
}

function conversations(view: CellView, model: PagesModel, to: To): Markup {
  const table = conversationTable(view, model, to);
  const note = 'Each in two modes: complete response and stream. A conversation works if both do. Findings first.';
  return table && section('conversations', 'Conversations', note, table);
}

function robustness({ cases, verdict: { robustness: all } }: CellView, model: PagesModel, to: To): Markup {
  const own = robustnessCases(cases);
  if (own.length === 0) return null;
  const note = `The same responses, damaged on the way: ${thousands(all.passed)} of ${thousands(all.of)} trials pass.`;
  return section('robustness', 'Robustness', note, robustnessTable(own, model, to));
}

/** Where it is documented for other servers that speak the API. */
function compatibleServers({ cases }: CellView, model: PagesModel, to: To): Markup {
  const own = cases.filter(isOfDialect);
  if (own.length === 0) return null;
  const note =
    'The same responses as other servers write them that speak this API. They say nothing of the provider, and are no part of the word.';
  return section('compatible-servers', 'Compatible servers', note, robustnessTable(own, model, to));
}

/** What happens to responses on their way, and how often the library held out: where it does not always, first. */
function robustnessTable(cases: readonly CaseResult[], model: PagesModel, to: To): Markup {
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
const robustnessCases = (cases: readonly CaseResult[]): readonly CaseResult[] =>
  cases.filter((c) => c.tier === 'robustness' && !isOfDialect(c));

/** Whether the answers of a case are written as another server writes them. */
const isOfDialect = ({ faults }: CaseResult): boolean => faults === 'dialects';

const failedOf = ({ passed, of }: Share): number => of - passed;

function notesOf(cases: readonly CaseResult[], model: PagesModel, to: To): readonly Markup[] {
  const issues = new Map(cases.flatMap((c) => issuesOf(model, c)).map((issue) => [issue.id, issue]));
  if (issues.size > 0) return [...issues.values()].map((issue) => issueLink(issue, to));
  const failing = cases.flatMap((c) => tellingChecks(c).filter(({ status }) => status === 'fail'));
  const groups = failing.flatMap(({ findings }) => findings.map(({ group }) => inWords(group)));
  return [...new Set(groups)].slice(0, 3);
}
