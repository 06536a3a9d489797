import { documentOf } from '../html/document.ts';
import { html, type Markup } from '../html/markup.ts';
import type { Page, Section } from './page.ts';
import { type SiteLinks, stems } from './paths.ts';

/** The file of the icon. */
export const iconFile = 'icon.svg';

/** What all pages of a site have in common. */
export interface Frame {
  /** The day of the run. */
  readonly asOf: string;
  /** The file of the one style. */
  readonly style: string;
  /** Where the site will be served, ending in a slash, where that is known. */
  readonly baseUrl: string | undefined;
}

const sections: readonly (readonly [Section, string])[] = [
  ['index', 'Overview'],
  ['implementations', 'Implementations'],
  ['adapters', 'Adapters'],
  ['checks', 'Checks'],
  ['history', 'History'],
  ['compare', 'Compare'],
];

/** A whole page: the same head, navigation and foot on each, and what it is about between them. Pure. */
export function framed(stem: string, page: Page, links: SiteLinks, { asOf, style, baseUrl }: Frame): string {
  const data = links.to(`${stem}.json`) ?? '';
  const body = html`<body>
    <a class="skip" href="#main">Skip to the content</a>
    ${head(page, navigation(stem, page, links), links)}
    ${breadcrumbs(page)}
    <main id="main">${page.main}</main>
    <footer class="site-foot">
      <p>Run as of ${asOf} · <a href=${data}>This page as JSON</a></p>
    </footer>
  </body>`;
  return documentOf({
    title: `${page.title} · Agent Tools Conformance`,
    body,
    script: page.script,
    beside: {
      style: links.to(style) ?? '',
      icon: links.to(iconFile) ?? '',
      data,
      canonical: baseUrl === undefined ? undefined : `${baseUrl}${stem === stems.index ? '' : `${stem}.html`}`,
    },
  });
}

/** The name of the site, which leads to its first page, and the navigation. The first page has a head of its own. */
function head(page: Page, navigation: Markup, links: SiteLinks): Markup {
  if (page.head) return page.head(navigation);
  return html`<header class="site-head">
    <a class="brand" href=${links.to(`${stems.index}.html`)}>Agent Tools Conformance</a>
    ${navigation}
  </header>`;
}

const navigation = (stem: string, page: Page, links: SiteLinks): Markup =>
  html`<nav aria-label="Site"><ul class="site-nav">${sections.map((section) => navigationItem(section, stem, page, links))}</ul></nav>`;

function navigationItem([id, word]: readonly [Section, string], stem: string, page: Page, links: SiteLinks): Markup {
  const current = stem === stems[id] ? 'page' : page.section === id ? 'true' : undefined;
  return html`<li><a href=${links.to(`${stems[id]}.html`)} aria-current=${current}>${word}</a></li>`;
}

function breadcrumbs({ crumbs = [], title, crumb: last = title }: Page): Markup {
  if (crumbs.length === 0) return null;
  return html`<nav class="crumbs" aria-label="Breadcrumb"><ol>
    ${crumbs.map((crumb) => html`<li>${crumb.address === undefined ? crumb.title : html`<a href=${crumb.address}>${crumb.title}</a>`}</li>`)}
    <li aria-current="page">${last}</li>
  </ol></nav>`;
}
