import { Argument, Command } from 'commander';

/** What a shell needs to complete what is typed. */
export const completionCommand = new Command('completion')
  .description('print what a shell needs to complete commands, options and ids')
  .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
  .addHelpText(
    'after',
    `
It completes the word atc: make that a command of the shell first. (npx atc works too, and takes seconds to begin.)

Examples:
  alias atc="$PWD/node_modules/.bin/node $PWD/scripts/atc.js"
  source <(npm run --silent atc -- completion bash)
  source <(npm run --silent atc -- completion zsh)
  npm run --silent atc -- completion fish | source

Exit codes: 0 printed; 2 the input is wrong.`,
  )
  .action(async (shell: 'bash' | 'zsh' | 'fish', _: object, command: Command) => {
    const [{ join }, { completionScript }] = await Promise.all([
      import('node:path'),
      import('../completion/shells.ts'),
    ]);
    const program = [process.execPath, join(import.meta.dirname, '../atc.js')];
    command.configureOutput().writeOut?.(completionScript(shell, program));
  });
