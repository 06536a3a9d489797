import { type DocumentParts, documentOf } from './document.ts';
import { html, type Markup } from './markup.ts';
import type { Page } from './model.ts';
import { paths, type To } from './paths.ts';

/** What all pages of a site have in common. */
export interface Frame {
  /** The day of the run. */
  readonly asOf: string;
  /** Where the site will be served, ending in a slash, where that is known. */
  readonly baseUrl: string | undefined;
}

const project = 'Agent Tools Conformance';

const sections: readonly (readonly [NonNullable<Page['section']>, string, string])[] = [
  ['grid', 'Grid', paths.index],
  ['libraries', 'Libraries', paths.libraries],
  ['provider-apis', 'Provider APIs', paths.providerApis],
  ['changes', 'Changes', paths.changes],
  ['how-to-read', 'How to read', paths.howToRead],
];

/** A page of the site as a document. Pure. */
export function framed(page: Page, to: To, { asOf, baseUrl }: Frame): string {
  return documentOf({
    title: `${page.title} · ${project}`,
    description: page.description,
    body: frameBody(page, to, asOf),
    files: {
      style: to(paths.style) ?? '',
      script: to(paths.script) ?? '',
      icon: to(paths.icon) ?? '',
      feed: to(paths.feed),
      canonical: baseUrl === undefined ? undefined : `${baseUrl}${page.path === paths.index ? '' : page.path}`,
    },
  });
}

/** A page that stands alone, with style, script and data in itself. Pure. */
export const alone = (
  page: Omit<Page, 'path'>,
  asOf: string,
  inlined: Extract<DocumentParts['files'], { readonly css: string }>,
): string =>
  documentOf({
    title: `${page.title} · ${project}`,
    description: page.description,
    body: frameBody(page, () => undefined, asOf),
    files: inlined,
  });

/** Head, navigation and foot, and the page between them. */
function frameBody({ section, main }: Omit<Page, 'path'>, to: To, asOf: string): Markup {
  return html`<a class="skip" href="#main">Skip to content</a>
    <header class="top"><div>
      ${brand(to)}
      ${navigation(section, to)}
      <form class="search" role="search" hidden data-index=${to(paths.search)}>
        <input type="search" role="combobox" aria-label="Search tools, provider APIs, libraries, known issues" aria-expanded="false" aria-controls="found" aria-autocomplete="list" placeholder="Search: claude web search" autocomplete="off" spellcheck="false"/><kbd aria-hidden="true">/</kbd>
        <div class="pop" id="found" role="listbox" aria-label="Found"></div>
      </form>
      <button type="button" id="theme" aria-label="Switch between light and dark theme" hidden>Theme</button>
    </div></header>
    <main id="main">${main}</main>
    <footer class="foot"><p>
      <span>Run of ${asOf}</span>
      ${[
        ['How to read this', paths.howToRead],
        ['Known issues', paths.knownIssues],
        ['Checks', paths.checks],
        ['Verdicts as JSON', paths.verdictsJson],
        ['Matrix as JSON', paths.matrixJson],
        ['Atom feed', paths.feed],
      ].map(([what = '', path = '']) => to(path) !== undefined && html`<a href=${to(path)}>${what}</a>`)}
    </p></footer>`;
}

const brand = (to: To): Markup =>
  to(paths.index) === undefined
    ? html`<span class="brand">${project}</span>`
    : html`<a class="brand" href=${to(paths.index)}>${project}</a>`;

function navigation(current: Page['section'], to: To): Markup {
  if (to(paths.index) === undefined) return null;
  return html`<nav aria-label="Main">${sections.map(
    ([id, title, path]) => html`<a href=${to(path)} aria-current=${id === current ? 'page' : undefined}>${title}</a>`,
  )}</nav>`;
}
