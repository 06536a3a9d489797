import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadMatrix, matrixFolder } from '../load.ts';
import type { Matrix } from '../model.ts';
import type { LintContext } from './rule.ts';

/** The same, and all of it can be assigned. */
type Draft<T> = T extends readonly (infer Item)[]
  ? Draft<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Draft<T[Key]> }
    : T;

/** For tests: the committed matrix, in which nothing is wrong, with one thing changed. */
export async function editedMatrix(edit: (draft: Draft<Matrix>) => void): Promise<Matrix> {
  const draft = structuredClone(await loadMatrix()) as Draft<Matrix>;
  edit(draft);
  return draft;
}

/** For tests: what the committed matrix is compared with. */
export async function committedContext(): Promise<LintContext> {
  const table = (name: string) => readFile(join(matrixFolder, 'fixtures', name), 'utf8');
  return {
    asOf: '2026-11-27',
    adrTables: { 'adr-2025-06-23': await table('adr-2025-06-23.md'), 'adr-draft': await table('adr-draft.md') },
  };
}

/** The column of a draft. */
export function column<C extends { readonly id: string }>(
  matrix: { readonly providers: readonly C[] },
  id: C['id'],
): C {
  const found = matrix.providers.find((p) => p.id === id);
  if (!found) throw new Error(`no column ${id}`);
  return found;
}
