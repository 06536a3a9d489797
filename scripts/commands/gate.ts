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
  readonly accept: string[];
  readonly markdown?: string;
  readonly json?: true;
}

/** Two states → what is otherwise → whether that may be merged. */
export const gateCommand = new Command('gate')
  .description('compare a run, or recordings, with a base and decide whether the change may be merged')
  .requiredOption(
    '--base <what>',
    'a results.json, the folder of a run, or a git revision such as origin/main; with --recordings a revision or a folder of cassettes',
  )
  .addOption(
    new Option('--head <folder>', 'judge the run in this folder; without it, one is made').conflicts([
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
      'compare cassettes, or folders of them, instead of runs: what changed, and which cases come out otherwise (default: all that differ)',
    ).conflicts(['scenario', 'mode', 'failOnStale']),
  )
  .option('--adapter <id>', 'only this adapter, such as reference-anthropic (repeatable)', repeatable, [])
  .option('--tool <id>', 'only this tool, such as function-calling (repeatable)', repeatable, [])
  .option('--scenario <id>', 'only this scenario (repeatable)', repeatable, [])
  .option('--mode <mode>', 'only complete or stream (repeatable)', repeatable, [])
  .option('--all', 'run all cases, whatever was changed, and those that change answers on their way whatever fails')
  .option('--as-of <day>', 'the day ages and expiries are computed against, YYYY-MM-DD (default: today)')
  .option('--out <folder>', 'where the run that is made is written', 'reports/out')
  .option('--fail-on-stale', 'fail where a recording is older than recordings/freshness.json allows')
  .option('--accept <rule>', 'what this rule finds is meant: tell it and do not fail (repeatable)', repeatable, [])
  .option('--markdown <file>', 'write the decision as Markdown, for a comment of a pull request')
  .option('--json', 'JSON instead of text: everything, uncut (schemas/gate.schema.json)')
  .addHelpText(
    'after',
    `
A base that is a git revision is compared where this branch left it. Its own code reports its cases there, in a git worktree that is
removed afterwards, and runs those that do not pass now. A case that failed there too is shown and does not fail the gate: it is not of
this change. A case that fails and that the base lacks does. Renamed ids are compared by spec/aliases.yaml.

With --recordings every case behind cassettes that differ is played with the old ones and with the new ones, by every adapter of the
provider API. Cassettes that lie elsewhere, such as in recordings/aside, are compared with those in whose place they would come.

Rules that may be accepted: known-issue-added, case-removed, evidence-downgraded.

Examples:
  npm run atc -- gate --base origin/main
  npm run atc -- gate --base origin/main --all
  npm run atc -- gate --base HEAD --adapter reference-anthropic --tool function-calling
  npm run atc -- gate --base main.results.json --head reports/out --markdown gate.md
  npm run atc -- gate --base HEAD --recordings
  npm run atc -- gate --base recordings/cassettes --recordings recordings/aside

Exit codes: 0 passes, 1 does not, 2 the input is wrong, 130 ended by Ctrl-C.`,
  )
  .action(async (options: GateOptions, command: Command) => {
    const { gateFromCommandLine } = await import('../gate/gate.ts');
    const { writeOut = () => {}, writeErr = () => {} } = command.configureOutput();
    const { adapter, tool, scenario, mode, accept, recordings, ...others } = options;
    process.exitCode = await gateFromCommandLine({
      ...others,
      selection: { adapters: adapter, tools: tool, scenarios: scenario, modes: mode },
      recordings: recordings === true ? [] : recordings,
      accepted: accept,
      all: options.all ?? false,
      failOnStale: options.failOnStale ?? false,
      json: options.json ?? false,
      print: writeOut,
      complain: writeErr,
    });
  });
