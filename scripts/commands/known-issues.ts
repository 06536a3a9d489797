import { Command } from 'commander';

interface AcceptOptions {
  readonly from?: string;
  readonly out: string;
  readonly json?: true;
}

const print = (command: Command, json: true | undefined, data: unknown, text: () => string): void =>
  command.configureOutput().writeOut?.(json ? `${JSON.stringify(data, null, 2)}\n` : text());

const accept = new Command('accept')
  .description('update what known issues cover, from the last run')
  .argument('[issue]', '<adapter>/<id>: cover the failing groups that are named')
  .argument('[group...]', 'with an issue: a check, or <check>:<group>')
  .option('--from <file>', 'convert an exceptions file of an earlier version')
  .option('--out <folder>', 'folder of the run', 'reports/out')
  .option('--json', 'JSON instead of text')
  .addHelpText(
    'after',
    `
Removes passing groups from "covers". A group that fails in other trials stays with its known issue. Titles, causes and comments
stay as they are.

Examples:
  npm run atc -- known-issues accept
  npm run atc -- known-issues accept langchain-anthropic/usage-in-streams returns-usage
  npm run atc -- known-issues accept --from exceptions.yaml`,
  )
  .action(async (issue: string | undefined, groups: string[], { from, out, json }: AcceptOptions, command: Command) => {
    const { readResults } = await import('../../reports/results/store.ts');
    if (from !== undefined) {
      const { fromExceptions } = await import('../known-issues/from-exceptions.ts');
      const written = await fromExceptions(from, await readResults(out));
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
  .description('list known issues: impact, title, evidence, upstream state, cases')
  .argument('[library]', 'implementation or adapter (default: all)')
  .option('--json', 'JSON instead of text')
  .addHelpText('after', '\nExamples:\n  npm run atc -- known-issues list langchain')
  .action(async (of: string | undefined, { json }: { json?: true }, command: Command) => {
    const [{ issueRow, knownIssues, listText }, { colours }] = await Promise.all([
      import('../known-issues/list.ts'),
      import('../terminal-colors.ts'),
    ]);
    const issues = await knownIssues(of);
    print(command, json, issues.map(issueRow), () => listText(issues, colours));
  });

const show = new Command('show')
  .description('show one known issue')
  .argument('<issue>', '<adapter>/<id>')
  .option('--json', 'JSON instead of text')
  .addHelpText('after', '\nExamples:\n  npm run atc -- known-issues show langchain-anthropic/usage-in-streams')
  .action(async (address: string, { json }: { json?: true }, command: Command) => {
    const { knownIssue, showText } = await import('../known-issues/list.ts');
    const issue = await knownIssue(address);
    print(command, json, issue, () => showText(issue));
  });

/** Known issues of libraries, and what they cover. */
export const knownIssuesCommand = new Command('known-issues')
  .description('list known issues, show one, or accept what a run found')
  .addCommand(accept)
  .addCommand(list)
  .addCommand(show)
  .addHelpText(
    'after',
    `
Examples:
  npm run atc -- known-issues list
  npm run atc -- known-issues show langchain-anthropic/usage-in-streams
  npm run atc -- known-issues accept`,
  );
