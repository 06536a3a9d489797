import { Command } from 'commander';
import type { NewThing } from '../new/scaffold.ts';

interface NewOptions {
  readonly dryRun?: true;
  readonly json?: true;
}

/** One of the things that can be made. */
function kind(name: NewThing['kind'], does: string, after: string): Command {
  return new Command(name)
    .description(does)
    .option('--dry-run', 'print the files, and write nothing')
    .option('--json', 'JSON instead of text')
    .addHelpText('after', `\n${after}`);
}

async function made(thing: NewThing, { dryRun, json }: NewOptions, command: Command): Promise<void> {
  const [{ make }, { repositoryFolder }] = await Promise.all([
    import('../new/scaffold.ts'),
    import('../../spec/engine/discover.ts'),
  ]);
  const { create, edit, next } = await make(thing, repositoryFolder, dryRun ?? false);
  const files = { created: Object.keys(create), changed: Object.keys(edit) };
  const text = [
    ...files.created.map((path) => `new      ${path}`),
    ...files.changed.map((path) => `changed  ${path}`),
    ...(dryRun ? ['nothing was written'] : ['', 'Next:', ...next.map((line) => `  → ${line}`)]),
  ].join('\n');
  const told = { written: !dryRun, ...files, next };
  command.configureOutput().writeOut?.(json ? `${JSON.stringify(told, null, 2)}\n` : `${text}\n`);
}

const adapter = kind(
  'adapter',
  'create an adapter; its cases fail, each with what to write next',
  'Examples:\n  npm run atc -- new adapter mine anthropic\n  npm run atc -- new adapter mine anthropic --dry-run',
)
  .argument('<implementation>', 'library, such as ai-sdk')
  .argument('<provider-api>', 'provider API, such as anthropic')
  .action((implementation: string, providerApi: string, options: NewOptions, command: Command) =>
    made({ kind: 'adapter', implementation, providerApi }, options, command),
  );

const tool = kind(
  'tool',
  'create a matrix row, unknown on every provider API, and a scenario file',
  'Examples:\n  npm run atc -- new tool calendar\n  npm run atc -- new tool calendar --dry-run',
)
  .argument('<id>', 'id, such as web-search')
  .action((id: string, options: NewOptions, command: Command) =>
    made({ kind: 'tool', id, asOf: new Date().toISOString().slice(0, 10) }, options, command),
  );

const check = kind(
  'check',
  'create a check that compares nothing yet',
  'Examples:\n  npm run atc -- new check polite-responses\n  npm run atc -- new check polite-responses --dry-run',
)
  .argument('<id>', 'id, such as returns-function-calls')
  .action((id: string, options: NewOptions, command: Command) => made({ kind: 'check', id }, options, command));

/** Makes what CONTRIBUTING.md begins with. */
export const newCommand = new Command('new')
  .description('create the files of a new adapter, tool or check')
  .addCommand(adapter)
  .addCommand(tool)
  .addCommand(check)
  .addHelpText(
    'after',
    `
No file is overwritten. The new files pass npm run lint, npm run check and atc lint, and no case passes yet.

Examples:
  npm run atc -- new adapter mine anthropic
  npm run atc -- new tool calendar --dry-run
  npm run atc -- new check polite-responses`,
  );
