/** Commands that are npm scripts of their own: for who maintains this project, not for who uses it. */
import { Command } from 'commander';
import { UserError } from '../../lib/user-error.ts';
import type { ProviderApiId } from '../../matrix/ids.ts';
import { repeatable, sampleSize } from '../cli.ts';
import { jsonOption, outOption } from '../global-options.ts';

/** Known defects of real adapters, and the checks that catch adapters which are broken in the same way. */
export const catalogueCommand = new Command('catalogue')
  .description('run broken adapters with known defects of real ones and list which defects are caught')
  .argument('[defect...]', 'only these known defects, such as B017')
  .addOption(jsonOption('JSON instead of a list'))
  .addHelpText(
    'after',
    `
spec/checks/known-defects.json lists defects that real adapters had. A broken adapter names its defects in "from". A defect is caught when a
check other than stream-equals-complete fails with each of them. spec/checks/known-defects-excluded.yaml lists what is out of scope.

Examples:
  npm run catalogue
  npm run catalogue -- B017
  npm run catalogue -- --json`,
  )
  .action(async (defects: string[], { json }: { readonly json?: true }, command: Command) => {
    const { catalogue } = await import('../catalogue.ts');
    const { text, exitCode } = await catalogue(defects, json ?? false);
    command.configureOutput().writeOut?.(text);
    if (exitCode !== 0) process.exitCode = exitCode;
  });

interface CorpusOptions {
  readonly provider?: string;
  readonly adapter: string;
  readonly json?: true;
  readonly shapes?: true;
  readonly schemas?: true;
}

/** Real traffic, read by adapters: what they lose of it, or change. */
export const corpusCommand = new Command('corpus')
  .description('replay real traffic through adapters and compare every fact')
  .option('--provider <id>', 'only this provider API')
  .option('--adapter <implementation>', 'implementation whose adapters run', 'reference')
  .option('--shapes', 'list events, blocks and members that no cassette has')
  .option('--schemas', 'check requests and responses by the providers’ types and rules')
  .addOption(jsonOption('JSON instead of a table'))
  .addHelpText(
    'after',
    `
CORPUS_DIR lists the directories that hold a folder of recordings per provider API, with the system's path separator (: or ;)
between them. They are read as one corpus.

Examples:
  CORPUS_DIR=corpus npm run corpus -- --provider anthropic
  CORPUS_DIR=corpus:more npm run corpus -- --shapes
  CORPUS_DIR=corpus npm run corpus -- --schemas --provider anthropic
  CORPUS_DIR=corpus npm run corpus -- --json

It fails if a fact is lost, changed or invented, if an adapter fails, or if there is nothing to read; with --shapes, on a shape without a
reason in spec/corpus/uncovered-shapes.yaml, or a reason without a shape; with --schemas, on 1 % or more rejected exchanges, or one without a
reason in spec/corpus/known-schema-violations.yaml.`,
  )
  .action(async ({ provider, adapter, json, shapes, schemas }: CorpusOptions, command: Command) => {
    const { CORPUS_DIR: directories } = process.env;
    const { compareCorpusWith, compareSchemasOf, compareShapesOf } = await import('../compare-corpus.ts');
    const { text, exitCode } = shapes
      ? await compareShapesOf(directories, provider, json ?? false)
      : schemas
        ? await compareSchemasOf(directories, provider, json ?? false)
        : await compareCorpusWith({ directories, provider, implementation: adapter, json: json ?? false });
    command.configureOutput().writeOut?.(text);
    if (exitCode !== 0) process.exitCode = exitCode;
  });

/** What `[what]` means: provider APIs, and a tool where one is named. @throws {UserError} there is no such thing. */
async function chosen(what: string | undefined): Promise<readonly [readonly ProviderApiId[], string | undefined]> {
  const [{ providerApiIds, toolIds }, names] = await Promise.all([
    import('../../matrix/ids.ts'),
    import('../../lib/did-you-mean.ts'),
  ]);
  const assertKnown: typeof names.assertKnown = names.assertKnown;
  if (what === undefined) return [providerApiIds, undefined];
  const [providerApi = '', tool] = what.split('/');
  if (tool === undefined && toolIds.includes(providerApi as never)) return [providerApiIds, providerApi];
  assertKnown('provider API', providerApi, providerApiIds);
  if (tool !== undefined) assertKnown('tool', tool, toolIds);
  return [[providerApi as ProviderApiId], tool];
}

/** What recordings rest on. */
export const evidenceCommand = new Command('evidence')
  .description('list how far real traffic shows the recordings of each cell')
  .argument('[what]', 'provider API, tool or <provider-api>/<tool> (default: all)')
  .option('--queue', 'list what to record next instead, with the command that records it')
  .addOption(jsonOption('JSON instead of text; with --queue, with the signatures that are not seen'))
  .addHelpText(
    'after',
    `
A signature is a member and its JSON type, a word of the wire, an event or the order of
two. It is seen where public recordings of two repositories have it that are surely
real. Counted are those that belong to the tool, of core conversations.

Examples:
  npm run evidence
  npm run evidence -- anthropic/web-search --queue`,
  )
  .action(
    async (what: string | undefined, options: { readonly queue?: true; readonly json?: true }, command: Command) => {
      const { cellEvidence, cellLines, queue, queueLines } = await import('../evidence.ts');
      const of = await chosen(what);
      const print = (data: unknown, lines: readonly string[]) =>
        command.configureOutput().writeOut?.(`${options.json ? JSON.stringify(data, null, 2) : lines.join('\n')}\n`);
      if (options.queue) {
        const wanted = await queue(...of);
        print(wanted, queueLines(wanted));
      } else {
        const cells = await cellEvidence(...of);
        print(cells, cellLines(cells));
      }
    },
  );

interface KillMatrixOptions {
  readonly broken: string[];
  readonly check: string[];
  readonly json?: true;
  readonly out: string;
}

/** What the checks are worth: adapters broken on purpose, and the checks that catch them. */
export const killMatrixCommand = new Command('kill-matrix')
  .description('run broken adapters and verify that checks catch them')
  .option('--broken <id>', 'only this broken adapter, with all findings (repeatable)', repeatable, [])
  .option('--check <id>', 'only broken adapters for this check (repeatable)', repeatable, [])
  .addOption(jsonOption('JSON instead of tables'))
  .addOption(outOption('folder of kill-matrix.json'))
  .addHelpText(
    'after',
    `
A broken adapter is a reference adapter with one real defect. It runs the cases that show the defect, and its check must fail. The unbroken
adapter must pass them. A selection is printed and not written.

Examples:
  npm run kill-matrix
  npm run kill-matrix -- --broken drops-second-parallel-call
  npm run kill-matrix -- --check returns-citations --json`,
  )
  .action(async ({ broken, check, json, out }: KillMatrixOptions, command: Command) => {
    const { killMatrix } = await import('../kill-matrix.ts');
    const { text, exitCode } = await killMatrix({ broken, checks: check, json: json ?? false, folder: out });
    command.configureOutput().writeOut?.(text);
    if (exitCode !== 0) process.exitCode = exitCode;
  });

interface SchemasOptions {
  readonly check?: true | undefined;
  readonly sample?: number | undefined;
  readonly json?: true | undefined;
}

/** Writes the JSON Schemas of `schemas/` from their sources. */
export const schemasCommand = new Command('schemas')
  .description('write the JSON Schemas of schemas/')
  .option('--check', 'write nothing; fail if a file is stale')
  .option('--sample <n>', 'with --check, only n of the wire schemas, others at each git revision', sampleSize)
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Examples:
  npm run schemas
  npm run schemas -- --check
  npm run schemas -- --check --sample 2`,
  )
  .action(async ({ check, sample: count, json }: SchemasOptions, command: Command) => {
    if (count !== undefined && !check) {
      throw new UserError('--sample needs --check', {
        hint: 'npm run schemas -- --check --sample 2',
      });
    }
    const [{ schemasText, writeSchemas }, { sampleAtHead }] = await Promise.all([
      import('../published-schemas.ts'),
      import('../git.ts'),
    ]);
    const stale = await writeSchemas({ isCheck: check ?? false, sample: await sampleAtHead(count) });
    command.configureOutput().writeOut?.(schemasText(stale, { check, sample: count, json }));
    if (check && stale.length > 0) process.exitCode = 1;
  });
