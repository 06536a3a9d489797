import { Command } from 'commander';
import { repeatable } from '../cli.ts';

interface RecordOptions {
  readonly provider: string[];
  readonly tool: string[];
  readonly scenario: string[];
  readonly mode: string[];
  readonly baseUrl: string[];
  readonly resource: string[];
  readonly out?: string;
  readonly dryRun?: true;
  readonly yes?: true;
}

/** Records cassettes from providers, through the reference adapters. */
export const recordCommand = new Command('record')
  .description('record cassettes from provider APIs, with your keys')
  .option('--provider <id>', 'only this provider API, such as anthropic (repeatable)', repeatable, [])
  .option('--tool <id>', 'only this tool (repeatable)', repeatable, [])
  .option('--scenario <id>', 'only this scenario (repeatable)', repeatable, [])
  .option('--mode <mode>', 'only complete or stream (repeatable)', repeatable, [])
  .option('--dry-run', 'print what would be called and written')
  .option('--yes', 'do not ask before calling')
  .option('--out <folder>', 'folder of cassettes (default: recordings/cassettes)')
  .option(
    '--base-url <url>',
    'other server, never graded live; name=url for a further service; {tool}, {scenario} and {mode} are filled in',
    repeatable,
    [],
  )
  .option(
    '--resource <name=id>',
    'provider id of a resource of recordings/resources.yaml that you created yourself (repeatable)',
    repeatable,
    [],
  )
  .addHelpText(
    'after',
    `
Credentials come from the variables of the provider's SDK, or from .env; --dry-run names them. All secrets are scrubbed before a file is
written. A recording that does not fulfill its scenario is not written. One that makes a verdict worse goes to recordings/rejected, with
the reason. Ctrl-C ends after clean-up: cassettes stay, created resources are deleted. A second Ctrl-C ends at once.

Examples:
  npm run atc -- record --provider anthropic --tool function-calling --scenario call-single --dry-run
  npm run atc -- record --provider mistral --tool web-search
  npm run atc -- record --yes > summary.txt`,
  )
  .action(async (options: RecordOptions, command: Command) => {
    const [{ environmentWith, recordFromCommandLine }, { cassettesFolder }] = await Promise.all([
      import('../record/command.ts'),
      import('../../recordings/format/cassette-path.ts'),
    ]);
    const { provider, tool, scenario, mode, baseUrl, out } = options;
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
        folder: out ?? cassettesFolder,
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
