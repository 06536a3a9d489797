import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command, Option } from 'commander';
import { UserError } from '../lib/user-error.ts';
import { repeatable } from '../scripts/cli.ts';
import { outOption } from '../scripts/global-options.ts';
import type { ProgramOptions } from '../scripts/run/external-adapter/options.ts';
import type { Adapter } from '../spec/contract/index.ts';
import type { Conformance } from './conformance.ts';
import { folder } from './init.ts';

interface RunOptions extends ProgramOptions {
  readonly adapter?: string;
  readonly tier: string[];
  readonly out: string;
  readonly recorded?: string;
  readonly requirements?: string;
}

/** The cases of one adapter: that of a module, or a program. */
export const runCommand = new Command('run')
  .description('run the cases of your adapter, and write results and report')
  .argument('[case...]')
  .addOption(new Option('--adapter <file>', 'module that exports `adapter`').conflicts('command'))
  .option('--command <line>', 'external adapter: a program in any language')
  .option('--cwd <folder>', 'its working directory (default: here)')
  .option('--log-messages', 'log and validate its messages')
  .option('--tier <tier>', 'only core, extended, edge or robustness (repeatable)', repeatable, [])
  .option('--requirements <month>', 'only the frozen cases of a month, such as 2026-11')
  .option('--recorded <folder>', 'own cases too, as `import` writes them')
  .addOption(outOption('folder of results and report'))
  .addHelpText(
    'after',
    `
A case is <adapter>/<tool>/<scenario>/<mode>. A part may be *, or left out at the
end. One known word is enough: web-search. With --command, a case begins with the
provider API. Known issues are in known-issues.yaml beside the adapter.

Examples:
  npm run atc -- run --adapter ${folder}/adapter.js function-calling
  npm run atc -- run anthropic --command 'python3 adapter.py' --log-messages`,
  )
  .action(async (patterns: string[], { adapter: file, tier, out, recorded, requirements, ...program }: RunOptions) => {
    const { adapter, startedBy, issues } =
      file === undefined ? await programOf(patterns, program) : await moduleOf(file, program);
    const [{ prepareCases }, { adapterPart, demandMatches, matchesAny, modePart, parsePattern, patternPart }] =
      await Promise.all([import('./cases.ts'), import('../spec/engine/case-pattern.ts')]);
    const tiers = tier as NonNullable<Conformance['tiers']>;
    const { cases, close } = await prepareCases(
      {
        adapter,
        report: out,
        ...issues,
        ...(recorded === undefined ? {} : { recorded }),
        ...(requirements === undefined ? {} : { requirements }),
        ...(tiers.length > 0 ? { tiers } : {}),
      },
      (id) => `npm run atc -- run ${id} ${startedBy}`,
    );
    const parts = [
      adapterPart([adapter]),
      patternPart('tool', () => cases.map(({ tool }) => tool)),
      patternPart('scenario', () => cases.map(({ scenario }) => scenario)),
      modePart,
    ];
    const ids = cases.map(({ id }) => id.split('/'));
    demandMatches(patterns, parts, ids);
    const isChosen = matchesAny(patterns.flatMap((each) => parsePattern(each, parts)));
    let failed = 0;
    for (const [i, { run }] of cases.entries()) {
      if (isChosen(ids[i] ?? [])) await run().catch(() => failed++);
    }
    await close();
    if (failed > 0) process.exitCode = 1;
  });

/** An adapter, and how a command line names it. */
interface Subject {
  readonly adapter: Adapter;
  readonly startedBy: string;
  readonly issues: Pick<Conformance, 'knownIssues'>;
}

/** @throws {UserError} no program is named, or several provider APIs are. */
async function programOf(patterns: readonly string[], options: ProgramOptions): Promise<Subject> {
  const [{ parseExternalAdapter }, { adapterOf, knownIssuesFor }] = await Promise.all([
    import('../scripts/run/external-adapter/options.ts'),
    import('../spec/external-adapter/external-adapter.ts'),
  ]);
  const program = await parseExternalAdapter(patterns, options);
  if (program === undefined) {
    throw new UserError('no adapter named', {
      hint: 'type --adapter and the module that exports it, or --command and how to start it',
    });
  }
  const [providerApi = '', other] = program.providerApis;
  if (other !== undefined) throw new UserError('one run is of one provider API', { hint: `leave out ${other}` });
  const adapter = adapterOf(program, providerApi, (line) => process.stderr.write(`${line}\n`));
  return { adapter, startedBy: program.startedBy, issues: knownIssuesFor(program.folder, providerApi) };
}

/** @throws {UserError} there is no such module, or it exports no adapter. */
async function moduleOf(file: string, { cwd, logMessages }: ProgramOptions): Promise<Subject> {
  if (cwd !== undefined || logMessages) {
    throw new UserError('--cwd and --log-messages apply to an external adapter only', { hint: 'add --command <line>' });
  }
  const path = resolve(file);
  if (!existsSync(path)) throw new UserError('there is no such file', { where: file, hint: 'name a module' });
  const loaded: Promise<{ readonly adapter?: Adapter }> = import(pathToFileURL(path).href);
  const { adapter } = await loaded.catch((error: unknown) => {
    throw new UserError(`cannot be loaded: ${error}`, { where: file, hint: 'name a module that Node.js can import' });
  });
  if (typeof adapter?.createClient !== 'function') {
    throw new UserError('exports no adapter', {
      where: file,
      hint: 'name the export `adapter`; adapterOf of a kit makes one',
    });
  }
  const { knownIssuesFor } = await import('../spec/external-adapter/external-adapter.ts');
  return {
    adapter,
    startedBy: `--adapter ${file}`,
    issues: knownIssuesFor(dirname(path), adapter.providerApi),
  };
}
