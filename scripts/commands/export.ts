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
  .description('write cassettes as plain HAR 1.2, for browsers, proxies and other test tools')
  .argument(
    '[cassette...]',
    'cassettes, by their paths; what was recorded by one transport as <path>#<json|sse|eventstream>',
  )
  .option('--provider <id>', 'cassettes of this provider API (repeatable)', repeatable, [])
  .option('--tool <id>', 'cassettes of this tool (repeatable)', repeatable, [])
  .option('--scenario <id>', 'cassettes of this scenario (repeatable)', repeatable, [])
  .requiredOption('--out <path>', 'a folder; or, of one recording, a file that ends in .har')
  .option('--json', 'JSON instead of text: the files that are written')
  .addHelpText(
    'after',
    `
Bodies are written as text, or as base64 where they are none; where a cassette comes from stands in the comment of its log. Each
transport of a cassette is a file of its own: <provider-api>/<tool>/<scenario>.<transport>.har. Importing what was exported gives the same
exchanges.

Examples:
  npm run atc -- export recordings/cassettes/anthropic/function-calling/call-single.json#sse --out call-single.har
  npm run atc -- export --provider anthropic --tool web-search --out exported

Exit codes: 0 written; 2 the input is wrong.`,
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
