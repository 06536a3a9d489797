import { Command, Option } from 'commander';
import { aboutCases, repeatable } from '../cli.ts';
import { jsonOption, outOption } from '../global-options.ts';

interface GateOptions {
  readonly base: string;
  readonly head?: string;
  readonly recordings?: string[] | true;
  readonly all?: true;
  readonly out: string;
  readonly rule: string[];
  readonly json?: true;
}

/** Two states → what is otherwise → whether that may be merged. */
export const gateCommand = new Command('gate')
  .description('compare a run with a base and fail on regressions')
  .argument('[case...]')
  .requiredOption('--base <what>', 'results file, run folder or git revision')
  .addOption(
    new Option('--head <folder>', 'run to judge (default: run the cases now)').conflicts(['all', 'recordings']),
  )
  .option('--recordings [path...]', 'compare cassettes and the cases that they change')
  .option('--all', 'run all cases, also faults after a failure')
  .option('--rule <rule=level>', 'allow or fail what a rule finds (repeatable)', repeatable, [])
  .addOption(outOption('folder of the new run, and of gate.md'))
  .addOption(jsonOption('JSON instead of text (schemas/gate.schema.json)'))
  .addHelpText(
    'after',
    `
${aboutCases('<adapter>/<tool>/<scenario>/<mode>')}
Rules: {known-issue-added,case-removed,evidence-downgraded}=allow,
recording-stale=fail. docs/gate.md says what is compared, and what fails.

Examples:
  npm run atc -- gate --base origin/main
  npm run atc -- gate reference-anthropic/web-search --base HEAD
  npm run atc -- gate --base main.results.json --head reports/out
  npm run atc -- gate --base HEAD --recordings`,
  )
  .action(async (cases: string[], options: GateOptions, command: Command) => {
    const { rule, recordings, ...others } = options;
    const { gateFromCommandLine } = await import('../gate/gate.ts');
    const { writeOut = () => {}, writeErr = () => {} } = command.configureOutput();
    process.exitCode = await gateFromCommandLine({
      ...others,
      selection: { cases },
      recordings: recordings === true ? [] : recordings,
      rules: rule,
      all: options.all ?? false,
      json: options.json ?? false,
      print: writeOut,
      complain: writeErr,
    });
  });

/** Asked by the gate of another revision. In no list: no one types it. */
export const revisionCommand = new Command('__revision')
  .description('respond to the gate of another revision (scripts/gate/revision/schema.ts)')
  .argument('<request>', 'file of the request')
  .argument('<response>', 'file that the response is written to')
  .action(async (request: string, response: string) => {
    const { respond } = await import('../gate/revision/respond.ts');
    await respond(request, response);
    // Vitest sets an exit code of its own.
    process.exitCode = 0;
  });
