import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { html, type Markup } from './markup.ts';
import { policyHash, stylesheet } from './stylesheet.ts';

/** What makes a page, but for what every page has. */
export interface DocumentParts {
  readonly title: string;
  readonly body: Markup;
  /** A script of this project's own, inlined; the page is whole without it. */
  readonly script?: string | undefined;
}

/** A half-filled circle, so that no browser asks a server for an icon. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6" fill="#fff" stroke="#0c6339" stroke-width="2"/><path d="M8 2a6 6 0 0 1 0 12z" fill="#0c6339"/></svg>',
)}`;

/**
 * A whole HTML document. Pure.
 *
 * A browser may apply its one style, run its one script, each known by hash, and show the icon that stands in the page
 * itself; nothing else. Nothing is fetched and nothing can be sent, whatever a provider wrote into a recording.
 */
export function documentOf({ title, body, script }: DocumentParts): string {
  const scripts = script === undefined ? '' : ` script-src ${policyHash(script)};`;
  const policy = `default-src 'none'; style-src ${policyHash(stylesheet)};${scripts} img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Agent Tools Conformance">
${renderToString(html`<title>${title}</title>` as VNode)}
<link rel="icon" href="${icon}">
<style>${stylesheet}</style>
</head>
${renderToString(body as VNode)}${script === undefined ? '' : `\n<script type="module">${script}</script>`}
</html>
`;
}
