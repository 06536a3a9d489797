/** The command line: `npm run atc -- <command>`. */
import { commandGroups } from './commands/groups.ts';
import * as commands from './commands/index.ts';
import { describeError, type Example, exitCodeOf, main } from './program.ts';

/** Shown below the list of commands. */
const examples: readonly Example[] = [
  ['run', 'replay every case, judge it, and write results and report to reports/out/'],
  ['can-i-use --tool web-search --adapter anthropic', 'ask the last run whether a tool works'],
  ['matrix --as today', 'print the availability table as it stands today'],
  ['lint', 'check the files that people edit'],
];

// A reader that has seen enough (`atc … | head`) ends neither the work nor its verdict.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// What is thrown outside of a command's own promise ends it in the same way.
process.on('uncaughtException', async (error) => {
  process.stderr.write(await describeError(error));
  process.exit(exitCodeOf(error));
});

const io = {
  stdout: (text: string) => void process.stdout.write(text),
  stderr: (text: string) => void process.stderr.write(text),
};
const code = await main(process.argv.slice(2), io, Object.values(commands), {
  examples,
  groups: commandGroups,
  beforeAction: async (command, warn) => (await import('./old-ids.ts')).acceptOldIds(command, warn),
});
// A command that judged and found fault has set its own.
if (code !== 0) process.exitCode = code;
