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
  .description('run the generated cases against their recordings and write results and report')
  .option('--adapter <id>', 'only this adapter, such as reference-anthropic (repeatable)', repeatable, [])
  .option('--tool <id>', 'only this tool, such as function-calling (repeatable)', repeatable, [])
  .option('--scenario <id>', 'only this scenario (repeatable)', repeatable, [])
  .option('--mode <mode>', 'only complete or stream (repeatable)', repeatable, [])
  .option('--tier <tier>', 'only core, extended, edge or robustness (repeatable)', repeatable, [])
  .option(
    '--affected [revision]',
    'only the cases that what you changed can affect, by the files that they depend on, since this branch parted from a revision (default: origin/main, else main, else HEAD)',
  )
  .addOption(new Option('--fail-fast', 'skip fault cases when another case fails').conflicts('shard'))
  .option('--shard <i/n>', 'only one of n parts that take about as long: 2/4 is the second of four')
  .addOption(
    new Option('--merge <folder...>', 'run nothing: put the shards in these folders together').conflicts([
      ...[
        'adapter',
        'command',
        'providerApi',
        'implementation',
        'knownIssues',
        'folder',
        'showMessages',
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
  .option('--as-of <day>', 'the day ages are computed against, YYYY-MM-DD (default: today)')
  .option(
    '--transport <kind>',
    'how requests reach the recordings: in-process, server or server-tls (default: in-process, or server where the adapter is another process)',
  )
  .option('--out <folder>', 'where results and report are written', 'reports/out')
  .addOption(
    new Option('--cache <folder>', 'keep outcomes here; cases whose files have not changed are not run again').default(
      defaultCache,
      '.cache',
    ),
  )
  .option('--no-cache', 'run every case, and keep nothing')
  .addOption(
    new Option(
      '--compare <n>',
      'run one of n kept cases again and compare its outcome (default: a quarter of a second of cases)',
    )
      .argParser(atLeastOne)
      .conflicts('merge'),
  )
  .option('--json', 'print the summary as JSON, and everything else to standard error')
  .option(
    '--thorough',
    'also try every fault for each tool, malformed members, and each stream byte by byte, which takes minutes',
  )
  .option(
    '--error-on-warnings [implementation]',
    'fail on what a check of level SHOULD finds as well, in all adapters or in those of one implementation, such as reference',
  )
  .option(
    '--fail-on-stale',
    'fail where a recording is older, on the day of the run, than recordings/freshness.json allows',
  )
  .optionsGroup('A program of your own:')
  .addOption(
    new Option(
      '--command <line>',
      'judge this program, which speaks the protocol of docs/external-adapters.md, instead of adapters/: its name and arguments, read without a shell',
    ).conflicts(['adapter', 'affected', 'shard']),
  )
  .option('--provider-api <id>', 'the provider API that it calls, such as anthropic (repeatable)', repeatable, [])
  .option('--implementation <name>', 'what it is called in results, as in <name>-anthropic (default: command)')
  .option(
    '--known-issues <path>',
    'its known issues: a file, or a folder with <provider-api>/known-issues.yaml (default: none)',
  )
  .addOption(new Option('--exceptions <file>').hideHelp())
  .option('--folder <folder>', 'where it is started (default: here)')
  .option(
    '--show-messages',
    'print every message to it and from it on standard error, and fail the case where one is not as schemas/process.schema.json says',
  )
  .addHelpText(
    'after',
    `
Examples:
  npm run conformance
  npm run atc -- run --adapter reference-anthropic --tool function-calling --mode stream
  npm run atc -- run --command 'python3 adapter.py' --provider-api anthropic --show-messages
  npm run atc -- run --affected
  npm run atc -- run --shard 1/2 --out shards/1
  npm run atc -- run --merge shards/1 shards/2
  npm run atc -- run --as-of 2027-06-01 --fail-on-stale

Exit codes: 0 all cases acceptable, or with --affected none affected, 1 a case or the known issues failed, or with --fail-on-stale a recording is stale, 2 the input is wrong, or what --command names cannot be asked.`,
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
    const { parseExternalAdapter: askedProgram } = await import('../run/external-adapter/options.ts');
    const program = await askedProgram(options);
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
