import { Command, Option } from 'commander';
import { repeatable } from '../cli.ts';

interface GateOptions {
  readonly base: string;
  readonly head?: string;
  readonly recordings?: string[] | true;
  readonly adapter: string[];
  readonly tool: string[];
  readonly scenario: string[];
  readonly mode: string[];
  readonly asOf?: string;
  readonly out: string;
  readonly all?: true;
  readonly failOnStale?: true;
  readonly allow: string[];
  readonly markdown?: string;
  readonly json?: true;
}

/** Two states → what is otherwise → whether that may be merged. */
export const gateCommand = new Command('gate')
  .description('compare a run with a base and fail on regressions')
  .requiredOption(
    '--base <what>',
    'results file, run folder or git revision; with --recordings also a folder of cassettes',
  )
  .addOption(
    new Option('--head <folder>', 'run folder to judge (default: run the cases now)').conflicts([
      'adapter',
      'tool',
      'scenario',
      'mode',
      'asOf',
      'all',
      'recordings',
    ]),
  )
  .addOption(
    new Option(
      '--recordings [path...]',
      'compare cassettes and the cases that they change, instead of runs (default: all that differ)',
    ).conflicts(['scenario', 'mode', 'failOnStale']),
  )
  .option('--adapter <id>', 'only this adapter, such as reference-anthropic (repeatable)', repeatable, [])
  .option('--tool <id>', 'only this tool, such as function-calling (repeatable)', repeatable, [])
  .option('--scenario <id>', 'only this scenario (repeatable)', repeatable, [])
  .option('--mode <mode>', 'only complete or stream (repeatable)', repeatable, [])
  .option('--all', 'run all cases, including fault cases after a failure')
  .option('--as-of <date>', 'date for expiry and age checks, YYYY-MM-DD (default: today)')
  .option('--out <folder>', 'folder of the new run', 'reports/out')
  .option('--fail-on-stale', 'fail if a cassette is older than recordings/freshness.json allows')
  .option('--allow <rule>', 'report what this rule finds, and do not fail on it (repeatable)', repeatable, [])
  .option('--markdown <file>', 'also write the decision as Markdown, for a pull request comment')
  .option('--json', 'JSON instead of text, complete (schemas/gate.schema.json)')
  .addHelpText(
    'after',
    `
A git revision is compared at its merge base with this branch. Its own code lists its cases in a temporary git worktree, and runs those that
fail now. A case that failed there too is reported and does not fail the gate. A new case that fails does. Renamed ids are compared
by spec/aliases.yaml.

With --recordings, every adapter of the provider API runs the cases of cassettes that differ, with the old and the new ones. Cassettes
in another folder, such as recordings/rejected, are compared with those that they would replace.

Rules to allow: known-issue-added, case-removed, evidence-downgraded.

Examples:
  npm run atc -- gate --base origin/main
  npm run atc -- gate --base origin/main --all
  npm run atc -- gate --base HEAD --adapter reference-anthropic --tool function-calling
  npm run atc -- gate --base main.results.json --head reports/out --markdown gate.md
  npm run atc -- gate --base HEAD --recordings
  npm run atc -- gate --base recordings/cassettes --recordings recordings/rejected`,
  )
  .action(async (options: GateOptions, command: Command) => {
    const { gateFromCommandLine } = await import('../gate/gate.ts');
    const { writeOut = () => {}, writeErr = () => {} } = command.configureOutput();
    const { adapter, tool, scenario, mode, allow, recordings, ...others } = options;
    process.exitCode = await gateFromCommandLine({
      ...others,
      selection: { adapters: adapter, tools: tool, scenarios: scenario, modes: mode },
      recordings: recordings === true ? [] : recordings,
      accepted: allow,
      all: options.all ?? false,
      failOnStale: options.failOnStale ?? false,
      json: options.json ?? false,
      print: writeOut,
      complain: writeErr,
    });
  });
