import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const parts = [
  'tokens',
  'base',
  'words',
  'frame',
  'grid',
  'panels',
  'library',
  'case',
  'changes',
  'guide',
  'narrow',
  'print',
];

/** The one style of all pages: the tokens, then what uses them. A part of the program, so it is read with it. */
export const stylesheet: string = parts
  .map((part) => readFileSync(join(import.meta.dirname, 'style', `${part}.css`), 'utf8'))
  .join('\n');
