import { Command } from 'commander';
import { UserError } from '../../files/user-error.ts';
import { repeatable } from '../program.ts';

interface RecordOptions {
  readonly provider: string[];
  readonly tool: string[];
  readonly scenario: string[];
  readonly mode: string[];
  readonly baseUrl?: string;
  readonly endpoint: string[];
  readonly resource: string[];
  readonly makeResources?: true;
  readonly envFile?: string;
  readonly into?: string;
  readonly budget?: string;
  readonly maxRequests?: string;
  readonly concurrency: string;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly json?: true;
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
  .option('--budget <dollars>', 'spend at most so many US dollars on tokens, by the prices of recordings/prices.yaml')
  .option('--max-requests <number>', 'make at most so many requests')
  .option('--concurrency <number>', 'conversations at once with one provider API', '2')
  .option(
    '--env-file <file>',
    'where variables are read from that the environment lacks (default: .env, if it is there)',
  )
  .option('--into <folder>', 'where cassettes are written (default: recordings/cassettes)')
  .option(
    '--base-url <url>',
    'record from another server; such a recording is never evidence of the provider. {tool}, {scenario} and {mode} are filled in',
  )
  .option(
    '--endpoint <name=url>',
    "another server for a further service of the API, by the matrix's name",
    repeatable,
    [],
  )
  .option(
    '--resource <name=id>',
    'what a resource of recordings/resources.yaml is called at the provider, where you made it by hand (repeatable)',
    repeatable,
    [],
  )
  .option(
    '--make-resources',
    'make the other ones there as well when --base-url is given; at the provider they always are',
  )
  .option('--json', 'print the summary as JSON, and everything else to standard error')
  .addHelpText(
    'after',
    `
Credentials come from the variables that the provider's SDK reads; --dry-run names them. They, and whatever else is secret,
are scrubbed before anything is written. A recording that does not fulfil its scenario is not written, and one that would turn
verdicts worse is kept beside, with the reason. Ctrl-C ends it: what is recorded stays, what was made at a provider is
removed; pressed again, it ends at once.

Examples:
  npm run atc -- record --provider anthropic --tool function-calling --scenario single-call --dry-run
  npm run atc -- record --provider mistral --budget 2
  npm run atc -- record --yes --json > summary.json

Exit codes: 0 all is recorded, 1 something is not or was left at a provider, 2 the input is wrong, 130 ended by Ctrl-C.`,
  )
  .action(async (options: RecordOptions, command: Command) => {
    const [{ recordFromCommandLine }, { environmentWith }, { cassettesFolder }] = await Promise.all([
      import('../record/command.ts'),
      import('../record/environment.ts'),
      import('../../recordings/format/location.ts'),
    ]);
    const { provider, tool, scenario, mode, baseUrl, endpoint, envFile, into } = options;
    const { writeOut = () => {}, writeErr = () => {} } = command.configureOutput();
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
        baseUrl,
        endpoints: endpoint,
        resources: options.resource,
        makesResources: baseUrl === undefined || options.makeResources === true,
        environment: environmentWith(process.env, envFile),
        dryRun: options.dryRun ?? false,
        budget: amountOf('--budget', options.budget),
        maxRequests: amountOf('--max-requests', options.maxRequests),
        concurrency: Math.max(1, amountOf('--concurrency', options.concurrency) ?? 1),
        folder: into ?? cassettesFolder,
        yes: options.yes ?? false,
        json: options.json ?? false,
        isTerminal: process.stdout.isTTY === true,
        out: writeOut,
        err: writeErr,
        signal: ending.signal,
      });
    } finally {
      process.off('SIGINT', end).off('SIGTERM', end);
    }
  });

function amountOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new UserError(`${option}: "${text}" is no number`, { hint: `write it as ${option} 5` });
}
