import type { ListedIssue } from '../../../spec/results/schema.ts';

/**
 * The address of a form in which a known issue can be contested: an issue of this project's repository, filled in so far. Pure.
 *
 * @see https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/creating-an-issue#creating-an-issue-from-a-url-query
 */
export function contestAddress({ adapter, id, title, place }: ListedIssue, repository: string): string {
  const body = `${place} says:\n> ${title}\n\nWhat is wrong with it, and where that can be seen:\n`;
  return `${repository}/issues/new?${new URLSearchParams({ title: `Contested: ${adapter}/${id}`, labels: 'contested', body })}`;
}
