import { Command } from 'commander';

interface ImportOptions {
  readonly provider: string;
  readonly scenario: string;
  readonly tool?: string;
  readonly mode?: string;
  readonly format?: string;
  readonly out?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Takes recordings of other programs as cassettes. */
export const importCommand = new Command('import')
  .description('import recordings (HAR, VCR, nock, …) as cassettes')
  .argument('<file...>', 'recordings of one conversation, in this order')
  .requiredOption('--provider <id>', 'provider API of the recordings, such as anthropic')
  .requiredOption('--scenario <id>', 'scenario that they record, such as call-single')
  .option('--tool <id>', 'tool of the scenario, if several have one of that id')
  .option('--mode <mode>', 'only complete or stream (default: both, if there)')
  .option('--format <id>', 'format of the files (default: recognized by content)')
  .option('--out <folder>', 'folder of cassettes (default: recordings/cassettes)')
  .option('--dry-run', 'print what would be imported and lost, and write nothing')
  .option('--json', 'JSON instead of text')
  .addHelpText(
    'after',
    `
Formats: polly and har (HAR 1.2), vcrpy, go-vcr and ruby-vcr (YAML or JSON), nock (JSON), test-proxy (JSON), httpmock (YAML), and
bodies alone: json, sse, eventstream (AWS frames).

Import decodes bodies, scrubs secrets, and replaces the base URL by the provider's own. The command and the cassette's note name what was lost.
The evidence grade is never live. A cassette that does not fulfill its scenario, or makes a verdict worse, goes to recordings/rejected,
with the reasons.

Examples:
  npm run atc -- import session.har --provider anthropic --scenario call-single --dry-run
  npm run atc -- import first.json second.json --format json --provider openai-chat --scenario call-single --mode complete
  npm run atc -- import cassette.yaml --provider openai-chat --scenario call-single --out /path/to/cassettes`,
  )
  .action(async (files: string[], options: ImportOptions, command: Command) => {
    const { importRecordings } = await import('../import/recordings.ts');
    const { provider, out, dryRun, json, ...chosen } = options;
    const exitCode = await importRecordings({
      ...chosen,
      files,
      providerApi: provider,
      into: out,
      dryRun: dryRun ?? false,
      json: json ?? false,
      print: (text) => command.configureOutput().writeOut?.(text),
    });
    if (exitCode !== 0) process.exitCode = exitCode;
  });
