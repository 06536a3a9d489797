import { Command } from 'commander';

interface ReportOptions {
  readonly out: string;
  readonly site?: string;
  readonly baseUrl?: string;
}

/** Makes the page of a run again, or the site, from the results on disk: nothing is replayed and nothing judged. */
export const reportCommand = new Command('report')
  .description('make the HTML report again from the results of the last run, or the site of many pages')
  .option('--out <folder>', 'where results.json and evidence/ lie, and index.html goes', 'reports/out')
  .option('--site <folder>', 'instead of the one page, make the site, in an empty folder or one of an earlier site')
  .option('--base-url <address>', 'where the site will be served: for its sitemap, badges and canonical addresses')
  .addHelpText(
    'after',
    `
Examples:
  npm run atc -- report
  npm run atc -- report --out reports/out
  npm run atc -- report --site public
  npm run atc -- report --site public --base-url https://example.org/conformance/

Exit codes: 0 written, whatever the results say; 2 there are no results there, or they cannot be read or written.`,
  )
  .action(async ({ out, site, baseUrl }: ReportOptions, command: Command) => {
    const say = (line: string) => command.configureOutput().writeOut?.(`${line}\n`);
    if (site === undefined) {
      const { renderReport } = await import('../../reports/html/render.ts');
      await renderReport(out);
      say(`report: ${out}/index.html`);
      return;
    }
    const { renderSite } = await import('../../reports/site/render.ts');
    const files = await renderSite(out, site, { baseUrl });
    say(`site: ${site}/index.html, ${files} files`);
  });
