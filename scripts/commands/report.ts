import { Command } from 'commander';

interface ReportOptions {
  readonly out: string;
}

/** Makes the page of a run again, from the results on disk: nothing is replayed and nothing judged. */
export const reportCommand = new Command('report')
  .description('make the HTML report again from the results of the last run')
  .option('--out <folder>', 'where results.json and evidence/ lie, and index.html goes', 'reports/out')
  .addHelpText(
    'after',
    `
Examples:
  npm run atc -- report
  npm run atc -- report --out reports/out

Exit codes: 0 written, whatever the results say; 2 there are no results there, or they cannot be read.`,
  )
  .action(async ({ out }: ReportOptions, command: Command) => {
    const { renderReport } = await import('../../reports/html/render.ts');
    await renderReport(out);
    command.configureOutput().writeOut?.(`report: ${out}/index.html\n`);
  });
