import { Command } from 'commander';
import { UserError } from '../../lib/user-error.ts';
import { badgeCommand } from './badge.ts';
import { matrixCommand } from './matrix.ts';

interface ReportOptions {
  readonly out: string;
  readonly site?: string;
  readonly baseUrl?: string;
  readonly keep?: string;
  readonly history?: string;
  readonly against?: string;
  readonly json?: true;
}

/** Makes the page of a run again, or the site, or keeps the run, from the results on disk: nothing is replayed and nothing judged. */
export const reportCommand = new Command('report')
  .description(
    'make the HTML report again from the results of the last run, a site of many pages, a badge or the table, or keep the run',
  )
  .addCommand(badgeCommand)
  .addCommand(matrixCommand)
  .option('--out <folder>', 'where results.json and evidence/ lie, and index.html goes', 'reports/out')
  .option('--site <folder>', 'instead of the one page, make the site, in an empty folder or one of an earlier site')
  .option('--base-url <address>', 'where the site will be served: for its sitemap, badges and canonical addresses')
  .option(
    '--keep <folder>',
    'keep of the run what trends and comparisons need, in a folder of such runs, before anything is made',
  )
  .option('--history <folder>', 'a folder of archived runs, for the site to show and to compare with')
  .option('--against <results>', 'say in the page what has changed since: a results.json, or a folder that holds one')
  .option('--json', 'print what was written as JSON')
  .addHelpText(
    'after',
    `
Examples:
  npm run atc -- report
  npm run atc -- report --out reports/out
  npm run atc -- report --against ../main/reports/out
  npm run atc -- report --site public
  npm run atc -- report --site public --base-url https://example.org/conformance/
  npm run atc -- report --keep kept-runs
  npm run atc -- report badge --tool web-search
  npm run atc -- report matrix
  npm run atc -- report --keep kept-runs --history kept-runs --site public

Exit codes: 0 written, whatever the results say; 2 there are no results there, or they cannot be read or written.`,
  )
  .action(async ({ out, site, baseUrl, keep, history, against, json }: ReportOptions, command: Command) => {
    const written: Written = {};
    if (against !== undefined && (site !== undefined || keep !== undefined)) {
      throw new UserError('--against is for the one page', {
        hint: 'a site tells what has changed since kept runs: --history <folder>',
      });
    }
    if (keep !== undefined) {
      const { archiveLastRun } = await import('../../reports/history/archived-run.ts');
      written.kept = await archiveLastRun(out, keep);
    }
    if (site !== undefined) {
      const [{ renderSite }, { repositoryOf }] = await Promise.all([
        import('../../reports/site/render.ts'),
        import('../../reports/site/contest.ts'),
      ]);
      written.site = `${site}/index.html`;
      written.files = await renderSite(out, site, { baseUrl, history, repository: repositoryOf(process.env) });
    }
    if (site === undefined && keep === undefined) {
      const { renderReport } = await import('../../reports/html/render.ts');
      await renderReport(out, against);
      written.report = `${out}/index.html`;
    }
    command.configureOutput().writeOut?.(json ? `${JSON.stringify(written, null, 2)}\n` : textOf(written));
  });

/** What was written, and where. */
interface Written {
  kept?: string;
  site?: string;
  /** How many files of the site. */
  files?: number;
  report?: string;
}

function textOf({ kept, site, files, report }: Written): string {
  return [
    ...(kept === undefined ? [] : [`kept: ${kept}\n`]),
    ...(site === undefined ? [] : [`site: ${site}, ${files} files\n`]),
    ...(report === undefined ? [] : [`report: ${report}\n`]),
  ].join('');
}
