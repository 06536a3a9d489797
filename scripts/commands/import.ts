import { Command } from 'commander';

interface ImportOptions {
  readonly format?: string;
  readonly out?: string;
  readonly dryRun?: true;
}

/** Takes recordings of other programs as cassettes. */
export const importCommand = new Command('import')
  .description('import recordings (HAR, VCR, nock, …) as cassettes')
  .argument('<case>', '<provider-api>/<tool>/<scenario>, or one mode of it: …/complete')
  .argument('<file...>', 'recordings of one conversation, in this order')
  .option('--format <id>', 'format of the files (default: by content)')
  .option('--out <folder>', 'folder of cassettes (default: recordings/cassettes)')
  .option('--dry-run', 'print what would be imported and lost, write nothing')
  .addHelpText(
    'after',
    `
Formats: polly and har (HAR 1.2), vcrpy, go-vcr and ruby-vcr (YAML or JSON),
nock (JSON), test-proxy (JSON), httpmock (YAML), curl (output of curl -i), and
bodies alone: json, sse, jsonl (events, one a line), eventstream (AWS frames).
docs/recording.md says what becomes of them.

Examples:
  npm run atc -- cassettes import anthropic/function-calling/call-single a.har --dry-run
  npm run atc -- cassettes import anthropic/function-calling/call-single 1.json 2.json`,
  )
  .action(async (pattern: string, files: string[], options: ImportOptions, command: Command) => {
    const { importRecordings } = await import('../import/recordings.ts');
    const { out, dryRun, format } = options;
    const exitCode = await importRecordings({
      pattern,
      files,
      format,
      into: out,
      dryRun: dryRun ?? false,
      print: (text) => command.configureOutput().writeOut?.(text),
    });
    if (exitCode !== 0) process.exitCode = exitCode;
  });
