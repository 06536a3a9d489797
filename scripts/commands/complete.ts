import { Command } from 'commander';

/** Asked by shells while a command line is typed; see `completion`. In no list: no one types it. */
export const completeCommand = new Command('__complete')
  .description('print what may stand next, a line each: the text, a tab, what it means')
  .argument('[words...]', 'what is typed behind the name of the program; the last one is not finished; behind --')
  .action(async (words: string[], _: object, command: Command) => {
    const [{ complete }, { knownValues }] = await Promise.all([
      import('../completion/complete.ts'),
      import('../completion/known-values.ts'),
    ]);
    const { parent } = command;
    if (!parent) throw new Error('it is asked of a program');
    const found = complete(parent, words, knownValues()).filter(({ text }) => !text.startsWith('__'));
    command.configureOutput().writeOut?.(found.map(({ text, about }) => `${text}\t${about}\n`).join(''));
  });
