import { Command } from 'commander';

interface CanIUseOptions {
  readonly tool: string;
  readonly adapter?: string;
  readonly provider?: string;
  readonly mode?: string;
  readonly stream?: true;
  readonly out: string;
  readonly json?: true;
}

/** Whether a tool works through an adapter, from the last run. */
export const canIUseCommand = new Command('can-i-use')
  .description('say whether a tool works through an adapter or on a provider API, and how sure that is')
  .requiredOption('--tool <id>', 'the tool, such as web-search')
  .option('--adapter <id>', 'an adapter, such as ai-sdk-anthropic; or a provider API: then its reference adapter')
  .option('--provider <id>', 'the provider API, such as anthropic; with it --adapter may be an implementation')
  .option('--mode <mode>', 'only complete or stream (default: both)')
  .option('--stream', 'the same as --mode stream')
  .option('--out <folder>', 'where the results of the last run lie', 'reports/out')
  .option('--json', 'JSON instead of text, as schemas/can-i-use.schema.json describes it')
  .addHelpText(
    'after',
    `
The first line is the answer. “In part” has notes or known failures that have to be read first, so that it counts as no.

Examples:
  npm run atc -- can-i-use --tool web-search --adapter anthropic
  npm run atc -- can-i-use --tool code-interpreter --adapter ai-sdk-anthropic --stream
  npm run atc -- can-i-use --tool shell --adapter ai-sdk --provider anthropic --json

Exit codes: 0 yes; 1 in part, no or unknown; 2 the input is wrong, or there are no results.`,
  )
  .action(async ({ stream, mode, out, json, ...question }: CanIUseOptions, command: Command) => {
    const [{ resolve }, { colours }, { readResults }, { canIUse }, { canIUseText }] = await Promise.all([
      import('node:path'),
      import('../colours.ts'),
      import('../../reports/results/store.ts'),
      import('../../reports/can-i-use/answer.ts'),
      import('../../reports/can-i-use/text.ts'),
    ]);
    const { UserError } = await import('../../files/user-error.ts');
    if (stream && mode !== undefined && mode !== 'stream') {
      throw new UserError(`--stream and --mode ${mode} contradict each other`, { hint: 'leave one of them out' });
    }
    const results = await readResults(resolve(out));
    const asked = { ...question, mode: stream ? 'stream' : mode };
    const answer = canIUse(asked, results);
    command.configureOutput().writeOut?.(json ? `${JSON.stringify(answer, null, 2)}\n` : canIUseText(answer, colours));
    if (answer.answer !== 'yes') process.exitCode = 1;
  });
