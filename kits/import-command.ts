import { Command } from 'commander';
import { folder } from './init.ts';

interface ImportOptions {
  readonly format?: string;
  readonly name?: string;
  readonly out: string;
  readonly yes?: true;
}

/** Cases out of recordings, in a folder of the repository that has the package. */
export const importCommand = new Command('import')
  .description('make cases of recordings (HAR, VCR, nock, …)')
  .argument('<provider-api>', 'whose responses they have')
  .argument('<file...>', 'recordings, in this order')
  .option('--format <id>', 'format of the files (default: by content)')
  .option('--name <id>', 'start of the ids of cases (default: name of the file)')
  .option('--out <folder>', 'folder of cases', `${folder}/recorded`)
  .option('--yes', 'write them without asking')
  .addHelpText(
    'after',
    `
Splits the conversations, and prints what is wrong with them and the cases that they
propose. A kit plays what is written: recorded: '${folder}/recorded'.

Examples:
  npm run atc -- record import openai-chat session.har`,
  )
  .action(async (pattern: string, files: string[], options: ImportOptions, command: Command) => {
    const { format, name, out: into, yes = 'ask' } = options;
    const [{ importCases }, { providerApiNamed }] = await Promise.all([
      import('../scripts/import/cases.ts'),
      import('../scripts/find-scenario.ts'),
    ]);
    const print = (text: string) => command.configureOutput().writeOut?.(text);
    await importCases({ providerApi: providerApiNamed(pattern), files, format, into, name, write: yes, print });
  });
