import type { ListedIssue } from '../../spec/results/schema.ts';

/** The repository of which a workflow runs, by the variables that GitHub Actions sets; undefined elsewhere. */
export function repositoryOf({
  GITHUB_SERVER_URL: server,
  GITHUB_REPOSITORY: name,
}: NodeJS.ProcessEnv): string | undefined {
  const address = `${server}/${name}`;
  return server?.startsWith('https://') && name && URL.canParse(address) ? address : undefined;
}

/**
 * The address of a form in which a known issue can be contested: an issue of this project's repository, filled in so far. Pure.
 *
 * @param page the address of the known issue on the site, where the site knows its own
 * @see https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/creating-an-issue#creating-an-issue-from-a-url-query
 */
export function contestAddress(
  { adapter, id, title, evidence, cause, versions, place }: ListedIssue,
  repository: string,
  page: string | undefined,
): string {
  const said = [
    `The known issue \`${adapter}/${id}\` (${place}) says:`,
    `> ${title}`,
    `> Cause: ${cause}`,
    `> Evidence: ${evidence.grade}, ${evidence.source}`,
    ...(versions ? [`> Seen in ${versions.seen}`] : []),
    ...(page === undefined ? [] : ['', page]),
    '',
    'What is wrong with it (it is not so, there is a documented way, it is by design):',
    '',
    'Where that can be seen (documentation, source, a request with its response):',
    '',
  ];
  const asked = new URLSearchParams({
    title: `Contested: ${adapter}/${id}`,
    labels: 'contested',
    body: said.join('\n'),
  });
  return `${repository}/issues/new?${asked}`;
}
