import { escapeControl } from '../lib/escape-control-characters.ts';
import type { CorpusReading } from '../spec/corpus/compare-corpus.ts';
import type { CorpusDifference, CorpusReport, UnreadCause } from '../spec/corpus/corpus-report.ts';

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
