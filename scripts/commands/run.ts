import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { UserError } from '../../lib/user-error.ts';
import { aboutCases, repeatable } from '../cli.ts';
import { jsonOption, outOption } from '../global-options.ts';
import type { ProgramOptions } from '../run/external-adapter/options.ts';

interface RunOptions extends ProgramOptions {
  readonly tier: string[];
  readonly requirements?: string;
  readonly without: string[];
  readonly requireAll?: true;
  readonly affected?: string | true;
  readonly failFast?: true;
  readonly thorough?: true;
  readonly shard?: string;
  readonly merge?: string[];
  readonly asOf?: string;
  readonly transport?: string;
  readonly out: string;
  readonly cache: string;
  readonly compare?: number;
  readonly strict: string[];
  readonly json?: true;
}

/** Folder of the project for what runs keep; git ignores it. */
const defaultCache: string = join(import.meta.dirname, '../../.cache');

/** Options that a merge of shards has not: each shard was run with its own. */
const ofNewRuns: readonly string[] = [
  ...['command', 'cwd', 'logMessages', 'tier', 'requirements', 'affected', 'failFast', 'shard', 'asOf', 'transport'],
  'thorough',
];

/** The main job: matrix → cases → replay → checks → results → report. */
export const runCommand = new Command('run')
  .description('run cases against recorded HTTP, and write results and report')
  .argument('[case...]')
  .option('--tier <tier>', 'only core, extended, edge or robustness (repeatable)', repeatable, [])
  .option('--requirements <month>', 'only the frozen cases of a month, such as 2026-11')
  .option('--affected [revision]', 'only cases that changes since a revision affect')
  .addOption(new Option('--fail-fast', 'skip fault cases if another case fails').conflicts('shard'))
  .option('--thorough', 'also run the long fault cases (minutes)')
  .option('--shard <i/n>', 'only one of n partitions, such as 2/4: docs/ci.md')
  .option('--as-of <date>', 'day of ages, YYYY-MM-DD (default: today)')
  .option('--transport <kind>', 'in-process, server or server-tls')
  .addOption(new Option('--cache <folder>', 'reused outcomes; none: run all').default(defaultCache, '.cache'))
  .option('--strict <what>', 'also fail on warnings[=<implementation>] or stale', repeatable, [])
  // For continuous integration, in docs/ci.md; the help fits on a screen.
  .addOption(new Option('--merge <folder...>').conflicts([...ofNewRuns]).hideHelp())
  .addOption(new Option('--compare <n>').argParser(atLeastOne).conflicts('merge').hideHelp())
  .addOption(new Option('--without <implementation>').argParser(repeatable).default([]).hideHelp())
  .addOption(new Option('--require-all').hideHelp())
  .addOption(
    new Option('--command <line>', 'external adapter: docs/external-adapters.md').conflicts(['affected', 'shard']),
  )
  .option('--cwd <folder>', 'its working directory (default: here)')
  .option('--log-messages', 'log and validate its messages')
  .addOption(outOption('folder of results and report'))
  .addOption(jsonOption('JSON summary on standard output'))
  .addHelpText(
    'after',
    `
${aboutCases('<adapter>/<tool>/<scenario>/<mode>')}
Examples:
  npm run atc -- run reference-anthropic/function-calling web-search`,
  )
  .action(async (cases: string[], options: RunOptions) => {
    const {
      merge,
      out: folder,
      json,
      tier: tiers,
      requirements: month,
      cache,
      strict,
      command,
      cwd,
      logMessages,
      ...others
    } = options;
    if (merge && cases.length > 0) throw new UserError('--merge runs no case', { hint: 'leave out the cases' });
    const [{ demandKnown, strictnessOf }, { parseExternalAdapter }, { discoverAdapters }] = await Promise.all([
      import('../run/strictness.ts'),
      import('../run/external-adapter/options.ts'),
      import('../../spec/engine/discover.ts'),
    ]);
    const program = await parseExternalAdapter(cases, { command, cwd, logMessages });
    const judged = program ? [program] : await discoverAdapters();
    const known = [...new Set(judged.map(({ implementation }) => implementation))];
    demandKnown(others.without, known);
    const telling = { folder, json, ...strictnessOf(strict, known) };
    if (merge) {
      const { mergeFolders } = await import('../shards/merge.ts');
      process.exitCode = await mergeFolders(merge, telling);
      return;
    }
    const { runConformance } = await import('../run/run-conformance.ts');
    process.exitCode = await runConformance({
      ...others,
      selection: {
        cases,
        ...(tiers.length > 0 ? { tiers } : {}),
        ...(month === undefined ? {} : { requirements: [month] }),
      },
      program,
      ...telling,
      cache: cache === 'none' ? undefined : cache,
    });
  });

function atLeastOne(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new InvalidArgumentError('It is a whole number from 1.');
}
