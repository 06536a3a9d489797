import { Command, Option } from 'commander';
import { repeatable } from '../program.ts';

interface GateOptions {
  readonly base: string;
  readonly head?: string;
  readonly adapter: string[];
  readonly tool: string[];
  readonly scenario: string[];
  readonly mode: string[];
  readonly asOf?: string;
  readonly transport?: string;
  readonly thorough?: boolean;
  readonly affected?: boolean;
  readonly all?: boolean;
  readonly keepGoing?: boolean;
  readonly out: string;
  readonly failOnStale?: boolean;
  readonly accept: string[];
  readonly markdown?: string;
  readonly junit?: string;
  readonly sarif?: string;
  readonly annotations?: boolean;
  readonly json?: boolean;
}

/** Two runs → what is otherwise → whether that may be merged. */
export const gateCommand = new Command('gate')
  .description('hold a run against a base and decide whether the change may be merged')
  .requiredOption('--base <what>', 'a results.json, the folder of a run, or a git revision such as origin/main')
  .addOption(
    new Option('--head <folder>', 'judge the run in this folder; without it, one is made').conflicts([
      'adapter',
      'tool',
      'scenario',
      'mode',
      'asOf',
      'transport',
      'thorough',
      'affected',
      'all',
      'keepGoing',
    ]),
  )
  .option('--adapter <id>', 'only this adapter, such as reference-anthropic (repeatable)', repeatable, [])
  .option('--tool <id>', 'only this tool, such as function-calling (repeatable)', repeatable, [])
  .option('--scenario <id>', 'only this scenario (repeatable)', repeatable, [])
  .option('--mode <mode>', 'only complete or stream (repeatable)', repeatable, [])
  .option(
    '--affected',
    'only the cases that what was changed since the base can affect, as of run (default: where the base is a git revision)',
  )
  .addOption(new Option('--all', 'all cases, whatever was changed').conflicts('affected'))
  .option(
    '--keep-going',
    'play what changes answers on their way whatever fails (default: only where nothing else fails)',
  )
  .option('--as-of <day>', 'the day ages and expiries are computed against, YYYY-MM-DD (default: today)')
  .option('--transport <kind>', 'how requests reach the recordings, as of run')
  .option('--thorough', 'also give answers every malformed member, as of run')
  .option('--out <folder>', 'where the run that is made is written', 'reports/out')
  .option('--fail-on-stale', 'fail where a recording is older than recordings/freshness.json allows')
  .option('--accept <rule>', 'what this rule finds is meant: tell it and do not fail (repeatable)', repeatable, [])
  .option('--markdown <file>', 'write the decision as Markdown, for a comment of a pull request')
  .option('--junit <file>', 'write the cases as JUnit XML')
  .option('--sarif <file>', 'write the findings as SARIF 2.1.0')
  .option('--annotations', 'print annotations for GitHub, the worst first (default: where GITHUB_ACTIONS is set)')
  .option('--json', 'JSON instead of text: everything, uncut (schemas/gate.schema.json)')
  .addHelpText(
    'after',
    `
A base that is a git revision is compared where this branch left it. Its own code reports its cases there, in a git worktree that is
removed afterwards, and runs those that do not pass now. A case that failed there too is shown and does not fail the gate: it is not of
this change. A case that fails and that the base lacks does. Renamed ids are compared by spec/aliases.yaml.

Rules that may be accepted: newly-listed, vanished, evidence-downgraded.

Examples:
  npm run atc -- gate --base origin/main
  npm run atc -- gate --base origin/main --all
  npm run atc -- gate --base HEAD --adapter reference-anthropic --tool function-calling
  npm run atc -- gate --base main.results.json --head reports/out --markdown gate.md

Exit codes: 0 passes, 1 does not, 2 the input is wrong, 130 ended by Ctrl-C.`,
  )
  .action(async (options: GateOptions, command: Command) => {
    const { gateFromCommandLine } = await import('../gate/command.ts');
    const { writeOut = () => {}, writeErr = () => {} } = command.configureOutput();
    const { adapter, tool, scenario, mode, accept, ...others } = options;
    process.exitCode = await gateFromCommandLine({
      ...others,
      selection: { adapters: adapter, tools: tool, scenarios: scenario, modes: mode },
      accepted: accept,
      affected: options.all ? false : options.affected,
      failOnStale: options.failOnStale ?? false,
      annotations: options.annotations ?? process.env.GITHUB_ACTIONS === 'true',
      json: options.json ?? false,
      out: writeOut,
      err: writeErr,
      folder: options.out,
    });
  });
