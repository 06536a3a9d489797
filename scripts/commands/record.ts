import { Command } from 'commander';
import { repeatable } from '../program.ts';

interface RecordOptions {
  readonly provider: string;
  readonly tool: string[];
  readonly scenario: string[];
  readonly mode: string[];
  readonly baseUrl?: string;
  readonly dryRun?: true;
}

/** Records cassettes from a provider, through the reference adapter. */
export const recordCommand = new Command('record')
  .description('record scenarios from a provider API, with your key, and write their cassettes')
  .requiredOption('--provider <id>', 'the provider API, such as anthropic')
  .option('--tool <id>', 'only this tool (repeatable)', repeatable, [])
  .option('--scenario <id>', 'only this scenario (repeatable)', repeatable, [])
  .option('--mode <mode>', 'only complete or stream (repeatable)', repeatable, [])
  .option('--base-url <url>', 'record from another server; such a recording is never evidence of the provider')
  .option('--dry-run', 'only say what would be called and written')
  .addHelpText(
    'after',
    `
Credentials come from the environment variable that the SDK of the provider uses. They are scrubbed before anything is
written. A recording that does not fulfil its scenario is not written.

Example:
  npm run atc -- record --provider anthropic --tool function-calling --scenario single-call --dry-run`,
  )
  .action(async (options: RecordOptions) => {
    const { recordScenarios } = await import('../record-scenario.ts');
    process.exitCode = await recordScenarios({
      providerApi: options.provider,
      tools: options.tool,
      scenarios: options.scenario,
      modes: options.mode,
      baseUrl: options.baseUrl,
      environment: process.env,
      dryRun: options.dryRun ?? false,
      print: (line) => process.stdout.write(`${line}\n`),
    });
  });
