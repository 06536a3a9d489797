import { Command } from 'commander';

/** Claim → evidence → exchanges → facts → checks → verdict, in the terminal. */
export const explainCommand = new Command('explain')
  .description('explain a cell or a case of the last run, from the claim to the verdict')
  .argument('<id>', 'a cell, <tool>/<provider API>, or a case, <adapter>/<tool>/<scenario>/<mode>')
  .option('--out <folder>', 'where the results lie', 'reports/out')
  .option('--json', 'JSON instead of text: the cell, its cases, and what was seen of each, uncut')
  .addHelpText(
    'after',
    `
Examples:
  npm run atc -- explain function-calling/anthropic
  npm run atc -- explain reference-anthropic/function-calling/single-call/stream
  npm run --silent atc -- explain function-calling/anthropic --json

Exit codes: 0 explained, whatever the verdict; 2 the input is wrong, or there are no results.`,
  )
  .action(async (id: string, { out, json }: { out: string; json?: true }, command: Command) => {
    const [{ resolve }, { colours }, { readResults }, { EvidenceReader }, { explain, explained }] = await Promise.all([
      import('node:path'),
      import('../colours.ts'),
      import('../../reports/results/store.ts'),
      import('../../reports/results/evidence-files.ts'),
      import('../../reports/explain/explain.ts'),
    ]);
    const results = await readResults(resolve(out));
    const reader = new EvidenceReader(resolve(out), results);
    const evidence = { get: (sha256: string) => reader.read(sha256) };
    command
      .configureOutput()
      .writeOut?.(
        json
          ? `${JSON.stringify(explained(id, results, evidence), null, 2)}\n`
          : `${explain(id, results, evidence, colours)}\n`,
      );
  });
