import { Command } from 'commander';
import { jsonOption, outOption } from '../global-options.ts';

interface AcceptOptions {
  readonly out: string;
  readonly json?: true;
}

const print = (command: Command, json: true | undefined, data: unknown, text: () => string): void =>
  command.configureOutput().writeOut?.(json ? `${JSON.stringify(data, null, 2)}\n` : text());

/** Apart from the list: who has the package alone has a file, and knows what is in it. */
export const acceptCommand = new Command('accept')
  .description('update what known issues cover, from the last run')
  .argument('[issue]', '<adapter>/<id>: cover the groups that are named')
  .argument('[group...]', 'with an issue: a check, or <check>:<group>')
  .addOption(outOption())
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Removes passing groups from "covers". A group that fails in other trials stays with
its known issue. Titles, causes and comments stay as they are. A .yaml file in the
place of an issue is an exceptions file of an earlier version: it is converted.

Examples:
  npm run atc -- known-issues accept
  npm run atc -- known-issues accept langchain-anthropic/usage-in-streams returns-usage
  npm run atc -- known-issues accept exceptions.yaml`,
  )
  .action(async (issue: string | undefined, groups: string[], { out, json }: AcceptOptions, command: Command) => {
    const { readResults } = await import('../../reports/results/store.ts');
    if (issue !== undefined && /\.ya?ml$/.test(issue)) {
      const { fromExceptions } = await import('../known-issues/from-exceptions.ts');
      const written = await fromExceptions(issue, await readResults(out));
      print(command, json, written, () =>
        Object.entries(written)
          .map(([file, n]) => `${file}: ${n} entries\n`)
          .join(''),
      );
      return;
    }
    const known = await import('../known-issues/accept.ts');
    const done = await known.accept(await readResults(out), issue === undefined ? undefined : { issue, groups });
    const left = Object.entries(done.uncovered);
    print(command, json, done, () =>
      [
        ...left.map(([name, cases]) => `not covered: ${name} (${cases} times)`),
        `${done.added} added, ${done.removed} removed${done.written.length > 0 ? ` in ${done.written.join(', ')}` : ''}\n`,
      ].join('\n'),
    );
    process.exitCode = left.length === 0 ? 0 : 1;
  });

const list = new Command('list')
  .description('list known issues, or show all of one')
  .argument('[which]', 'implementation, adapter, or <adapter>/<id> (default: all)')
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Each has impact, title, evidence, upstream state and cases; one of them, all it says.

Examples:
  npm run atc -- known-issues list langchain
  npm run atc -- known-issues list langchain-anthropic/usage-in-streams`,
  )
  .action(async (which: string | undefined, { json }: { json?: true }, command: Command) => {
    const [{ issueRow, knownIssue, knownIssues, listText, showText }, { colours }] = await Promise.all([
      import('../known-issues/list.ts'),
      import('../terminal-colors.ts'),
    ]);
    if (which?.includes('/')) {
      const issue = await knownIssue(which);
      print(command, json, issue, () => showText(issue));
      return;
    }
    const issues = await knownIssues(which);
    print(command, json, issues.map(issueRow), () => listText(issues, colours));
  });

/** Known issues of libraries, and what they cover. */
export const knownIssuesCommand = new Command('known-issues')
  .description('list known issues, or accept what a run found')
  .addCommand(acceptCommand)
  .addCommand(list)
  .addOption(outOption())
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Examples:
  npm run atc -- known-issues list
  npm run atc -- known-issues list langchain-anthropic/usage-in-streams
  npm run atc -- known-issues accept`,
  );
