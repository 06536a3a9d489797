import { Command } from 'commander';
import { aboutCases } from '../cli.ts';

interface ExportOptions {
  readonly out: string;
}

/** Writes cassettes as HAR for other tools. */
export const exportCommand = new Command('export')
  .description('export cassettes as HAR 1.2')
  .argument('<case...>', '<provider-api>/<tool>/<scenario>, or paths of cassettes')
  .requiredOption('--out <path>', 'folder; or a .har file, for one recording')
  .addHelpText(
    'after',
    `
${aboutCases('<provider-api>/<tool>/<scenario>')}
<path>#json, #sse or #eventstream is one transport of a cassette. Each has its own
file, <provider-api>/<tool>/<scenario>.<transport>.har, with its provenance as
comment. An import of it gives the same exchanges.

Examples:
  npm run atc -- cassettes export anthropic/web-search --out exported
  npm run atc -- cassettes export call-single.json#sse --out call-single.har`,
  )
  .action(async (chosen: string[], { out }: ExportOptions, command: Command) => {
    const { exportCassettes } = await import('../import/export-cassettes.ts');
    const written = await exportCassettes({ chosen, out });
    command.configureOutput().writeOut?.(`${written.map((path) => `written: ${path}`).join('\n')}\n`);
  });
