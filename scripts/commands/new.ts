import { Command } from 'commander';
import { UserError } from '../../lib/user-error.ts';
import type { NewThing } from '../new/scaffold.ts';

/** What can be made. */
const kinds = ['adapter', 'tool', 'check'] as const;

/** Makes what CONTRIBUTING.md begins with. */
export const newCommand = new Command('new')
  .description('create the files of a new adapter, tool or check')
  .argument('<kind>', 'adapter, tool or check')
  .argument('<id>', 'id, such as web-search; of an adapter its implementation, such as ai-sdk')
  .argument('[provider-api]', 'of an adapter, such as anthropic')
  .option('--dry-run', 'print the files, and write nothing')
  .addHelpText(
    'after',
    `
adapter  its cases fail, each with what to write next
tool     a matrix row, unknown on every provider API, and a scenario file
check    compares nothing yet

No file is overwritten. The new files pass npm run lint, npm run check and atc lint.
No case passes yet.

Examples:
  npm run atc -- new adapter mine anthropic
  npm run atc -- new tool calendar --dry-run
  npm run atc -- new check polite-responses`,
  )
  .action(
    async (
      kind: string,
      id: string,
      providerApi: string | undefined,
      { dryRun }: { dryRun?: true },
      command: Command,
    ) => {
      const thing = await thingOf(kind, id, providerApi);
      const [{ make }, { repositoryFolder }] = await Promise.all([
        import('../new/scaffold.ts'),
        import('../../spec/engine/discover.ts'),
      ]);
      const { create, edit, next } = await make(thing, repositoryFolder, dryRun ?? false);
      const lines = [
        ...Object.keys(create).map((path) => `new      ${path}`),
        ...Object.keys(edit).map((path) => `changed  ${path}`),
        ...(dryRun ? ['nothing was written'] : ['', 'Next:', ...next.map((line) => `  → ${line}`)]),
      ];
      command.configureOutput().writeOut?.(`${lines.join('\n')}\n`);
    },
  );

async function thingOf(asked: string, id: string, providerApi: string | undefined): Promise<NewThing> {
  const kind = kinds.find((each) => each === asked);
  if (kind === undefined) {
    const { didYouMean } = await import('../../lib/did-you-mean.ts');
    throw new UserError(`unknown kind "${asked}"`, { hint: didYouMean(asked, kinds) });
  }
  if (kind === 'adapter') {
    if (providerApi !== undefined) return { kind, implementation: id, providerApi };
    throw new UserError('an adapter needs a provider API', { hint: `atc new adapter ${id} anthropic` });
  }
  if (providerApi !== undefined) {
    throw new UserError(`a ${kind} has no provider API`, { hint: `atc new ${kind} ${id}` });
  }
  return kind === 'tool' ? { kind, id, asOf: new Date().toISOString().slice(0, 10) } : { kind, id };
}
