import { Command } from 'commander';
import { repeatable } from '../cli.ts';

interface RecordOptions {
  readonly provider: string[];
  readonly tool: string[];
  readonly scenario: string[];
  readonly mode: string[];
  readonly baseUrl: string[];
  readonly resource: string[];
  readonly into?: string;
  readonly dryRun?: true;
  readonly yes?: true;
}

/** Records cassettes from providers, through the reference adapters. */
export const recordCommand = new Command('record')
  .description('record scenarios from provider APIs, with your keys, and write their cassettes')
  .option('--provider <id>', 'only this provider API, such as anthropic (repeatable)', repeatable, [])
  .option('--tool <id>', 'only this tool (repeatable)', repeatable, [])
  .option('--scenario <id>', 'only this scenario (repeatable)', repeatable, [])
  .option('--mode <mode>', 'only complete or stream (repeatable)', repeatable, [])
  .option('--dry-run', 'only say what would be called and written')
  .option('--yes', 'do not ask before calling')
  .option('--into <folder>', 'where cassettes are written (default: recordings/cassettes)')
  .option(
    '--base-url <url>',
    'another server; never evidence of the provider. name=url for a further service; {tool}, {scenario}, {mode} are filled in',
    repeatable,
    [],
  )
  .option(
    '--resource <name=id>',
    'what a resource of recordings/resources.yaml is called at the provider, where you made it by hand (repeatable)',
    repeatable,
    [],
  )
  .addHelpText(
    'after',
    `
Credentials come from the variables that the provider's SDK reads; --dry-run names them; .env is read for those
that are not set. They, and whatever else is secret,
are scrubbed before anything is written. A recording that does not fulfil its scenario is not written, and one that would turn
verdicts worse is kept beside, with the reason. Ctrl-C ends it: what is recorded stays, what was made at a provider is
removed; pressed again, it ends at once.

Examples:
  npm run atc -- record --provider anthropic --tool function-calling --scenario call-single --dry-run
  npm run atc -- record --provider mistral --tool web-search
  npm run atc -- record --yes > summary.txt

Exit codes: 0 all is recorded, 1 something is not or was left at a provider, 2 the input is wrong, 130 ended by Ctrl-C.`,
  )
  .action(async (options: RecordOptions, command: Command) => {
    const [{ environmentWith, recordFromCommandLine }, { cassettesFolder }] = await Promise.all([
      import('../record/command.ts'),
      import('../../recordings/format/cassette-path.ts'),
    ]);
    const { provider, tool, scenario, mode, baseUrl, into } = options;
    const { writeOut = () => {} } = command.configureOutput();
    const ending = new AbortController();
    // The second one is the system's own: it ends the process.
    const end = () => ending.abort();
    process.once('SIGINT', end).once('SIGTERM', end);
    try {
      process.exitCode = await recordFromCommandLine({
        providerApis: provider,
        tools: tool,
        scenarios: scenario,
        modes: mode,
        baseUrls: baseUrl,
        resources: options.resource,
        makesResources: baseUrl.length === 0,
        environment: environmentWith(process.env),
        dryRun: options.dryRun ?? false,
        folder: into ?? cassettesFolder,
        yes: options.yes ?? false,
        isTerminal: process.stdout.isTTY === true,
        out: writeOut,
        signal: ending.signal,
      });
    } finally {
      process.off('SIGINT', end).off('SIGTERM', end);
    }
    // A conversation that did not end in time must not keep the process.
    if (ending.signal.aborted) process.exit();
  });
