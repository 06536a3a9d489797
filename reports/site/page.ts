import type { DocumentParts } from '../html/document.ts';
import type { Markup } from '../html/markup.ts';
import type { SitePage } from './data/schema.ts';
import type { SiteLinks } from './paths.ts';

/** A page that the site will have: where, and how it is made once it is known what else there is. */
export interface PagePlan {
  /** Where it lies, without `.html`. */
  readonly stem: string;
  make(links: SiteLinks): Page;
}

/** What a page is about, but for what every page has. */
export interface Page {
  readonly title: string;
  /** Which entry of the navigation it belongs to. */
  readonly section?: Section;
  /** What it lies below, from the top. */
  readonly crumbs?: readonly Crumb[];
  /** Its name below them, where the title is a long one. */
  readonly crumb?: string;
  readonly main: Markup;
  /** The same for programs. */
  readonly data: SitePage;
  /** What stands at its head instead of the name of the site, around the navigation. */
  readonly head?: ((navigation: Markup) => Markup) | undefined;
  /** A script of this project's own, inlined; the page is whole without it. */
  readonly script?: DocumentParts['script'];
}

export type Section = 'index' | 'implementations' | 'adapters' | 'checks' | 'history' | 'compare';

export interface Crumb {
  readonly title: string;
  readonly address: string | undefined;
}

/** A file of the site: its path below the folder of the site, with `/` between folders, and what stands in it. */
export interface SiteFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}
