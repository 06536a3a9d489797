import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { html, type Markup } from './markup.ts';

/** What makes a document, but for what every one has. */
export interface DocumentParts {
  readonly title: string;
  readonly description: string;
  readonly body: Markup;
  readonly files: SiteFiles | Inlined;
}

/** Addresses of the files that the pages of a site share. */
interface SiteFiles {
  readonly style: string;
  readonly script: string;
  readonly icon: string;
  readonly feed?: string | undefined;
  /** The address by which others should know the page, where that is known. */
  readonly canonical?: string | undefined;
}

/** The same within a page that stands alone. */
interface Inlined {
  readonly css: string;
  readonly code: string;
}

/** A half-filled circle. */
export const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6" fill="#fff" stroke="#07574c" stroke-width="2"/><path d="M8 2a6 6 0 0 1 0 12z" fill="#07574c"/></svg>';

/** The theme that a reader has chosen, before anything is painted. It is kept on this device only. */
const themeCode = "try{document.documentElement.dataset.theme=localStorage.getItem('theme')??''}catch{}";

/**
 * A whole HTML document. Pure.
 *
 * A browser may run this project's own script and style, from where the page comes from or known by hash, and nothing else, whatever a
 * provider wrote into a recording: nothing can be sent, and a page that stands alone fetches nothing.
 */
export function documentOf({ title, description, body, files }: DocumentParts): string {
  const isAlone = 'css' in files;
  const [styles, scripts] = isAlone ? [policyHash(files.css), policyHash(files.code)] : ["'self'", "'self'"];
  const policy = `default-src 'none'; style-src ${styles}; script-src ${scripts} ${policyHash(themeCode)}; img-src ${isAlone ? '' : "'self' "}data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Agent Tools Conformance">
${textOf(html`<title>${title}</title><meta name="description" content=${description}/>`)}
<script>${themeCode}</script>
${
  isAlone
    ? inlinedHead(files)
    : `${textOf(linkElements(files))}
<script defer src="${files.script}"></script>`
}
</head>
<body>
${textOf(body)}
${isAlone ? `<script>${files.code}</script>\n` : ''}</body>
</html>
`;
}

/** A piece of a page as text. */
export const textOf = (markup: Markup): string => plainQuotes(renderToString(markup as VNode));

const inlinedHead = ({ css }: Inlined): string =>
  `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(iconSvg)}">\n<style>${css}</style>`;

const linkElements = ({ style, icon, feed, canonical }: SiteFiles): Markup =>
  html`<link rel="icon" href=${icon}/><link rel="stylesheet" href=${style}/>${canonical !== undefined && html`<link rel="canonical" href=${canonical}/>`}${feed !== undefined && html`<link rel="alternate" type="application/atom+xml" title="Changes" href=${feed}/>`}`;

/** What a Content-Security-Policy calls an inline element whose content is exactly this text. */
const policyHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Rendered markup with quotation marks of its text as they are: an escape is six characters instead of one, and most text here is
 * JSON. Within a tag they end an attribute's value and stay escaped.
 *
 * @param markup what the renderer wrote: attributes in double quotes, and no `<` but that of a tag
 */
export const plainQuotes = (markup: string): string =>
  markup.replace(/(<[^>"]*(?:"[^"]*"[^>"]*)*>)|&quot;/g, (_, tag: string | undefined) => tag ?? '"');
