/** What can be mutated: the adapter of a column, or what adapters share. */
import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';

export interface Target {
  readonly id: string;
  /** Globs of the files that are mutated. */
  readonly mutate: readonly string[];
  /** The columns whose cases are asked. */
  readonly columns: readonly ProviderApiId[];
}

/** Tests and what only tests use, and files that only re-export. */
const untouched = ['!**/*.test.ts', '!**/index.ts', '!**/fake-*.ts', '!**/example-columns.ts'];

const below = (folder: string): string[] => [`adapters/reference/${folder}/**/*.ts`, ...untouched];

/** One target per column, and one for what they share: its mutants are asked by the cases of every column. */
export const targets: readonly Target[] = [
  ...providerApiIds.map((id) => ({ id, mutate: below(id), columns: [id] })),
  { id: 'shared', mutate: below('shared'), columns: providerApiIds },
];
