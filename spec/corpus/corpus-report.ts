/** A corpus read by one adapter: file by file, call by call, summed up per provider API. */
import type { FactKind } from '../facts/fact.ts';
import type { CorpusFolder } from './folders.ts';
import type { CorpusFile } from './format.ts';
import { nothingBefore, type Outcome, play, type Subject } from './replay-call.ts';
import { partsOf, type Servable } from './split-calls.ts';
import { type CorpusColumn, toExchanges } from './to-exchange.ts';

/** Something that the adapter lost, changed or invented. */
export interface CorpusDifference {
  readonly file: string;
  readonly kind: 'lost' | 'changed' | 'invented';
  readonly factKind: FactKind;
  readonly wirePath?: string;
  readonly adapterPath?: string;
  readonly message: string;
}

/** Something that is said of a call or an exchange as a whole. */
export interface CorpusProblem {
  readonly file: string;
  readonly place: string;
  readonly message: string;
}

/** How often something was said that nobody here has a word for. */
export interface UnreadCause {
  /** Who said it: the recorded request, the recorded response, or the adapter. */
  readonly side: 'request' | 'response';
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
  /** Calls of a client that these exchanges make up: as many, or fewer where one call takes several exchanges. */
  readonly calls: number;
  /** Exchanges of calls of which reader and adapter both said something. */
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
  readonly parts: readonly PartReport[];
}

/** What belongs together in a file: the exchanges of one call, or one exchange into which a source put several. */
interface PartReport {
  readonly place: string;
  readonly exchanges: number;
  /** One per call. */
  readonly outcomes: readonly Outcome[];
  readonly notServed?: string;
  /** Why it is none of the exchanges that count. */
  readonly aside?: string;
}

/** Serves the calls of one file to the adapter, in order. Where they are one conversation, each goes on from the one before. */
export async function readFile(
  { name, folder, file }: CorpusUnit,
  subject: Subject,
  column: CorpusColumn,
): Promise<FileReport> {
  const parts = new Map<number, PartReport>();
  const servable: Servable[] = [];
  for (const [at, recorded] of file.exchanges.entries()) {
    const served = toExchanges(recorded, folder, column);
    if ('reason' in served) {
      const why = { [served.aside ? 'aside' : 'notServed']: served.reason };
      parts.set(at, { place: `exchanges[${at}]`, exchanges: 1, outcomes: [], ...why });
    } else {
      // A stream that was asked for and could not begin is answered whole.
      const stream = served.some(({ transport }) => transport !== 'json');
      servable.push({ at, exchanges: served, stream, hasRequest: recorded.request !== null });
    }
  }
  let before = nothingBefore;
  for (const { at, size, calls } of partsOf(servable, subject.reader)) {
    const outcomes: Outcome[] = [];
    for (const call of calls) {
      const { outcome, after } = await play(call, before, subject);
      outcomes.push(outcome);
      if (subject.reader.callsOf) before = after;
    }
    parts.set(at, { place: `exchanges[${at}]`, exchanges: size, outcomes });
  }
  return { name, parts: [...parts].sort(([a], [b]) => a - b).map(([, part]) => part) };
}

/** All files of a provider API as one report, in the order of the files. */
export function sumUp(providerApi: string, adapter: string, files: readonly FileReport[]): CorpusReport {
  const all = files.flatMap(({ name, parts }) => parts.map((part) => ({ file: name, ...part })));
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
  const sizeOf = (parts: readonly PartReport[]) => parts.reduce((total, { exchanges }) => total + exchanges, 0);
  const count = (kind: CorpusDifference['kind']) => differences.filter((d) => d.kind === kind).length;
  return {
    providerApi,
    adapter,
    files: files.length,
    exchanges: sizeOf(all) - asideList.length,
    aside: asideList.length,
    calls: outcomes.length,
    read: sizeOf(all.filter(({ outcomes: list }) => list.length > 0 && list.every(({ read }) => read))),
    facts: outcomes.reduce((total, { outcome }) => total + outcome.compared, 0),
    lost: count('lost'),
    changed: count('changed'),
    invented: count('invented'),
    errors: errorList.length,
    notServed: notServedList.length,
    contradictory: sizeOf(all.filter(({ outcomes: list }) => list.some((o) => o.contradiction !== undefined))),
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
  const order = ['response', 'request'];
  return [...causes.values()].sort(
    (a, b) => order.indexOf(a.side) - order.indexOf(b.side) || b.count - a.count || (a.what < b.what ? -1 : 1),
  );
}
