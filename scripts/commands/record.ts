import { Command } from 'commander';
import { aboutCases, repeatable } from '../cli.ts';

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
  npm run atc -- record import anthropic/function-calling/call-single a.har --dry-run
  npm run atc -- record import anthropic session.har`,
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
  npm run atc -- record export anthropic/web-search --out exported
  npm run atc -- record export call-single.json#sse --out call-single.har`,
  )
  .action(async (chosen: string[], { out }: ExportOptions, command: Command) => {
    const { exportCassettes } = await import('../import/export-cassettes.ts');
    const written = await exportCassettes({ chosen, out });
    command.configureOutput().writeOut?.(`${written.map((path) => `written: ${path}`).join('\n')}\n`);
  });

interface RecordOptions {
  readonly baseUrl: string[];
  readonly resource: string[];
  readonly out?: string;
  readonly dryRun?: true;
  readonly yes?: true;
}

/** Records cassettes from providers, through the reference adapters. */
export const recordCommand = new Command('record')
  .description('record cassettes from provider APIs; import or export them')
  .addCommand(importCommand)
  .addCommand(exportCommand)
  .argument('[case...]')
  .option('--dry-run', 'print what would be called and written, with which keys')
  .option('--yes', 'do not ask before calling')
  .option('--out <folder>', 'folder of cassettes (default: recordings/cassettes)')
  .option('--base-url <url>', 'other server; or name=url of a further service', repeatable, [])
  .option('--resource <name=id>', 'id of a resource that you created yourself', repeatable, [])
  .addHelpText(
    'after',
    `
${aboutCases('<provider-api>/<tool>/<scenario>/<mode>')}
Keys come from the variables of the provider's SDK, or from .env. Secrets are
scrubbed before a file is written. What does not fulfill its scenario is not
written; what makes a verdict worse goes to recordings/rejected. What another
server responds is never graded live; {tool}, {scenario} and {mode} in its URL
are filled in. Ctrl-C ends after clean-up, a second one at once.

Examples:
  npm run atc -- record anthropic/function-calling/call-single --dry-run
  npm run atc -- record mistral/web-search
  npm run atc -- record --yes > summary.txt`,
  )
  .action(async (cases: string[], options: RecordOptions, command: Command) => {
    const [{ environmentWith, recordFromCommandLine }, { cassettesFolder }] = await Promise.all([
      import('../record/command.ts'),
      import('../../recordings/format/cassette-path.ts'),
    ]);
    const { baseUrl, out } = options;
    const { writeOut = () => {} } = command.configureOutput();
    const ending = new AbortController();
    // The second one is the system's own: it ends the process.
    const end = () => ending.abort();
    process.once('SIGINT', end).once('SIGTERM', end);
    try {
      process.exitCode = await recordFromCommandLine({
        cases,
        baseUrls: baseUrl,
        resources: options.resource,
        makesResources: baseUrl.length === 0,
        environment: environmentWith(process.env),
        dryRun: options.dryRun ?? false,
        folder: out ?? cassettesFolder,
        yes: options.yes ?? false,
        isTerminal: process.stdout.isTTY === true,
        out: writeOut,
        signal: ending.signal,
      });
    } finally {
      process.off('SIGINT', end).off('SIGTERM', end);
    }
    // A conversation that did not end in time must not keep the process.
    if (ending.signal.aborted) process.exit();
  });
