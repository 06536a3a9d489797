import { Command } from 'commander';
import { aboutCases, repeatable } from '../cli.ts';

interface RecordOptions {
  readonly baseUrl: string[];
  readonly resource: string[];
  readonly out?: string;
  readonly dryRun?: true;
  readonly yes?: true;
}

/** Records cassettes from providers, through the reference adapters. */
export const recordCommand = new Command('record')
  .description('record cassettes from provider APIs, with your keys')
  .argument('[case...]')
  .option('--dry-run', 'print what would be called and written')
  .option('--yes', 'do not ask before calling')
  .option('--out <folder>', 'folder of cassettes (default: recordings/cassettes)')
  .option('--base-url <url>', 'other server; or name=url of a further service', repeatable, [])
  .option('--resource <name=id>', 'id of a resource that you created yourself', repeatable, [])
  .addHelpText(
    'after',
    `
${aboutCases('<provider-api>/<tool>/<scenario>/<mode>')}
Credentials come from the variables of the provider's SDK, or from .env; --dry-run
names them. Secrets are scrubbed before a file is written. What does not fulfill
its scenario is not written; what makes a verdict worse goes to recordings/rejected.
What another server responds is never graded live; {tool}, {scenario} and {mode}
in its URL are filled in. Ctrl-C ends after clean-up, a second one at once.

Examples:
  npm run atc -- record anthropic/function-calling/call-single --dry-run
  npm run atc -- record mistral/web-search
  npm run atc -- record --yes > summary.txt`,
  )
  .action(async (cases: string[], options: RecordOptions, command: Command) => {
    const [{ environmentWith, recordFromCommandLine }, { cassettesFolder }] = await Promise.all([
      import('../record/command.ts'),
      import('../../recordings/format/cassette-path.ts'),
    ]);
    const { baseUrl, out } = options;
    const { writeOut = () => {} } = command.configureOutput();
    const ending = new AbortController();
    // The second one is the system's own: it ends the process.
    const end = () => ending.abort();
    process.once('SIGINT', end).once('SIGTERM', end);
    try {
      process.exitCode = await recordFromCommandLine({
        cases,
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
