import { Command } from 'commander';

interface ImportOptions {
  readonly provider: string;
  readonly as: string;
  readonly tool?: string;
  readonly mode?: string;
  readonly format?: string;
  readonly into?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Takes recordings of other programs as cassettes. */
export const importCommand = new Command('import')
  .description('take recordings of other programs (HAR, VCR, nock …) as the cassettes of a scenario')
  .argument('<file...>', 'recordings; of one transport they are one conversation, in this order')
  .requiredOption('--provider <id>', 'the provider API that was called, such as anthropic')
  .requiredOption('--as <scenario>', 'the scenario that it is a recording of, such as call-single')
  .option('--tool <id>', 'the tool, where several have a scenario of that id')
  .option('--mode <mode>', 'only complete or stream (default: what is there)')
  .option('--format <id>', 'what the files are (default: recognised by their content)')
  .option('--into <folder>', 'where cassettes lie (default: recordings/cassettes)')
  .option('--dry-run', 'only say what would be taken, lost and written')
  .option('--json', 'JSON instead of text')
  .addHelpText(
    'after',
    `
Formats: polly and har (HAR 1.2), vcrpy, go-vcr and ruby-vcr (YAML or JSON), nock (JSON), test-proxy (JSON), httpmock (YAML), and
bodies alone: json, sse, eventstream (AWS frames).

Bodies are unpacked, everything is scrubbed, and the base URL becomes the provider's own. What was lost is said, and stands in the
cassette's note. An import is documented, never live: nothing here was connected to the provider. It takes its place only if it
fulfils the scenario and makes no verdict worse; otherwise it is kept aside, with the reasons.

Examples:
  npm run atc -- import session.har --provider anthropic --as call-single --dry-run
  npm run atc -- import first.json second.json --format json --provider openai-chat --as call-single --mode complete
  npm run atc -- import cassette.yaml --provider openai-chat --as call-single --into /path/to/cassettes

Exit codes: 0 written, or as it was, or a dry run; 1 a recording was put aside; 2 the input is wrong.`,
  )
  .action(async (files: string[], options: ImportOptions, command: Command) => {
    const { importRecordings } = await import('../import/recordings.ts');
    const { provider, as, dryRun, json, ...chosen } = options;
    const exitCode = await importRecordings({
      ...chosen,
      files,
      providerApi: provider,
      scenario: as,
      dryRun: dryRun ?? false,
      json: json ?? false,
      print: (text) => command.configureOutput().writeOut?.(text),
    });
    if (exitCode !== 0) process.exitCode = exitCode;
  });
