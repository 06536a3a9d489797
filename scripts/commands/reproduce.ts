import { Command } from 'commander';
import { UserError } from '../../lib/user-error.ts';
import { sampleSize } from '../cli.ts';
import { outOption } from '../global-options.ts';
import type { Reproduced } from '../reproduce/check.ts';

interface Options {
  readonly check?: number | true;
  readonly out: string;
}

/** A known issue, or a case of the last run → a program with the library and the recorded answers alone. */
export const reproduceCommand = new Command('reproduce')
  .description('print a script that reproduces a known issue or a case')
  .argument('[what]', 'known issue, <adapter>/<id>, or case, <adapter>/<tool>/<scenario>/<mode>')
  .option('--check [n]', 'run the reproductions of all known issues, or of n', sampleSize)
  .addOption(outOption())
  .addHelpText(
    'after',
    `
The script has the claim of the known issue (docs/known-issues.md) with all that
it uses, and prints it at its end. Without a claim, it serves the recorded
responses and prints the requests. A known issue needs no run; a case does.
--check n takes others at each git revision.

Examples:
  npm run --silent atc -- reproduce langchain-anthropic/server-tool-results-not-sent
  npm run --silent atc -- reproduce ai-sdk-anthropic/remote-mcp/call-basic/stream
  npm run atc -- reproduce --check
  npm run atc -- reproduce --check 24`,
  )
  .action(async (what: string | undefined, options: Options, command: Command) => {
    if ((what === undefined) !== (options.check !== undefined)) {
      throw new UserError('needs a known issue, a case or --check, and only one of them', {
        hint: 'npm run atc -- reproduce <adapter>/<issue>',
      });
    }
    const { writeOut = () => {} } = command.configureOutput();
    if (what?.split('/').length === 2) {
      const { reproductionOfIssue } = await import('../reproduce/of-issue.ts');
      writeOut(await reproductionOfIssue(what));
      return;
    }
    const [{ resolve }, { readResults }] = await Promise.all([
      import('node:path'),
      import('../../reports/results/store.ts'),
    ]);
    const folder = resolve(options.out);
    const results = await readResults(folder);
    if (what !== undefined) {
      const { reproductionOf } = await import('../reproduce/of-case.ts');
      writeOut(await reproductionOf(what, results, folder));
      return;
    }
    const [{ checkReproductions }, { reproducedLine, reproducedSum }, { sampleAtHead }] = await Promise.all([
      import('../reproduce/check.ts'),
      import('../reproduce/text.ts'),
      import('../git.ts'),
    ]);
    const tell = (each: Reproduced) => writeOut(`${reproducedLine(each)}\n`);
    const sample = await sampleAtHead(options.check === true ? undefined : options.check);
    const all = await checkReproductions(results, folder, tell, { sample });
    writeOut(`${reproducedSum(all)}\n`);
    process.exitCode = all.every(({ outcome }) => outcome === 'fails') ? 0 : 1;
  });
