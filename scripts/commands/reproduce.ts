import { Command } from 'commander';
import { UserError } from '../../lib/user-error.ts';
import { sampleSize } from '../cli.ts';
import type { Reproduced } from '../reproduce/check.ts';

interface Options {
  readonly check?: true;
  readonly sample?: number;
  readonly out: string;
  readonly json?: true;
}

/** A case of the last run → a program with the library and the recorded answers alone. */
export const reproduceCommand = new Command('reproduce')
  .description('print a case of the last run as a program of its own: the library, the recorded answers, nothing else')
  .argument('[case]', '<adapter>/<tool>/<scenario>/<mode>')
  .option('--check', 'run the reproductions of all known issues of the run: each has to fail with the library alone')
  .option('--sample <n>', 'with --check: only so many of them, others at each git revision', sampleSize)
  .option('--out <folder>', 'where the results lie', 'reports/out')
  .option('--json', 'JSON instead of text, with --check')
  .addHelpText(
    'after',
    `
What calls the library is the claim that known-issues.yaml names (docs/known-issues.md), cut out of its file with what it
uses; the program ends by printing it. Where there is none, the program serves the answers and shows what it was asked.

Examples:
  npm run --silent atc -- reproduce ai-sdk-anthropic/remote-mcp/call-basic/stream > reproduction.mjs
  npm run atc -- reproduce --check
  npm run atc -- reproduce --check --sample 24

Exit codes: 0 printed, or with --check all known issues are reproduced; 1 with --check one is not; 2 the input is wrong.`,
  )
  .action(async (id: string | undefined, options: Options, command: Command) => {
    if ((id === undefined) !== (options.check === true)) {
      throw new UserError('give either a case or --check', {
        hint: 'npm run atc -- reproduce <adapter>/<tool>/<scenario>/<mode>',
      });
    }
    if (id !== undefined && options.sample !== undefined) {
      throw new UserError('--sample chooses among the reproductions that --check runs', {
        hint: 'npm run atc -- reproduce --check --sample 24',
      });
    }
    const [{ resolve }, { readResults }] = await Promise.all([
      import('node:path'),
      import('../../reports/results/store.ts'),
    ]);
    const folder = resolve(options.out);
    const results = await readResults(folder);
    const { writeOut = () => {} } = command.configureOutput();
    if (id !== undefined) {
      const { reproductionOf } = await import('../reproduce/of-case.ts');
      writeOut(await reproductionOf(id, results, folder));
      return;
    }
    const [{ checkReproductions }, { reproducedLine, reproducedSum }, { sampleAtHead }] = await Promise.all([
      import('../reproduce/check.ts'),
      import('../reproduce/text.ts'),
      import('../git.ts'),
    ]);
    const tell = (each: Reproduced) => {
      if (!options.json) writeOut(`${reproducedLine(each)}\n`);
    };
    const sample = await sampleAtHead(options.sample);
    const all = await checkReproductions(results, folder, tell, { sample });
    writeOut(`${options.json ? JSON.stringify(all, null, 2) : reproducedSum(all)}\n`);
    process.exitCode = all.every(({ outcome }) => outcome === 'fails') ? 0 : 1;
  });
