import { relative } from 'node:path';

/** A path as the messages show it: relative to the working directory, with forward slashes. */
export function place(path: string): string {
  const shown = relative(process.cwd(), path);
  return (shown.startsWith('..') ? path : shown).replaceAll('\\', '/');
}
