/** The repository of which a workflow runs, by the variables that GitHub Actions sets; undefined elsewhere. */
export function repositoryOf({
  GITHUB_SERVER_URL: server,
  GITHUB_REPOSITORY: name,
}: NodeJS.ProcessEnv): string | undefined {
  const address = `${server}/${name}`;
  return server?.startsWith('https://') && name && URL.canParse(address) ? address : undefined;
}
