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
  .description('check whether a tool works with an adapter or a provider API')
  .argument('[id]', 'explain a cell, <tool>/<provider-api>, or a case, <adapter>/<tool>/<scenario>/<mode>')
  .option('--tool <id>', 'tool, such as web-search')
  .option('--adapter <id>', 'adapter, such as ai-sdk-anthropic; a provider API means its reference adapter')
  .option('--provider <id>', 'provider API, such as anthropic; then --adapter may be an implementation')
  .option('--mode <mode>', 'only complete or stream (default: both)')
  .option('--out <folder>', 'folder of the run', 'reports/out')
  .option('--json', 'JSON instead of text (schemas/can-i-use.schema.json); with an id, everything observed')
  .addHelpText(
    'after',
    `
The first line is the answer. With an id, the command explains the verdict. “In part” counts as no.
Exit code 1 means in part, no or unknown.

Examples:
  npm run atc -- can-i-use --tool web-search --adapter anthropic
  npm run atc -- can-i-use --tool shell --adapter ai-sdk --provider anthropic --json
  npm run atc -- can-i-use function-calling/anthropic
  npm run atc -- can-i-use reference-anthropic/function-calling/call-single/stream`,
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
      throw new UserError('needs either --tool or the id of a cell or case', {
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
