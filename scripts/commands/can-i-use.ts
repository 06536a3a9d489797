import { Command } from 'commander';

interface CanIUseOptions {
  readonly tool?: string;
  readonly adapter?: string;
  readonly provider?: string;
  readonly mode?: string;
  readonly out: string;
  readonly json?: true;
}

/** Whether a tool works through an adapter, from the last run; of a cell or a case, why. */
export const canIUseCommand = new Command('can-i-use')
  .description('say whether a tool works through an adapter or on a provider API, how sure that is, and why')
  .argument('[id]', 'explain a cell, <tool>/<provider API>, or a case, <adapter>/<tool>/<scenario>/<mode>')
  .option('--tool <id>', 'the tool, such as web-search')
  .option('--adapter <id>', 'an adapter, such as ai-sdk-anthropic; or a provider API: then its reference adapter')
  .option('--provider <id>', 'the provider API, such as anthropic; with it --adapter may be an implementation')
  .option('--mode <mode>', 'only complete or stream (default: both)')
  .option('--out <folder>', 'where the results of the last run lie', 'reports/out')
  .option('--json', 'JSON instead of text, as schemas/can-i-use.schema.json describes it; of an id, all that was seen')
  .addHelpText(
    'after',
    `
The first line is the answer. “In part” has notes or known failures that have to be read first, so that it counts as no.
With an id it explains, from the claim to the verdict.

Examples:
  npm run atc -- can-i-use --tool web-search --adapter anthropic
  npm run atc -- can-i-use --tool shell --adapter ai-sdk --provider anthropic --json
  npm run atc -- can-i-use function-calling/anthropic
  npm run atc -- can-i-use reference-anthropic/function-calling/call-single/stream

Exit codes: 0 yes, or explained, whatever the verdict; 1 in part, no or unknown; 2 the input is wrong, or there are no results.`,
  )
  .action(async (id: string | undefined, { out, json, ...question }: CanIUseOptions, command: Command) => {
    const [{ resolve }, { colours }, { readResults }] = await Promise.all([
      import('node:path'),
      import('../terminal-colors.ts'),
      import('../../reports/results/store.ts'),
    ]);
    const { writeOut = () => {} } = command.configureOutput();
    const { tool, ...narrower } = question;
    if ((id === undefined) === (tool === undefined) || (id !== undefined && Object.keys(narrower).length > 0)) {
      const { UserError } = await import('../../lib/user-error.ts');
      throw new UserError('give either --tool, or the id of a cell or a case', {
        hint: 'npm run atc -- can-i-use --tool web-search --adapter anthropic',
      });
    }
    const folder = resolve(out);
    const results = await readResults(folder);
    if (id !== undefined) {
      const [{ EvidenceReader }, { explain, explained }] = await Promise.all([
        import('../../reports/results/evidence-files.ts'),
        import('../../reports/explain/explain.ts'),
      ]);
      const reader = new EvidenceReader(folder, results);
      const evidence = { get: (sha256: string) => reader.read(sha256) };
      const told = json
        ? JSON.stringify(explained(id, results, evidence), null, 2)
        : explain(id, results, evidence, colours);
      writeOut(`${told}\n`);
      return;
    }
    const [{ canIUse }, { canIUseText }, { readNewest }] = await Promise.all([
      import('../../reports/can-i-use/answer.ts'),
      import('../../reports/can-i-use/text.ts'),
      import('../../reports/newest/newest.ts'),
    ]);
    const answer = canIUse({ ...narrower, tool: tool ?? '' }, results, await readNewest(folder));
    writeOut(json ? `${JSON.stringify(answer, null, 2)}\n` : canIUseText(answer, colours));
    if (answer.answer !== 'yes') process.exitCode = 1;
  });
