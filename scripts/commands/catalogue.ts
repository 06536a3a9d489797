import { Command } from 'commander';

/** Known defects of real adapters, and the checks that catch adapters which are broken in the same way. */
export const catalogueCommand = new Command('catalogue')
  .description('run broken adapters with known defects of real ones and list which defects are caught')
  .argument('[defect...]', 'only these known defects, such as B017')
  .option('--json', 'JSON instead of a list')
  .addHelpText(
    'after',
    `
spec/checks/known-defects.json lists defects that real adapters had. A broken adapter names its defects in "from". A defect is caught when a
check other than stream-equals-complete fails with each of them. spec/checks/known-defects-excluded.yaml lists what is out of scope.

Examples:
  npm run catalogue
  npm run catalogue -- B017
  npm run catalogue -- --json`,
  )
  .action(async (defects: string[], { json }: { readonly json?: true }, command: Command) => {
    const { catalogue } = await import('../catalogue.ts');
    const { text, exitCode } = await catalogue(defects, json ?? false);
    command.configureOutput().writeOut?.(text);
    if (exitCode !== 0) process.exitCode = exitCode;
  });
