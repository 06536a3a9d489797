import { Command } from 'commander';

interface CorpusOptions {
  readonly provider?: string;
  readonly adapter: string;
  readonly json?: true;
  readonly shapes?: true;
  readonly schemas?: true;
}

/** Real traffic, read by adapters: what they lose of it, or change. */
export const corpusCommand = new Command('corpus')
  .description('replay real traffic through adapters and compare every fact')
  .option('--provider <id>', 'only this provider API')
  .option('--adapter <implementation>', 'implementation whose adapters run', 'reference')
  .option('--shapes', 'list events, blocks and members that no cassette has')
  .option('--schemas', 'check requests and responses by the providers’ types and rules')
  .option('--json', 'JSON instead of a table')
  .addHelpText(
    'after',
    `
CORPUS_DIR lists the directories that hold a folder of recordings per provider API, with the system's path separator (: or ;)
between them. They are read as one corpus.

Examples:
  CORPUS_DIR=corpus npm run corpus -- --provider anthropic
  CORPUS_DIR=corpus:more npm run corpus -- --shapes
  CORPUS_DIR=corpus npm run corpus -- --schemas --provider anthropic
  CORPUS_DIR=corpus npm run corpus -- --json

It fails if a fact is lost, changed or invented, if an adapter fails, or if there is nothing to read; with --shapes, on a shape without a
reason in spec/corpus/uncovered-shapes.yaml, or a reason without a shape; with --schemas, on 1 % or more rejected exchanges, or one without a
reason in spec/corpus/known-schema-violations.yaml.`,
  )
  .action(async ({ provider, adapter, json, shapes, schemas }: CorpusOptions, command: Command) => {
    const write = (text: string) => command.configureOutput().writeOut?.(text);
    if (shapes) {
      const { compareShapesOf } = await import('../compare-shapes.ts');
      const outcome = await compareShapesOf(process.env.CORPUS_DIR, provider, json ?? false);
      write(outcome.text);
      if (outcome.exitCode !== 0) process.exitCode = outcome.exitCode;
      return;
    }
    if (schemas) {
      const { compareSchemasOf } = await import('../compare-schemas.ts');
      const outcome = await compareSchemasOf(process.env.CORPUS_DIR, provider, json ?? false);
      write(outcome.text);
      if (outcome.exitCode !== 0) process.exitCode = outcome.exitCode;
      return;
    }
    const { compareCorpusWith } = await import('../compare-corpus.ts');
    const { text, exitCode } = await compareCorpusWith({
      directories: process.env.CORPUS_DIR,
      provider,
      implementation: adapter,
      json: json ?? false,
    });
    write(text);
    if (exitCode !== 0) process.exitCode = exitCode;
  });
