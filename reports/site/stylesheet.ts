import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stylesheet } from '../html/stylesheet.ts';

const parts = ['frame', 'tables', 'pages', 'implementations'];

/** The one style of the site: that of the report, then what only pages of a site have. */
export const siteStylesheet: string = [
  stylesheet,
  ...parts.map((part) => readFileSync(join(import.meta.dirname, 'style', `${part}.css`), 'utf8')),
].join('\n');

/** Its file: another name whenever it is another style, so that no cache shows a page in an old one. */
export const styleFile = `style-${hash('sha256', siteStylesheet).slice(0, 16)}.css`;
