import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { purpose } from './labels.ts';
import { html, type Markup } from './markup.ts';
import { policyHash, stylesheet } from './stylesheet.ts';
import { plainQuotes } from './unescape-quotes.ts';

/** What makes a page, but for what every page has. */
export interface DocumentParts {
  readonly title: string;
  readonly body: Markup;
  /** A script of this project's own, inlined at the {@link scriptPlace} of the body; the page is whole without it. */
  readonly script?: Script | undefined;
  /** Files that the page needs or goes with, for pages of which there are many. Without them it stands alone. */
  readonly beside?: Beside | undefined;
}

interface Script {
  readonly code: string;
  /** JSON that it reads, as the text of the element `data`. */
  readonly data: string;
}

/** Where files beside a page lie, as addresses relative to it. */
interface Beside {
  /** The one style and the icon, instead of having them in each page. */
  readonly style: string;
  readonly icon: string;
  /** The same as the page says, as JSON. */
  readonly data: string;
  /** The address by which others should know the page, where that is known. */
  readonly canonical?: string | undefined;
}

/** A half-filled circle. */
export const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6" fill="#fff" stroke="#0c6339" stroke-width="2"/><path d="M8 2a6 6 0 0 1 0 12z" fill="#0c6339"/></svg>';

/** The same in the page itself, so that no browser asks a server for an icon. */
const inlineIcon = `data:image/svg+xml,${encodeURIComponent(iconSvg)}`;

/**
 * A whole HTML document. Pure.
 *
 * A browser may apply its one style, run its one script, each known by hash, and show the icon that stands in the page
 * itself; nothing else. Nothing is fetched and nothing can be sent, whatever a provider wrote into a recording. A page with
 * files beside it may have style and pictures from where it comes from itself, too.
 */
export function documentOf({ title, body, script, beside }: DocumentParts): string {
  const scripts = script === undefined ? '' : ` script-src ${policyHash(script.code)};`;
  const [styles, pictures] = beside ? ["'self'", "'self' data:"] : [policyHash(stylesheet), 'data:'];
  const policy = `default-src 'none'; style-src ${styles};${scripts} img-src ${pictures}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Agent Tools Conformance">
<meta name="description" content="${purpose}">
${markupText(html`<title>${title}</title>`)}
${
  beside
    ? markupText(linkElements(beside))
    : `<link rel="icon" href="${inlineIcon}">
<style>${stylesheet}</style>`
}
</head>
${withScript(markupText(body), script)}
</html>
`;
}

function linkElements({ style, icon, data, canonical }: Beside): Markup {
  return html`<link rel="icon" href=${icon}/><link rel="stylesheet" href=${style}/><link rel="alternate" type="application/json" href=${data}/>${canonical !== undefined && html`<link rel="canonical" href=${canonical}/>`}`;
}

const markupText = (markup: Markup): string => plainQuotes(renderToString(markup as VNode));

/**
 * Where the script of a page stands in its body: behind what it works on and before all else, so that nothing is painted that it
 * would change at once. No text of a page can look like it, since in text `<` is escaped.
 */
export const scriptPlace: Markup = html`<template id="script"></template>`;

function withScript(body: string, script: Script | undefined): string {
  const [before = '', after] = body.split('<template id="script"></template>');
  if (after === undefined) return body;
  return `${before}${script === undefined ? '' : scriptElements(script)}${after}`;
}

/** Data first, in which nothing can look like the end of the element. */
const scriptElements = ({ code, data }: Script): string =>
  `<script type="application/json" id="data">${data.replaceAll('<', '\\u003c')}</script><script>${code}</script>`;
