/** A corpus read by one adapter: file by file, exchange by exchange, summed up per provider API. */
import type { ProviderApi } from '../../matrix/model.ts';
import type { FactKind } from '../facts/fact.ts';
import type { CorpusFolder } from './folders.ts';
import type { CorpusFile } from './format.ts';
import { type Outcome, play, type Subject } from './play.ts';
import { toExchanges } from './to-exchange.ts';

/** Something that the adapter lost, changed or invented. */
export interface CorpusDifference {
  readonly file: string;
  readonly kind: 'lost' | 'changed' | 'invented';
  readonly factKind: FactKind;
  readonly wirePath?: string;
  readonly adapterPath?: string;
  readonly message: string;
}

/** Something that is said of an exchange as a whole. */
export interface CorpusProblem {
  readonly file: string;
  readonly place: string;
  readonly message: string;
}

/** How often something was said that nobody here has a word for. */
export interface UnreadCause {
  /** Who said it: the recorded request, the recorded response, or the adapter. */
  readonly side: 'request' | 'response' | 'adapter';
  readonly what: string;
  readonly count: number;
}

/** What came of a provider API's traffic. Plain JSON. */
export interface CorpusReport {
  readonly providerApi: string;
  readonly adapter: string;
  readonly files: number;
  /** Exchanges that an operation of the column asks for. */
  readonly exchanges: number;
  /** Exchanges beside them, of no operation of the column. */
  readonly aside: number;
  /** Exchanges of which reader and adapter both said something. */
  readonly read: number;
  /** Comparisons of facts. */
  readonly facts: number;
  readonly lost: number;
  readonly changed: number;
  readonly invented: number;
  readonly errors: number;
  readonly notServed: number;
  /** Exchanges that say two things of one. */
  readonly contradictory: number;
  readonly differences: readonly CorpusDifference[];
  /** What the adapter threw and should not have. */
  readonly errorList: readonly CorpusProblem[];
  readonly asideList: readonly CorpusProblem[];
  /** Exchanges that cannot be served, with why. */
  readonly notServedList: readonly CorpusProblem[];
  /** Exchanges that contradict themselves, with how. */
  readonly contradictoryList: readonly CorpusProblem[];
  readonly unread: readonly UnreadCause[];
}

/** A file with the name it is reported under, and the folder it lies in. */
export interface CorpusUnit {
  readonly name: string;
  readonly folder: CorpusFolder;
  readonly file: CorpusFile;
}

/** What came of one file's exchanges, in order. */
export interface FileReport {
  readonly name: string;
  readonly exchanges: readonly ExchangeReport[];
}

interface ExchangeReport {
  readonly place: string;
  /** One per answer; a source may have put several into one exchange. */
  readonly outcomes: readonly Outcome[];
  readonly notServed?: string;
  /** Why it is none of the exchanges that count. */
  readonly aside?: string;
}

/** Serves the exchanges of one file to the adapter, in order. */
export async function readFile(
  { name, folder, file }: CorpusUnit,
  subject: Subject,
  column: Pick<ProviderApi, 'operations' | 'baseUrl'>,
): Promise<FileReport> {
  const exchanges: ExchangeReport[] = [];
  for (const [i, recorded] of file.exchanges.entries()) {
    const place = `exchanges[${i}]`;
    const served = toExchanges(recorded, folder, column);
    if ('reason' in served) {
      exchanges.push({ place, outcomes: [], [served.aside ? 'aside' : 'notServed']: served.reason });
      continue;
    }
    const outcomes: Outcome[] = [];
    for (const [part, exchange] of served.entries()) {
      const hasRequest = recorded.request !== null;
      const partPlace = served.length > 1 ? `${place}.streams[${part}]` : place;
      outcomes.push(await play(exchange, { stream: recorded.stream, hasRequest, place: partPlace }, subject));
    }
    exchanges.push({ place, outcomes });
  }
  return { name, exchanges };
}

/** All files of a provider API as one report, in the order of the files. */
export function sumUp(providerApi: string, adapter: string, files: readonly FileReport[]): CorpusReport {
  const all = files.flatMap(({ name, exchanges }) => exchanges.map((exchange) => ({ file: name, ...exchange })));
  const outcomes = all.flatMap(({ file, outcomes: list }) => list.map((outcome) => ({ file, outcome })));
  const differences = outcomes.flatMap(({ file, outcome }) => outcome.differences.map((d) => differenceOf(file, d)));
  const errorList = all.flatMap(({ file, place, outcomes: list }) =>
    list.flatMap(({ error }) => (error === undefined ? [] : { file, place, message: error })),
  );
  const notServedList = all.flatMap(({ file, place, notServed }) =>
    notServed === undefined ? [] : { file, place, message: notServed },
  );
  const asideList = all.flatMap(({ file, place, aside }) =>
    aside === undefined ? [] : { file, place, message: aside },
  );
  const contradictoryList = all.flatMap(({ file, place, outcomes: list }) =>
    list.flatMap(({ contradiction }) => (contradiction === undefined ? [] : { file, place, message: contradiction })),
  );
  const count = (kind: CorpusDifference['kind']) => differences.filter((d) => d.kind === kind).length;
  return {
    providerApi,
    adapter,
    files: files.length,
    exchanges: all.length - asideList.length,
    aside: asideList.length,
    read: all.filter(({ outcomes: list }) => list.length > 0 && list.every(({ read }) => read)).length,
    facts: outcomes.reduce((total, { outcome }) => total + outcome.compared, 0),
    lost: count('lost'),
    changed: count('changed'),
    invented: count('invented'),
    errors: errorList.length,
    notServed: notServedList.length,
    contradictory: all.filter(({ outcomes: list }) => list.some((o) => o.contradiction !== undefined)).length,
    differences,
    errorList,
    asideList,
    notServedList,
    contradictoryList,
    unread: unreadCauses(outcomes.flatMap(({ outcome }) => outcome.unread)),
  };
}

/** True where every exchange that was served and is of one mind was read without a difference, and at least one was. */
export function isFaithful(report: CorpusReport): boolean {
  const { exchanges, read, notServed, contradictory, lost, changed, invented, errors } = report;
  return read > 0 && read + notServed + contradictory === exchanges && lost + changed + invented + errors === 0;
}

function differenceOf(file: string, { kind, factKind, wire, adapter, message }: Outcome['differences'][number]) {
  return {
    file,
    kind,
    factKind,
    ...(wire ? { wirePath: wire.path } : {}),
    ...(adapter ? { adapterPath: adapter.path } : {}),
    message,
  };
}

/** By side, the most frequent first, then by name. */
function unreadCauses(unread: readonly Outcome['unread'][number][]): UnreadCause[] {
  const causes = new Map<string, UnreadCause>();
  for (const { side, what } of unread) {
    const key = `${side} ${what}`;
    causes.set(key, { side, what, count: (causes.get(key)?.count ?? 0) + 1 });
  }
  const order = ['response', 'adapter', 'request'];
  return [...causes.values()].sort(
    (a, b) => order.indexOf(a.side) - order.indexOf(b.side) || b.count - a.count || (a.what < b.what ? -1 : 1),
  );
}
