import { Command, Option } from 'commander';
import { UserError } from '../../lib/user-error.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { RunDetails } from '../../reports/can-i-use/answer.ts';
import type { AskedLimits } from '../../reports/can-i-use/limits.ts';
import type { Asked } from '../../reports/can-i-use/question.ts';
import type { Snapshot } from '../../reports/snapshot/schema.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import { jsonOption } from '../global-options.ts';

interface CanIUseOptions extends Omit<Asked, 'what'>, AskedLimits {
  readonly results?: string;
  readonly all?: true;
  readonly json?: true;
}

/** Whether a tool works through a library on a provider API; of a case of a run, why. */
export const canIUseCommand = new Command('can-i-use')
  .description('say whether a tool works with a library and a provider')
  .argument('[what]', 'tool, <tool>/<provider> or, to explain a case, <adapter>/<tool>/<scenario>/<mode>')
  .option('--library <name>', 'library, such as langchain (default: all)')
  .option('--provider <name>', 'provider or provider API, such as claude (default: all)')
  .option('--beside <name>', 'tool or modifier in the same request')
  .option('--model <id>', 'model, such as gemini-3.8-flash')
  .option('--surface <name>', 'surface of the provider API, such as vertex')
  .option('--results <folder>', 'folder of a run (default: the results that ship)')
  .option('--all', 'all gaps, in as many lines and columns as they take')
  .addOption(jsonOption('JSON instead of text; of a case, everything observed'))
  .addOption(new Option('--tool <name>', 'tool').hideHelp())
  .addOption(new Option('--adapter <name>', 'adapter, library or provider API').hideHelp())
  .addHelpText(
    'after',
    `
Names may be ids or product names, in any case, with or without hyphens.
Exit code of the best answer: 0 works, also with gaps · 1 less · 3 not judged.

Examples:
  npm run atc -- can-i-use web-search --library langchain --provider anthropic
  npm run atc -- can-i-use shell --beside strict-schema --provider google
  npm run atc -- can-i-use reference-anthropic/web-search/search-basic/stream`,
  )
  .action(
    async (
      what: string | undefined,
      { results, all, json, beside, model, surface, ...named }: CanIUseOptions,
      command: Command,
    ) => {
      const { writeOut = () => {}, writeErr = () => {} } = command.configureOutput();
      const { colours } = await import('../terminal-colors.ts');
      const limiting = { beside, model, surface };
      const asked = { ...named, what };
      if (what !== undefined && what.split('/').length === 4) {
        if (all || Object.values({ ...named, ...limiting }).some((value) => value !== undefined)) {
          throw new UserError('a case takes no other options than --results and --json', {
            hint: `npm run atc -- can-i-use ${what}`,
          });
        }
        const { acceptOldIds } = await import('../renamed-ids.ts');
        await acceptOldIds(command, writeErr);
        writeOut(`${await explainedCase(String(command.processedArgs[0]), results ?? 'reports/out', json)}\n`);
        return;
      }
      const [{ lookupOf }, { questionOf }, { canIUse, exitCodeOf }] = await Promise.all([
        import('../../reports/snapshot/lookup.ts'),
        import('../../reports/can-i-use/question.ts'),
        import('../../reports/can-i-use/answer.ts'),
      ]);
      const { snapshot, details, cases } =
        results === undefined ? await shipped(writeErr) : await ofRun(results, writeErr);
      const lookup = lookupOf(snapshot);
      const question = questionOf(asked, lookup);
      const answer = canIUse(question, lookup, details);
      const look = { colour: colours, isAll: all === true };
      if (Object.values(limiting).some((value) => value !== undefined)) {
        const [{ loadMatrix }, { exitCodeOfLimits, limitQuestionOf, limitsFound, limitsText, withLimits }] =
          await Promise.all([import('../../matrix/load.ts'), import('../../reports/can-i-use/limits.ts')]);
        const about = limitQuestionOf(limiting, question, await loadMatrix());
        const found = limitsFound(about, new Date().toISOString().slice(0, 10), cases);
        writeOut(
          json
            ? `${JSON.stringify(withLimits(answer, about, found), null, 2)}\n`
            : limitsText(about, found, lookup, look),
        );
        process.exitCode = exitCodeOfLimits(found);
        return;
      }
      if (json) writeOut(`${JSON.stringify(answer, null, 2)}\n`);
      else {
        const { canIUseText } = await import('../../reports/can-i-use/text.ts');
        writeOut(canIUseText(answer, lookup, look));
      }
      const code = exitCodeOf(answer);
      if (code !== 0) process.exitCode = code;
    },
  );

/** What ships with this version. */
async function shipped(
  warn: (line: string) => void,
): Promise<{ snapshot: Snapshot; details?: RunDetails; cases?: readonly CaseResult[] }> {
  const { readShipped, snapshotPath } = await import('../../reports/snapshot/file.ts');
  const snapshot = readShipped(snapshotPath);
  warn(otherVersion(snapshot));
  return { snapshot };
}

/** The warning that verdicts are of another version; empty where they are of this one. Pure. */
export const otherVersion = ({ suite }: Pick<Snapshot, 'suite'>): string =>
  suite === packageJson.version
    ? ''
    : `warning: the verdicts are of version ${suite}, this is ${packageJson.version}; run: npm run snapshot\n`;

/** What a run in a folder says. */
async function ofRun(
  folder: string,
  warn: (line: string) => void,
): Promise<{ snapshot: Snapshot; details: RunDetails; cases: readonly CaseResult[] }> {
  const [{ resolve }, { readResults }, { snapshotOfRun }, { readNewest }] = await Promise.all([
    import('node:path'),
    import('../../reports/results/store.ts'),
    import('../../reports/snapshot/read.ts'),
    import('../../reports/newest/newest.ts'),
  ]);
  const results = await readResults(resolve(folder));
  if (Object.values(results.run.selection).some((chosen) => chosen.length > 0)) {
    warn('warning: this run had some cases only; for all of them, run: npm run conformance\n');
  }
  const runOf: RunDetails['runOf'] = (adapter, tool) => {
    const found = results.cases.find((c) => c.adapter === adapter && c.tool === tool);
    return found?.replay.replace(found.id, () => `${adapter}/${tool}`);
  };
  return {
    snapshot: snapshotOfRun(results),
    details: { newest: await readNewest(resolve(folder)), runOf },
    cases: results.cases,
  };
}

async function explainedCase(id: string, out: string, json: true | undefined): Promise<string> {
  const [{ resolve }, { readResults }, { EvidenceReader }, { explain, explained }, { colours }] = await Promise.all([
    import('node:path'),
    import('../../reports/results/store.ts'),
    import('../../reports/results/evidence-files.ts'),
    import('../../reports/explain/explain.ts'),
    import('../terminal-colors.ts'),
  ]);
  const folder = resolve(out);
  const results = await readResults(folder);
  const reader = new EvidenceReader(folder, results);
  const evidence = { get: (sha256: string) => reader.read(sha256) };
  return json ? JSON.stringify(explained(id, results, evidence), null, 2) : explain(id, results, evidence, colours);
}
