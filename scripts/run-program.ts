/** A program of commands, from its arguments to its exit code. */
import type { Command } from 'commander';
import { describeError, exitCodeOf, type HelpLayout, main, outliveReaders } from './cli.ts';

/** Runs the command line of this process. */
export async function runProgram(commands: readonly Command[], look: HelpLayout): Promise<void> {
  outliveReaders();

  // What is thrown outside of a command's own promise ends it in the same way.
  process.on('uncaughtException', async (error) => {
    process.stderr.write(await describeError(error));
    process.exit(exitCodeOf(error));
  });

  const io = {
    stdout: (text: string) => void process.stdout.write(text),
    stderr: (text: string) => void process.stderr.write(text),
  };
  const code = await main(process.argv.slice(2), io, commands, {
    beforeAction: async (command, warn) => {
      // What it understands are names. It asks for old ids itself, of cases: to read them takes longer than an answer.
      if (command.name() !== 'can-i-use') await (await import('./renamed-ids.ts')).acceptOldIds(command, warn);
    },
    ...look,
  });
  // A command that judged and found fault has set its own.
  if (code !== 0) process.exitCode = code;
}
