import { Command } from 'commander';

interface AcceptOptions {
  readonly from?: string;
  readonly out: string;
  readonly json?: true;
}

const print = (command: Command, json: true | undefined, data: unknown, text: () => string): void =>
  command.configureOutput().writeOut?.(json ? `${JSON.stringify(data, null, 2)}\n` : text());

const accept = new Command('accept')
  .description('write what known issues cover, from the last run')
  .argument('[issue]', '<adapter>/<id>: add what failed, as far as it is named or covered elsewhere')
  .argument('[group...]', 'with an issue: a check, or <check>:<group>')
  .option('--from <file>', 'make known issues of an exceptions file, beside it')
  .option('--out <folder>', 'the folder of the run', 'reports/out')
  .option('--json', 'JSON instead of text')
  .addHelpText(
    'after',
    `
What passed is taken out of "covers"; what failed in another trial than before stays with its known issue. Titles, causes and comments are
yours, and stay.

Examples:
  npm run atc -- known-issues accept
  npm run atc -- known-issues accept langchain-anthropic/usage-in-streams returns-usage
  npm run atc -- known-issues accept --from exceptions.yaml

Exit codes: 0 all that failed is covered; 1 something is not; 2 the input is wrong.`,
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
  .argument('[library]', 'an implementation or an adapter; all, unless told')
  .option('--json', 'JSON instead of text')
  .addHelpText(
    'after',
    '\nExamples:\n  npm run atc -- known-issues list langchain\n\nExit codes: 0 listed; 2 the input is wrong.',
  )
  .action(async (of: string | undefined, { json }: { json?: true }, command: Command) => {
    const [{ issueRow, knownIssues, listText }, { colours }] = await Promise.all([
      import('../known-issues/list.ts'),
      import('../terminal-colors.ts'),
    ]);
    const issues = await knownIssues(of);
    print(command, json, issues.map(issueRow), () => listText(issues, colours));
  });

const show = new Command('show')
  .description('show all that is known of one')
  .argument('<issue>', '<adapter>/<id>')
  .option('--json', 'JSON instead of text')
  .addHelpText(
    'after',
    '\nExamples:\n  npm run atc -- known-issues show langchain-anthropic/usage-in-streams\n\nExit codes: 0 shown; 2 the input is wrong.',
  )
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
  npm run atc -- known-issues accept

Exit codes: 0 done; 1 with accept: something that failed is not covered; 2 the input is wrong.`,
  );
