import { Command } from 'commander';
import { repeatable } from '../cli.ts';

interface ExportOptions {
  readonly provider: string[];
  readonly tool: string[];
  readonly scenario: string[];
  readonly out: string;
  readonly json?: true;
}

/** Writes cassettes as HAR for other tools. */
export const exportCommand = new Command('export')
  .description('export cassettes as HAR 1.2')
  .argument('[cassette...]', 'paths of cassettes; one transport as <path>#<json|sse|eventstream>')
  .option('--provider <id>', 'cassettes of this provider API (repeatable)', repeatable, [])
  .option('--tool <id>', 'cassettes of this tool (repeatable)', repeatable, [])
  .option('--scenario <id>', 'cassettes of this scenario (repeatable)', repeatable, [])
  .requiredOption('--out <path>', 'folder; or a file that ends in .har, for one recording')
  .option('--json', 'JSON instead of text')
  .addHelpText(
    'after',
    `
Bodies are text, or base64 if they are binary. The provenance is in the comment of the log. Each transport has its own file,
<provider-api>/<tool>/<scenario>.<transport>.har. An import of the export gives the same exchanges.

Examples:
  npm run atc -- export recordings/cassettes/anthropic/function-calling/call-single.json#sse --out call-single.har
  npm run atc -- export --provider anthropic --tool web-search --out exported`,
  )
  .action(async (paths: string[], { provider, tool, scenario, out, json }: ExportOptions, command: Command) => {
    const { exportCassettes } = await import('../import/export-cassettes.ts');
    const written = await exportCassettes({
      paths,
      providerApis: provider,
      tools: tool,
      scenarios: scenario,
      out,
    });
    const text = json ? JSON.stringify({ written }, null, 2) : written.map((path) => `written: ${path}`).join('\n');
    command.configureOutput().writeOut?.(`${text}\n`);
  });
