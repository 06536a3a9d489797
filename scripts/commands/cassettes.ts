import { Command } from 'commander';
import { aboutCases } from '../cli.ts';

interface ImportOptions {
  readonly format?: string;
  readonly out?: string;
  readonly dryRun?: true;
  readonly name?: string;
  readonly yes?: true;
}

/** Takes recordings of other programs as cassettes. */
export const importCommand = new Command('import')
  .description('import recordings (HAR, VCR, nock, …) as cassettes')
  .argument('<case>', 'scenario, <provider-api>/<tool>/<scenario>; provider API alone: new cases')
  .argument('<file...>', 'recordings, in this order')
  .option('--format <id>', 'format of the files (default: by content)')
  .option('--out <folder>', 'folder of cassettes (default: recordings/cassettes)')
  .option('--name <id>', 'start of the ids of new cases (default: name of the file)')
  .option('--yes', 'write new cases without asking')
  .option('--dry-run', 'print what would be imported and lost, write nothing')
  .addHelpText(
    'after',
    `
With a provider API alone, conversations are split, judged and shown as new cases;
they are written below --out (default: conformance/recorded) when you agree.
Formats: HAR (polly, har), vcrpy, go-vcr, ruby-vcr, nock, test-proxy, httpmock,
curl (curl -i); bodies alone: json, sse, jsonl (one event a line), eventstream.
docs/recording.md says what becomes of them.

Examples:
  npm run atc -- cassettes import anthropic/function-calling/call-single a.har --dry-run
  npm run atc -- cassettes import anthropic session.har`,
  )
  .action(async (pattern: string, files: string[], options: ImportOptions, command: Command) => {
    const { out, dryRun, format, name, yes } = options;
    const print = (text: string) => command.configureOutput().writeOut?.(text);
    if (!pattern.includes('/')) {
      const [{ importCases }, { providerApiNamed }] = await Promise.all([
        import('../import/cases.ts'),
        import('../find-scenario.ts'),
      ]);
      const write = dryRun ? false : (yes ?? 'ask');
      const into = out ?? 'conformance/recorded';
      await importCases({ providerApi: providerApiNamed(pattern), files, format, into, name, write, print });
      return;
    }
    const { importRecordings } = await import('../import/recordings.ts');
    const exitCode = await importRecordings({
      pattern,
      files,
      format,
      into: out,
      dryRun: dryRun ?? false,
      print,
    });
    if (exitCode !== 0) process.exitCode = exitCode;
  });

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

/** Cassettes from recordings of other programs, and for other programs. */
export const cassettesCommand = new Command('cassettes')
  .description('import recordings as cassettes, or export them as HAR')
  .addCommand(importCommand)
  .addCommand(exportCommand)
  .addHelpText(
    'after',
    `
Examples:
  npm run atc -- cassettes import anthropic/function-calling/call-single session.har
  npm run atc -- cassettes export anthropic/web-search --out exported`,
  );
