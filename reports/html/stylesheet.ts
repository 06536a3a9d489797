import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const parts = ['tokens', 'base', 'signs', 'page', 'switches', 'grid', 'cells', 'evidence'];

/** The page's only style: the tokens, then what uses them. A part of the program, so it is read with it. */
export const stylesheet: string = parts
  .map((part) => readFileSync(join(import.meta.dirname, 'style', `${part}.css`), 'utf8'))
  .join('\n');

/** What a Content-Security-Policy calls an inline element whose content is exactly this text. */
export function policyHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
