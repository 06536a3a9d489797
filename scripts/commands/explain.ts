import { Command } from 'commander';

/** Claim → evidence → exchanges → facts → checks → verdict, in the terminal. */
export const explainCommand = new Command('explain')
  .description('explain a cell or a case of the last run, from the claim to the verdict')
  .argument('<id>', 'a cell, <tool>/<provider API>, or a case, <adapter>/<tool>/<scenario>/<mode>')
  .option('--out <folder>', 'where the results lie', 'reports/out')
  .addHelpText(
    'after',
    `
Examples:
  npm run atc -- explain function-calling/anthropic
  npm run atc -- explain reference-anthropic/function-calling/single-call/stream`,
  )
  .action(async (id: string, { out }: { out: string }) => {
    const { resolve } = await import('node:path');
    const { default: picocolors } = await import('picocolors');
    const { readEvidence, readResults } = await import('../../reports/results/store.ts');
    const { explain } = await import('../../reports/explain/explain.ts');
    const results = await readResults(resolve(out));
    const evidence = await readEvidence(resolve(out), results);
    process.stdout.write(`${explain(id, results, evidence, picocolors)}\n`);
  });
