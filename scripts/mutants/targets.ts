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

/** Which columns' adapters use what is shared: all else in `shared/` is used by all. What is used is seen by these cases alone. */
export const shared: Readonly<Record<string, readonly ProviderApiId[]>> = {
  'shared/responses/**': ['openai-responses', 'azure-foundry-v2'],
  'shared/chat/**': ['openai-chat', 'mistral-chat'],
  'shared/mistral/**': ['mistral', 'mistral-chat'],
  'shared/openai/**': ['openai-assistants', 'openai-chat', 'openai-responses', 'azure-foundry-v2'],
  'shared/runs/**': ['openai-assistants', 'azure-foundry-agents'],
  'shared/azure/**': ['azure-foundry-agents', 'azure-foundry-v2'],
  'shared/aws-*': ['bedrock-agents', 'bedrock-converse'],
};

const target = (id: string, mutate: readonly string[], columns: readonly ProviderApiId[]): Target => ({
  id,
  mutate: [...mutate.map((glob) => `adapters/reference/${glob}.ts`), ...untouched],
  columns,
});

/** One target per column, and one for each part that they share: its mutants are asked by the cases of all who use it. */
export const targets: readonly Target[] = [
  ...providerApiIds.map((id) => target(id, [`${id}/**/*`], [id])),
  ...Object.entries(shared).map(([files, columns]) =>
    target(files.replace('/', '-').replace(/\W*$/, ''), [files.replace('**', '**/*')], columns),
  ),
  {
    ...target('shared', ['shared/*'], providerApiIds),
    mutate: [...target('', ['shared/*'], []).mutate, '!**/aws-*.ts'],
  },
];

/** The targets that a column shares with a few others: as much its adapter's as its own files. */
export const sharedBy = (column: string): readonly string[] =>
  targets
    .filter(({ id, columns }) => id !== column && columns.length < providerApiIds.length)
    .filter(({ columns }) => columns.some((one) => one === column))
    .map(({ id }) => id);
