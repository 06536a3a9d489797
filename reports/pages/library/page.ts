import type { SnapshotLibrary } from '../../snapshot/schema.ts';
import { count, link } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { Page, PagesModel } from '../model.ts';
import { paths, type To } from '../paths.ts';
import { recordSection } from './decision-record.ts';
import type { IssueView } from './issue.ts';
import { apartSection, issueSection } from './issues.ts';
import { newestNote } from './newest.ts';
import { optionSection, optionsOf } from './options.ts';
import { ownTable } from './own-table.ts';

/** What a library does where, and what is wrong with it. */
export function libraryPage(library: SnapshotLibrary, view: IssueView): Page {
  const { model, to } = view;
  return {
    path: paths.library(library.id),
    title: library.title,
    description: `What works through ${library.title}, and its known issues by impact`,
    section: 'libraries',
    main: html`
      <p class="crumb">${link(to(paths.index), 'Grid')} / ${link(to(paths.libraries), 'Libraries')}</p>
      <h1>${library.title}</h1>
      <p class="lede wide">${roles[library.role]}${packages(library)}${count(library.adapters.length, 'provider API')}.${optionsOf(library, model).length > 0 && html` <a href="#options">Judged with options</a>.`}</p>
      ${newestNote(library, model, to)}
      ${tabs(library, model, to)}
      ${ownTable(library, model, to)}
      ${recordSection(library, model, to)}
      ${issueSection(library, view)}
      ${apartSection(library, view)}
      ${optionSection(library, model)}`,
  };
}

/** What something is that is no library. */
export const roles: Readonly<Record<SnapshotLibrary['role'], string>> = {
  library: '',
  reference:
    'This project’s own adapters on the official SDKs: what they can do, the provider API allows. Not a library. ',
  example: 'Shows how an adapter is written. Not a library. ',
};

/** Each package with its version, once. */
export function packages({ adapters }: SnapshotLibrary): string {
  const all = adapters.flatMap(({ packages: own }) => Object.entries(own).map((each) => each.join(' ')));
  return all.length === 0 ? '' : `${[...new Set(all)].join(', ')}. `;
}

const tabs = (current: SnapshotLibrary, { lookup }: PagesModel, to: To): Markup =>
  to(paths.libraries) !== undefined &&
  html`<nav class="tabs" aria-label="Library">${lookup.snapshot.libraries.map(
    ({ id, title }) =>
      html`<a href=${to(paths.library(id))} aria-current=${id === current.id ? 'page' : undefined}>${title}</a>`,
  )}</nav>`;
