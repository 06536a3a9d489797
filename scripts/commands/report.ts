import { Command } from 'commander';
import { UserError } from '../../lib/user-error.ts';
import { badgeCommand } from './badge.ts';
import { matrixCommand } from './matrix.ts';

interface ReportOptions {
  readonly out: string;
  readonly site?: string;
  readonly baseUrl?: string;
  readonly archive?: string;
  readonly history?: string;
  readonly compareTo?: string;
  readonly json?: true;
}

/** Makes the page of a run again, or the site, or archives the run, from the results on disk: nothing is replayed and nothing judged. */
export const reportCommand = new Command('report')
  .description('write the report, a site, a badge or the table from results')
  .addCommand(badgeCommand)
  .addCommand(matrixCommand)
  .option('--out <folder>', 'folder of the run, and of index.html', 'reports/out')
  .option('--site <folder>', 'write the site into this folder, instead of one page')
  .option('--base-url <address>', 'address of the site, for its sitemap, badges and canonical links')
  .option('--archive <folder>', 'first store this run for trends and comparisons')
  .option('--history <folder>', 'archived runs for the site')
  .option('--compare-to <results>', 'show changes since these results, a file or a run folder')
  .option('--json', 'JSON instead of text')
  .addHelpText(
    'after',
    `
Examples:
  npm run atc -- report
  npm run atc -- report --out reports/out
  npm run atc -- report --compare-to ../main/reports/out
  npm run atc -- report --site public
  npm run atc -- report --site public --base-url https://example.org/conformance/
  npm run atc -- report --archive runs
  npm run atc -- report badge --tool web-search
  npm run atc -- report matrix
  npm run atc -- report --archive runs --history runs --site public`,
  )
  .action(async ({ out, site, baseUrl, archive, history, compareTo, json }: ReportOptions, command: Command) => {
    const written: Written = {};
    if (compareTo !== undefined && (site !== undefined || archive !== undefined)) {
      throw new UserError('--compare-to applies to the one page only', {
        hint: 'for a site, use --history <folder>',
      });
    }
    if (archive !== undefined) {
      const { archiveLastRun } = await import('../../reports/history/archived-run.ts');
      written.archived = await archiveLastRun(out, archive);
    }
    if (site !== undefined) {
      const [{ renderSite }, { repositoryOf }] = await Promise.all([
        import('../../reports/site/render.ts'),
        import('../../reports/site/contest.ts'),
      ]);
      written.site = `${site}/index.html`;
      written.files = await renderSite(out, site, { baseUrl, history, repository: repositoryOf(process.env) });
    }
    if (site === undefined && archive === undefined) {
      const { renderReport } = await import('../../reports/html/render.ts');
      await renderReport(out, compareTo);
      written.report = `${out}/index.html`;
    }
    command.configureOutput().writeOut?.(json ? `${JSON.stringify(written, null, 2)}\n` : textOf(written));
  });

/** What was written, and where. */
interface Written {
  archived?: string;
  site?: string;
  /** How many files of the site. */
  files?: number;
  report?: string;
}

function textOf({ archived, site, files, report }: Written): string {
  return [
    ...(archived === undefined ? [] : [`archived: ${archived}\n`]),
    ...(site === undefined ? [] : [`site: ${site}, ${files} files\n`]),
    ...(report === undefined ? [] : [`report: ${report}\n`]),
  ].join('');
}
