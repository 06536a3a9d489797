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
  .description('serve real traffic from CORPUS_DIR to adapters and compare every fact')
  .option('--provider <id>', 'only this provider API, such as anthropic')
  .option('--adapter <implementation>', 'whose adapters read it', 'reference')
  .option('--shapes', 'instead, list events, blocks and members of real answers that no cassette has')
  .option('--schemas', 'instead, hold requests and answers against the providers’ own types and rules')
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

Exit codes: 0 all that was read was read whole; 1 something was lost, changed or invented, an adapter failed, or nothing
was read; with --shapes, 1 where a shape that no cassette has is without a reason in spec/corpus/uncovered-shapes.yaml, or a reason is
needless; with --schemas, 1 where 1 % or more of the exchanges are refused, or one without a reason in
spec/corpus/known-schema-violations.yaml; 2 the input is wrong.`,
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
    const { readCorpusWith } = await import('../read-corpus.ts');
    const { text, exitCode } = await readCorpusWith({
      directories: process.env.CORPUS_DIR,
      provider,
      implementation: adapter,
      json: json ?? false,
    });
    write(text);
    if (exitCode !== 0) process.exitCode = exitCode;
  });
