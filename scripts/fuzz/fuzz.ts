/** An adapter, played with thousands of changed answers. */

import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { type ProviderApi, providerOf } from '../../matrix/model.ts';
import { type Change, inWords, type RegressionMutation } from '../../recordings/faults/mutations/mutation.ts';
import { changesOf, type Draft, mutationFault, mutations } from '../../recordings/faults/mutations/seeded.ts';
import type { Exchange, HttpResponse } from '../../recordings/format/exchange.ts';
import { keepConnected } from '../../recordings/transport/connection.ts';
import { loadChecks } from '../../spec/checks/load.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import { listCorpus, readUnit } from '../../spec/corpus/files.ts';
import { loadFolders } from '../../spec/corpus/folders.ts';
import { toExchanges } from '../../spec/corpus/to-exchange.ts';
import type { Case } from '../../spec/engine/case.ts';
import { deckOf } from '../../spec/engine/case-cassettes.ts';
import { type DiscoveredAdapter, repositoryFolder } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import { replaySettings } from '../../spec/engine/replay-settings.ts';
import { replayWithFault, unreading } from '../../spec/engine/replay-with-fault.ts';
import { type CaseContext, observeCase, problemOf } from '../../spec/engine/run.ts';
import { exchangesOf } from '../../spec/engine/trace.ts';
import { type Conversation, conversationsOf, type Trial } from '../../spec/engine/trials.ts';
import { faultKinds, mutatedFamily } from '../../spec/faults/fault-kinds.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import { wireReaderFor } from '../../spec/wire/index.ts';

export interface FuzzOptions {
  /** How many mutations are tried. */
  readonly mutations: number;
  readonly seed: number;
  /** When to stop although they are not, in milliseconds; never, where absent. */
  readonly time?: number | undefined;
  /** Is told what is about to be played. */
  readonly begins?: (what: string) => void;
  /** Errors that nobody waited for, as they come; they are taken out. */
  readonly strays?: unknown[];
}

/** What was found, in its least form. */
export interface Found extends Failure {
  readonly case: string;
  /** As it is kept, but for the reason. */
  readonly mutation: Omit<RegressionMutation, 'reason'>;
  /** The answer of real traffic that stood in the recorded one's place. */
  readonly corpus?: string;
  /** How many of the mutations ended so. */
  times: number;
}

/** What came of an adapter. */
export interface FuzzReport {
  readonly tried: number;
  readonly found: readonly Found[];
  /** Mean of all plays, in milliseconds. */
  readonly milliseconds: number;
}

/** A mutation and where it meets an answer. */
interface Attempt {
  readonly target: number;
  readonly answer: number;
  readonly mutation: readonly Draft[];
}

const any = fc.noBias(fc.nat());
const attempts: fc.Arbitrary<Attempt> = fc.record({ target: any, answer: any, mutation: mutations });

/** More kinds of failures than this are not told apart: an adapter with as many has one cause to be mended first. */
const mostKinds = 40;

/**
 * Tries mutations until there are enough. Each kind of failure is told once, in its least form, and counted.
 */
export async function fuzz(subject: Subject, answersLike: AnswersLike, options: FuzzOptions): Promise<FuzzReport> {
  const found = new Map<string, Found>();
  const ends = options.time === undefined ? Number.POSITIVE_INFINITY : performance.now() + options.time;
  let tried = 0;
  let plays = 0;
  let spent = 0;
  let playing: Promise<unknown> = Promise.resolve();
  const disconnect = keepConnected();
  for (let round = 0; tried < options.mutations && found.size < mostKinds && performance.now() < ends; round++) {
    /** What this round has found: only that is made less. */
    let hunted: Found | undefined;
    const property = fc.asyncProperty(attempts, async (attempt) => {
      const one = concrete(attempt, subject, answersLike);
      const begun = performance.now();
      const played = playedFailures(one, subject, options.begins);
      playing = played;
      const failures = [...(await played), ...strayFailures(options.strays)];
      spent += performance.now() - begun;
      plays++;
      const isShrinking = hunted !== undefined;
      if (!isShrinking) tried++;
      for (const failure of failures) {
        const known = found.get(failure.kind);
        if (known && known !== hunted) {
          if (!isShrinking) known.times++;
          continue;
        }
        if (isShrinking && known !== hunted) continue;
        hunted = { ...failure, ...told(one), times: hunted?.times ?? 1 };
        found.set(failure.kind, hunted);
        throw new Error(failure.message);
      }
    });
    await fc.check(property, {
      seed: options.seed + round,
      numRuns: options.mutations - tried,
      ...(Number.isFinite(ends) ? { interruptAfterTimeLimit: Math.max(1, ends - performance.now()) } : {}),
    });
    // Where time is up it returns at once, and only one conversation can be played at a time.
    await playing;
  }
  await disconnect();
  return { tried, found: [...found.values()], milliseconds: plays === 0 ? 0 : spent / plays };
}

/** Errors that nobody waited for would end the process of an application. */
const strayFailures = (strays: unknown[] = []): Failure[] =>
  strays.splice(0).map((error) => {
    const message = `nobody waited for ${error instanceof Error ? error.stack : String(error)}`;
    return { group: 'crash', kind: message, message };
  });

/** An attempt with the answer that it changes. */
interface Concrete {
  readonly target: Target;
  readonly corpus: CorpusAnswer | undefined;
  readonly changes: readonly Change[];
}

function concrete({ target: t, answer, mutation }: Attempt, { targets }: Subject, answersLike: AnswersLike): Concrete {
  const target = targets[t % targets.length] as Target;
  const real = answersLike(target.exchange);
  // Every other one is recorded, where there are real ones.
  const corpus = answer % 2 === 1 ? real[Math.floor(answer / 2) % Math.max(1, real.length)] : undefined;
  return { target, corpus, changes: changesOf(mutation, (corpus ?? target.exchange).response) };
}

function told({ target, corpus, changes }: Concrete): Pick<Found, 'case' | 'mutation' | 'corpus'> {
  const { nth, exchange } = target;
  const { id, adapter, tool, scenario, mode } = target.conversation.base;
  const { providerApi } = adapter;
  const { transport } = exchange;
  return {
    case: id,
    mutation: { providerApi, tool, scenario: scenario.id, mode, transport, exchange: nth, changes: [...changes] },
    ...(corpus ? { corpus: corpus.name } : {}),
  };
}

async function playedFailures(one: Concrete, { bench }: Subject, begins: FuzzOptions['begins']): Promise<Failure[]> {
  const { base, checks } = one.target.conversation;
  const fault = mutationFault((one.corpus ?? one.target.exchange).response, one.changes, base.id);
  begins?.(
    `${base.id}, answer ${one.target.nth}${one.corpus ? ` (${one.corpus.name})` : ''}: ${JSON.stringify(one.changes)}`,
  );
  try {
    return failuresOf(await replayWithFault(one.target.conversation, fault, one.target, { ...bench, checks }));
  } catch (error) {
    const { verdict, reason = '' } = problemOf(error);
    const group = verdict !== 'fail' ? 'crash' : reason.includes('did not come to an end') ? 'hang' : 'crash';
    const message = verdict === 'error' ? String((error as Error).stack) : reason;
    return [{ group, kind: `${group} ${message}`, message }];
  }
}

// What can be changed: every answer of every conversation of an adapter.

/** One answer of a conversation. */
interface Target {
  readonly conversation: Conversation;
  /** Which exchange of the conversation it answers, from 0. */
  readonly nth: number;
  readonly exchange: Exchange;
}

/** An adapter, ready to be played. */
export interface Subject {
  readonly bench: CaseContext;
  readonly targets: readonly Target[];
  /** Ends the adapter's process, where it has one. */
  readonly close: () => Promise<void>;
}

/**
 * Loads an adapter and plays its conversations once; those that cannot be played are judged in their own cases.
 *
 * @param isWanted which ones; all unless told
 */
export async function subjectOf(
  found: DiscoveredAdapter,
  isWanted: (theCase: Case) => boolean = () => true,
): Promise<Subject> {
  const [matrix, scenarios, checks] = await Promise.all([loadMatrix(), loadScenarios(), loadChecks()]);
  const path = `${repositoryFolder}/adapters/${found.implementation}/${found.providerApi}/adapter.ts`;
  const { adapter } = (await import(pathToFileURL(path).href)) as { adapter: Adapter };
  const column = providerOf(matrix, found.providerApi);
  const reader = await wireReaderFor(found.providerApi);
  const bench: CaseContext = { column, checks, reader, adapter: async () => adapter };
  const cases = expand(matrix, scenarios, [found]).filter((c) => c.kind === 'scenario' && isWanted(c));
  const ids = faultKinds.find(({ id }) => id === mutatedFamily)?.checks ?? [];
  const conversations = await conversationsOf(cases, bench, ids, (theCase) =>
    observeCase(theCase, deckOf(theCase, column), bench).catch(() => undefined),
  );
  const targets = conversations.flatMap((conversation) =>
    exchangesOf(conversation.trace).map((exchange, nth): Target => ({ conversation, nth, exchange })),
  );
  return {
    bench: { ...bench, reader: unreading(reader) },
    targets,
    close: async () => adapter.process?.stop(),
  };
}

/** An answer of real traffic. */
interface CorpusAnswer {
  /** The file that it stands in, and which exchange of it, for messages. */
  readonly name: string;
  readonly response: HttpResponse;
}

/** The answers of real traffic that may stand in the place of a recorded one: those of its operation that come as it does. */
type AnswersLike = (exchange: Exchange) => readonly CorpusAnswer[];

const kindOf = ({ operation, transport }: Exchange): string => `${operation} ${transport}`;

/**
 * Answers of real traffic by what they answer; none where no corpus is given.
 *
 * @throws {UserError} the corpus cannot be read.
 */
export async function corpusAnswers(directories: string | undefined, column: ProviderApi): Promise<AnswersLike> {
  if (directories === undefined) return () => [];
  const { known } = await listCorpus(directories, await loadFolders());
  const { baseUrl } = replaySettings(column);
  const answers = new Map<string, CorpusAnswer[]>();
  for (const { directory, folder, files } of known.filter(({ folder: { providerApi } }) => providerApi === column.id)) {
    for (const file of files) {
      const unit = await readUnit(directory, folder, file);
      for (const [at, recorded] of unit.file.exchanges.entries()) {
        const exchanges = toExchanges(recorded, folder, { operations: column.operations, baseUrl });
        if ('reason' in exchanges) continue;
        for (const exchange of exchanges) {
          const kind = kindOf(exchange);
          answers.set(kind, [
            ...(answers.get(kind) ?? []),
            { name: `${unit.name} exchanges[${at}]`, response: exchange.response },
          ]);
        }
      }
    }
  }
  return (exchange) => answers.get(kindOf(exchange)) ?? [];
}

/** Groups of failures, as they are counted. */
const groups = ['crash', 'hang', 'untyped', 'pollution', 'invalid', 'other'] as const;

interface Failure {
  readonly group: (typeof groups)[number];
  /** The same for failures that have one cause, as far as words can tell. */
  readonly kind: string;
  readonly message: string;
}

const groupOf: Readonly<Record<string, Failure['group']>> = {
  'error-types': 'untyped',
  'no-prototype-pollution': 'pollution',
  'contract-shape': 'invalid',
};

/** What the checks found, each kind once. */
export function failuresOf({ judgement }: Pick<Trial, 'judgement'>): Failure[] {
  const all = judgement.checks.flatMap(({ check, findings }) =>
    findings.map(({ message }): Failure => {
      const group = Object.hasOwn(groupOf, check) ? (groupOf[check] ?? 'other') : 'other';
      return { group, kind: `${check} ${withoutParticulars(message)}`, message: `${check}: ${message}` };
    }),
  );
  return [...new Map(all.map((failure) => [failure.kind, failure])).values()];
}

/** Names, texts and numbers are those of one answer. */
const withoutParticulars = (message: string): string =>
  message
    .slice(0, 400)
    .replaceAll(/ is .*?; expected/g, ' is …; expected')
    .replaceAll(/"[^"]*"|“[^”]*”|`[^`]*`/g, '…')
    .replaceAll(/-?\d+(\.\d+)?/g, 'n');

const widths = [36, 10, ...groups.map(() => 10), 10];

const line = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i] ?? 0) : String(cell).padStart(widths[i] ?? 0))).join('')}\n`;

export const headText = (): string => line(['adapter', 'mutations', ...groups, 'ms each']);

/** One line of the table: how many mutations ended in each group of failures. */
export const reportText = (adapter: string, { tried, found, milliseconds }: FuzzReport): string =>
  line([
    adapter,
    tried,
    ...groups.map((group) => found.filter((one) => one.group === group).reduce((sum, { times }) => sum + times, 0)),
    milliseconds.toFixed(1),
  ]);

/** Longest that a message is shown, in letters. */
const shown = 600;

/** One kind of failure, and how it is kept. */
export function foundText({ case: id, mutation, corpus, message, times }: Found): string {
  const { changes } = mutation;
  const entry = JSON.stringify({ ...mutation, ...(corpus === undefined ? {} : { corpus }) });
  const lines = [
    `  ${times} × ${escapeControl(message.slice(0, shown))}`,
    `    in ${id}${corpus === undefined ? '' : `, with the answer of ${corpus},`} where ${escapeControl(inWords(changes))}`,
    `    keep it in recordings/faults/regressions.yaml, with a reason: ${entry}`,
  ];
  return `${lines.join('\n')}\n`;
}
