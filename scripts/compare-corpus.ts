import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { didYouMean } from '../lib/did-you-mean.ts';
import { escapeControl } from '../lib/escape-control-characters.ts';
import { UserError } from '../lib/user-error.ts';
import type { Adapter } from '../spec/contract/index.ts';
import { type CorpusReading, compareCorpus } from '../spec/corpus/compare-corpus.ts';
import {
  type CorpusDifference,
  type CorpusReport,
  isFaithful,
  type UnreadCause,
} from '../spec/corpus/corpus-report.ts';
import { isSound, type Notice, type RealSchemaReport, readSchemas } from '../spec/corpus/schemas.ts';
import { isWhole, readShapes, type ShapeReport } from '../spec/corpus/shapes.ts';
import { discoverAdapters, repositoryFolder } from '../spec/engine/discover.ts';
import { colours } from './terminal-colors.ts';

export interface CompareCorpusRequest {
  readonly directories: string | undefined;
  readonly provider: string | undefined;
  readonly implementation: string;
  readonly json: boolean;
}

/**
 * Reads a corpus of real traffic with the adapters of one implementation.
 *
 * @returns what to print, and the exit code: 0 when something was read and nothing of it was lost, changed or invented.
 * @throws {UserError} the corpus, the provider API or the implementation is not there.
 */
export async function compareCorpusWith(request: CompareCorpusRequest): Promise<{ text: string; exitCode: number }> {
  const { directories, provider, implementation, json } = request;
  const reading = await compareCorpus({ directories, provider, adapterFor: await adaptersOf(implementation) });
  const { providers } = reading;
  return {
    text: json ? `${JSON.stringify(reading, null, 2)}\n` : corpusText(reading, colours),
    exitCode: providers.length > 0 && providers.every(isFaithful) ? 0 : 1,
  };
}

async function adaptersOf(implementation: string) {
  const adapters = await discoverAdapters();
  const implementations = [...new Set(adapters.map((adapter) => adapter.implementation))];
  if (!implementations.includes(implementation)) {
    throw new UserError(`--adapter: unknown implementation "${implementation}"`, {
      hint: didYouMean(implementation, implementations),
    });
  }
  return async (providerApi: string): Promise<Adapter | { reason: string }> => {
    const known = adapters.some((a) => a.implementation === implementation && a.providerApi === providerApi);
    if (!known) return { reason: `"${implementation}" has no adapter for it` };
    const path = join(repositoryFolder, 'adapters', implementation, providerApi, 'adapter.ts');
    const { adapter } = (await import(pathToFileURL(path).href)) as { adapter: Adapter };
    return adapter;
  };
}

/** Colours of a terminal; the identity where there is none. */
interface Paint {
  readonly bold: (text: string) => string;
  readonly red: (text: string) => string;
}

/** Columns of the table: heading and member. */
const columns = [
  ['files', 'files'],
  ['exchanges', 'exchanges'],
  ['calls', 'calls'],
  ['read', 'read'],
  ['facts', 'facts'],
  ['lost', 'lost'],
  ['changed', 'changed'],
  ['invented', 'invented'],
  ['errors', 'errors'],
  ['contradictory', 'contradictory'],
  ['aside', 'aside'],
] as const satisfies readonly (readonly [heading: string, member: keyof CorpusReport])[];

/** What was read from a corpus, for a terminal: a table, then every fault with its place, then what was not read. */
export function corpusText({ providers, skipped, withoutTraffic, withoutColumn }: CorpusReading, paint: Paint): string {
  const blocks = [
    table(providers, paint),
    ...providers.flatMap((report) => faults(report, paint)),
    ...providers.flatMap(({ providerApi, unread }) =>
      unread.length > 0 ? [unreadText(providerApi, unread, paint)] : [],
    ),
    list(
      'not read yet',
      skipped.map(({ providerApi, files, reason }) => `${providerApi} (${files} files): ${reason}`),
      paint,
    ),
    list('columns without real traffic', withoutTraffic, paint),
    list(
      'without a column',
      withoutColumn.map(({ folder, files, reason }) => `${folder} (${files} files): ${reason}`),
      paint,
    ),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function table(providers: readonly CorpusReport[], paint: Paint): string {
  if (providers.length === 0) return paint.red('no exchange was read');
  const rows = [
    ['provider API', 'adapter', ...columns.map(([heading]) => heading)],
    ...providers.map((report) => [
      report.providerApi,
      report.adapter,
      ...columns.map(([, member]) => String(report[member])),
    ]),
  ];
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
  );
  return [paint.bold(lines[0] ?? ''), ...lines.slice(1)].join('\n');
}

function faults(report: CorpusReport, paint: Paint): string[] {
  const { providerApi, differences, errorList, asideList, notServedList, contradictoryList } = report;
  const byKind = Map.groupBy(differences, ({ kind, factKind }) => `${kind} ${factKind}`);
  const problems = (list: CorpusReport['errorList']) =>
    list.map(({ file, place, message }) => `${file} ${place}: ${message}`);
  return [
    ...[...byKind].map(([kind, list_]) =>
      list(`${providerApi}: ${kind} (${list_.length})`, list_.map(differenceText), paint),
    ),
    list(`${providerApi}: errors (${errorList.length})`, problems(errorList), paint),
    list(`${providerApi}: not served (${notServedList.length})`, problems(notServedList), paint),
    list(
      `${providerApi}: aside, for no operation of the column asks for it: files, stores, containers … (${asideList.length})`,
      problems(asideList),
      paint,
    ),
    list(
      `${providerApi}: not compared, for it contradicts itself (${contradictoryList.length})`,
      problems(contradictoryList),
      paint,
    ),
  ];
}

const differenceText = ({ file, message }: CorpusDifference): string => `${file}: ${message}`;

function unreadText(providerApi: string, unread: readonly UnreadCause[], paint: Paint): string {
  const sides = Map.groupBy(unread, ({ side }) => side);
  const lines = [...sides].map(
    ([side, causes]) => `${side}: ${causes.map(({ what, count }) => `${what} ×${count}`).join(', ')}`,
  );
  return list(`${providerApi}: said, and not compared, for want of a word`, lines, paint);
}

/** Text of providers and models stands in these lines. */
function list(title: string, lines: readonly string[], paint: Paint): string {
  if (lines.length === 0) return '';
  return [paint.bold(title), ...lines.map((line) => `  ${escapeControl(line).replaceAll('\n', '\\n')}`)].join('\n');
}

/**
 * Lists what schemas and rules refuse of real traffic, and where it is wider or narrower than the SDKs' types.
 *
 * @returns what to print, and the exit code: 0 when little is refused, each refusal is explained and no explanation is needless.
 * @throws {UserError} the corpus is not there, the provider API is unknown, or there is no traffic of it.
 */
export async function compareSchemasOf(
  directory: string | undefined,
  provider: string | undefined,
  json: boolean,
): Promise<{ text: string; exitCode: number }> {
  const reports = await readSchemas(directory, provider);
  const text = json ? `${JSON.stringify(reports, null, 2)}\n` : `${reports.map(schemasText).join('\n\n')}\n`;
  return { text, exitCode: reports.every(isSound) ? 0 : 1 };
}

function schemasText(report: RealSchemaReport): string {
  const { providerApi, exchanges, compared, failing, failures, extras, missing, needless } = report;
  const share = exchanges === 0 ? 0 : (100 * failing) / exchanges;
  const explained = Map.groupBy(
    failures.filter(({ reason }) => reason !== undefined),
    ({ reason }) => reason,
  );
  return [
    colours.bold(
      `${providerApi}: ${exchanges} real exchanges, ${compared} comparisons, ${failing} refused (${share.toFixed(1)} %)`,
    ),
    ...failures
      .filter(({ reason }) => reason === undefined)
      .map(
        ({ place, by, path, message }) =>
          `  ${colours.red('✕')} ${escapeControl(`${path} ${message}`)}  ${colours.dim(escapeControl(`${by}, ${place}`))}`,
      ),
    ...[...explained].map(([reason, list]) => `  ${colours.dim(`${list.length} × ${reason}`)}`),
    ...noticeLines('members that the SDK does not have', extras),
    ...noticeLines('newly required members that lack', missing),
    ...needless.map((reason) => `  ${colours.red('✕')} needless: "${reason}" explains nothing`),
  ].join('\n');
}

function noticeLines(what: string, notices: readonly Notice[]): string[] {
  if (notices.length === 0) return [];
  const each = notices.map(({ what: member, count }) => `${escapeControl(member)} ×${count}`);
  return [`  ${colours.yellow('!')} ${what}: ${each.join(', ')}`];
}

/**
 * Lists what occurs in real answers and in no cassette.
 *
 * @returns what to print, and the exit code: 0 when each is explained and no explanation is needless.
 * @throws {UserError} the corpus is not there, the provider API is unknown, or nothing of it could be compared.
 */
export async function compareShapesOf(
  directory: string | undefined,
  provider: string | undefined,
  json: boolean,
): Promise<{ text: string; exitCode: number }> {
  const reports = await readShapes(directory, provider);
  const text = json ? `${JSON.stringify(reports, null, 2)}\n` : `${reports.map(shapesText).join('\n\n')}\n`;
  return { text, exitCode: reports.every(isWhole) ? 0 : 1 };
}

function shapesText({ providerApi, real, missing, explained, needless }: ShapeReport): string {
  const head = `${providerApi}: ${real} shapes in real answers, ${missing.length} in no cassette and without a reason, ${explained.length} with one`;
  const byReason = Map.groupBy(explained, ({ reason }) => reason);
  return [
    colours.bold(head),
    ...missing.map(
      ({ shape, seen }) => `  ${colours.red('✕')} ${escapeControl(shape)}  ${colours.dim(escapeControl(seen))}`,
    ),
    ...[...byReason].map(([reason, shapes]) => `  ${colours.dim(`${shapes.length} × ${reason}`)}`),
    ...needless.map((pattern) => `  ${colours.red('✕')} needless: "${pattern}" fits nothing that is missing`),
  ].join('\n');
}
