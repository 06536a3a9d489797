import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { repeatable } from '../cli.ts';
import type { ProgramOptions } from '../run/external-adapter/options.ts';

interface RunOptions extends ProgramOptions {
  readonly adapter: string[];
  readonly tool: string[];
  readonly scenario: string[];
  readonly mode: string[];
  readonly tier: string[];
  readonly asOf?: string;
  readonly transport?: string;
  readonly out: string;
  readonly json?: boolean;
  readonly errorOnWarnings?: boolean | string;
  readonly failOnStale?: boolean;
  readonly thorough?: boolean;
  readonly affected?: string | true;
  readonly failFast?: true;
  readonly shard?: string;
  readonly merge?: string[];
  readonly cache: string | false;
  readonly compare?: number;
}

/** Folder of the project for what runs keep; git ignores it. */
const defaultCache: string = join(import.meta.dirname, '../../.cache');

/** The main job: matrix → cases → replay → checks → results → report. */
export const runCommand = new Command('run')
  .description('run all cases against recorded HTTP, and write results and report')
  .option('--adapter <id>', 'only this adapter, such as reference-anthropic (repeatable)', repeatable, [])
  .option('--tool <id>', 'only this tool, such as function-calling (repeatable)', repeatable, [])
  .option('--scenario <id>', 'only this scenario (repeatable)', repeatable, [])
  .option('--mode <mode>', 'only complete or stream (repeatable)', repeatable, [])
  .option('--tier <tier>', 'only core, extended, edge or robustness (repeatable)', repeatable, [])
  .option(
    '--affected [revision]',
    'only cases that depend on files changed since a git revision (default: origin/main, else main, else HEAD)',
  )
  .addOption(new Option('--fail-fast', 'skip fault cases when another case fails').conflicts('shard'))
  .option('--shard <i/n>', 'only one of n partitions of similar duration, such as 2/4')
  .addOption(
    new Option('--merge <folder...>', 'merge the results of these shards; run no case').conflicts([
      ...[
        'adapter',
        'command',
        'provider',
        'implementation',
        'knownIssues',
        'cwd',
        'logMessages',
        'tool',
        'scenario',
        'mode',
        'tier',
        'affected',
        'failFast',
        'shard',
        'asOf',
        'transport',
        'thorough',
      ],
    ]),
  )
  .option('--as-of <date>', 'date for expiry and age checks, YYYY-MM-DD (default: today)')
  .option(
    '--transport <kind>',
    'in-process, server or server-tls (default: in-process; server for an external adapter)',
  )
  .option('--out <folder>', 'folder of results and report', 'reports/out')
  .addOption(
    new Option('--cache <folder>', 'cache of outcomes; cases with unchanged files are not run again').default(
      defaultCache,
      '.cache',
    ),
  )
  .option('--no-cache', 'run every case, and cache nothing')
  .addOption(
    new Option(
      '--compare <n>',
      'rerun one of n cached cases and compare its outcome (default: cases of a quarter second)',
    )
      .argParser(atLeastOne)
      .conflicts('merge'),
  )
  .option('--json', 'JSON summary on standard output, all else on standard error')
  .option('--thorough', 'also run the long fault cases (adds minutes)')
  .option(
    '--error-on-warnings [implementation]',
    'also fail on findings of SHOULD checks, of all adapters or of one implementation',
  )
  .option('--fail-on-stale', 'fail if a cassette is older than recordings/freshness.json allows')
  .optionsGroup('External adapter:')
  .addOption(
    new Option(
      '--command <line>',
      'program that speaks the protocol of docs/external-adapters.md; its arguments are read without a shell',
    ).conflicts(['adapter', 'affected', 'shard']),
  )
  .option('--provider <id>', 'provider API of the external adapter, such as anthropic (repeatable)', repeatable, [])
  .option('--implementation <name>', 'its name in results, as in <name>-anthropic (default: command)')
  .option(
    '--known-issues <path>',
    'known issues: a file, or a folder with <provider-api>/known-issues.yaml (default: none)',
  )
  .addOption(new Option('--exceptions <file>').hideHelp())
  .option('--cwd <folder>', 'working directory of the program (default: here)')
  .option(
    '--log-messages',
    'log all messages to standard error; fail a case with one that violates schemas/process.schema.json',
  )
  .addHelpText(
    'after',
    `
Examples:
  npm run conformance
  npm run atc -- run --adapter reference-anthropic --tool function-calling --mode stream
  npm run atc -- run --command 'python3 adapter.py' --provider anthropic --log-messages
  npm run atc -- run --affected
  npm run atc -- run --shard 1/2 --out shards/1
  npm run atc -- run --merge shards/1 shards/2
  npm run atc -- run --as-of 2027-06-01 --fail-on-stale`,
  )
  .action(async (options: RunOptions) => {
    const telling = {
      folder: options.out,
      json: options.json,
      errorOnWarnings: options.errorOnWarnings,
      failOnStale: options.failOnStale,
    };
    if (options.merge) {
      const { mergeFolders } = await import('../shards/merge-folders.ts');
      process.exitCode = await mergeFolders(options.merge, telling);
      return;
    }
    const { parseExternalAdapter } = await import('../run/external-adapter/options.ts');
    const program = await parseExternalAdapter(options);
    const { runConformance } = await import('../run/run-conformance.ts');
    process.exitCode = await runConformance({
      selection: {
        adapters: options.adapter,
        tools: options.tool,
        scenarios: options.scenario,
        modes: options.mode,
        ...(options.tier.length > 0 ? { tiers: options.tier } : {}),
      },
      asOf: options.asOf,
      transport: options.transport,
      program,
      ...telling,
      thorough: options.thorough,
      affected: options.affected,
      failFast: options.failFast,
      shard: options.shard,
      cache: options.cache === false ? undefined : options.cache,
      compare: options.compare,
    });
  });

function atLeastOne(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new InvalidArgumentError('It is a whole number from 1.');
}
