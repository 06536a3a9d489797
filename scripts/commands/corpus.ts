import { Command } from 'commander';

interface CorpusOptions {
  readonly provider?: string;
  readonly adapter: string;
  readonly json?: true;
}

/** Real traffic, read by adapters: what they lose of it, or change. */
export const corpusCommand = new Command('corpus')
  .description('serve real traffic from CORPUS_DIR to adapters and compare every fact')
  .option('--provider <id>', 'only this provider API, such as anthropic')
  .option('--adapter <implementation>', 'whose adapters read it', 'reference')
  .option('--json', 'JSON instead of a table')
  .addHelpText(
    'after',
    `
CORPUS_DIR names a folder that holds a folder of recordings per provider API.

Examples:
  CORPUS_DIR=corpus npm run atc -- corpus --provider anthropic
  CORPUS_DIR=corpus npm run atc -- corpus --json

Exit codes: 0 all that was read was read whole; 1 something was lost, changed or invented, an adapter failed, or nothing
was read; 2 the input is wrong.`,
  )
  .action(async ({ provider, adapter, json }: CorpusOptions, command: Command) => {
    const { readCorpusWith } = await import('../read-corpus.ts');
    const { text, exitCode } = await readCorpusWith({
      directory: process.env.CORPUS_DIR,
      provider,
      implementation: adapter,
      json: json ?? false,
    });
    command.configureOutput().writeOut?.(text);
    if (exitCode !== 0) process.exitCode = exitCode;
  });
