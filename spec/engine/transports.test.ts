/**
 * Cases of the reference adapters, and of one that is another process, through every kind of transport that fits: as many as hold
 * whatever of HTTP, and of ways to ask, all cases hold. What is said within bodies, no transport reads.
 */
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { type ProviderApi, providerOf } from '../../matrix/model.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { scrubRequest } from '../../recordings/scrub/scrub.ts';
import { keepConnected } from '../../recordings/transport/connection.ts';
import { classify } from '../../recordings/transport/match-request.ts';
import { transportKinds } from '../../recordings/transport/transport-kinds.ts';
import type { Adapter } from '../contract/index.ts';
import type { Evidence } from '../results/schema.ts';
import type { Case } from './case.ts';
import { cassettesOf } from './case-cassettes.ts';
import { type DiscoveredAdapter, discoverAdapters, repositoryFolder } from './discover.ts';
import { replaySettings } from './replay-settings.ts';
import { coveringSubset } from './select-faults.ts';
import { today } from './selection.ts';
import { prepareSuite, type Suite } from './suite.ts';

beforeAll(keepConnected);

const matrix = await loadMatrix();
const adapters = await discoverAdapters();
const reference = adapters.filter(({ implementation }) => implementation === 'reference');
/**
 * By day one that sends its requests by fetch, one by node:http that reads frames of AWS. Of each the tool
 * that all have. Every night all of them, with all of their tools.
 */
const byDay = ['anthropic', 'bedrock-agents'];
const judged = isNightly ? reference : reference.filter(({ providerApi }) => byDay.includes(providerApi));
const processes = adapters.filter(({ implementation }) => implementation === 'python-example');

const isOfToday = ({ tool }: Case): boolean => isNightly || tool === 'function-calling';

const suiteOf = async (
  { implementation, providerApi }: DiscoveredAdapter,
  transport: (typeof transportKinds)[number],
): Promise<Suite> => {
  const folder = `${repositoryFolder}/adapters/${implementation}`;
  const load = async (): Promise<Adapter> =>
    (await import(pathToFileURL(`${folder}/${providerApi}/adapter.ts`).href)).adapter;
  const suite = await prepareSuite({ implementation, providerApi, load }, { asOf: today(), transport });
  return { ...suite, cases: suite.cases.filter(isOfToday) };
};

/**
 * Of cases with faults, those of torn answers to one tool stand for all: they are many conversations each. What an operating
 * system says of a connection that is lost is not the same over a server, and a base URL that is none is one there. By day no adapter
 * has them, nor clients that are constructed otherwise, each of which is many conversations too.
 */
const isPlayed = ({ kind, tool, scenario }: Case): boolean =>
  (isNightly || kind !== 'client-setup') &&
  (kind !== 'fault' || (isNightly && tool === 'function-calling' && scenario.id === 'fault-truncated')) &&
  // In turns, as over a server, a client may have from one conversation what the other would make.
  !['setup-invalid-settings', 'setup-calls-at-once', 'setup-conversation-in-use'].includes(scenario.id);

/** What of a recording a transport has to do with: which operations answer how, with what heads, how often. */
function wireOf(theCase: Case, column: ProviderApi): string[] {
  const { entries } = cassettesOf(theCase, column)[0].open();
  return [
    `${Math.min(entries.length, 3)} exchanges or more`,
    ...entries.flatMap(({ request, response }) => {
      const asked = classify(
        scrubRequest(request),
        column.operations,
        replaySettings(column, theCase.scenario).baseUrl,
      );
      const operation = 'reason' in asked ? asked.reason : `${asked.operation.id} by ${asked.transport}`;
      const { host, searchParams } = new URL(request.url);
      return [
        operationIn(theCase, operation),
        `${operation}, ${response.status}`,
        `${operation} at ${host}`,
        ...[...searchParams.keys()].map((name) => `${operation}?${name}`),
        ...request.headers.map(([name]) => `${name}, asked`),
        ...response.headers.map(([name]) => `${name}, answered`),
        `answered in ${response.body.encoding ?? 'text'}`,
      ];
    }),
  ];
}

const operationIn = ({ kind, mode }: Pick<Case, 'kind' | 'mode'>, operation: string): string =>
  `${kind}, ${mode}: ${operation}`;

/** All of a case that may matter to a transport; of faults and set-ups, which they are. */
function featuresOf(theCase: Case, column: ProviderApi): string[] {
  const { kind, mode, scenario } = theCase;
  const way = `${kind}, ${mode}`;
  if (kind === 'fault' || kind === 'client-setup') return [`${way}: ${scenario.id}`];
  if (kind === 'rejection') return [`${way}: ${theCase.refusedBy?.error}`];
  return [way, `${way}, given up ${scenario.abort}`, ...wireOf(theCase, column)];
}

/** Enough of a suite's cases; the same ones whatever the transport. */
function chosen({ cases }: Suite, providerApi: ProviderApi['id']): readonly Case[] {
  const column = providerOf(matrix, providerApi);
  return coveringSubset(cases.filter(isPlayed), (theCase) => featuresOf(theCase, column));
}

/** What is reported of cases, but how long it took. */
async function play(suite: Suite, cases: readonly Case[]) {
  const ids = new Set(cases.map(({ id }) => id));
  const reports = [];
  for (const theCase of suite.cases.filter(({ id }) => ids.has(id))) {
    const { outcome, ...report } = await suite.run(theCase);
    reports.push({ ...report, connections: outcome.connections });
  }
  expect(reports).toHaveLength(ids.size);
  return reports;
}

function exchangesOf(line: Buffer | undefined): readonly Exchange[] {
  const evidence: Evidence | undefined = line && JSON.parse(line.toString());
  return [...(evidence?.steps ?? []).flatMap((s) => s.exchanges), ...(evidence?.closing ?? [])] as readonly Exchange[];
}

/** Which operations conversations asked for, by which transport and in which mode, as the evidence has it. */
const askedIn = (reports: Awaited<ReturnType<typeof play>>): string[] =>
  reports.flatMap(({ evidence, result: { kind, mode } }) =>
    exchangesOf(evidence).map((exchange) =>
      operationIn({ kind, mode }, `${exchange.operation} by ${exchange.transport}`),
    ),
  );

/** All operations that conversations of a suite have recordings of, in the same words. */
function recordedIn({ cases }: Suite, providerApi: ProviderApi['id']): string[] {
  const column = providerOf(matrix, providerApi);
  const conversations = cases.filter(({ kind }) => kind === 'scenario');
  const asked = conversations.flatMap((c) => wireOf(c, column).filter((each) => each.startsWith(operationIn(c, ''))));
  return [...new Set(asked)];
}

/** Some dozen cases of an adapter, over each transport, on a machine that may be busy. */
const timeout = 300_000;

describe.for(judged)('$id', (adapter) => {
  test('verdicts, check results and evidence are the same through every transport', { timeout }, async () => {
    const { providerApi } = adapter;
    const suite = await suiteOf(adapter, 'in-process');
    const few = chosen(suite, providerApi);
    // With TLS the same server answers: what one tool shows of it, every tool does; by day a sixth of its cases.
    const common = chosen(
      { ...suite, cases: suite.cases.filter(({ tool }) => tool === 'function-calling') },
      providerApi,
    ).filter((_, n) => isNightly || n % 6 === 0);
    const inProcess = await play(suite, [...few, ...common]);
    expect(askedIn(inProcess)).toEqual(expect.arrayContaining(recordedIn(suite, providerApi)));
    const known = new Map(inProcess.map((report) => [report.result.id, report]));
    for (const kind of transportKinds.slice(1)) {
      const reports = await play(await suiteOf(adapter, kind), kind === 'server' ? [...few, ...common] : common);
      expect(reports.length).toBeGreaterThan(2);
      for (const report of reports) expect(report, `${report.result.id}, ${kind}`).toEqual(known.get(report.result.id));
    }
  });
});

/** By day `adapter.test.ts` of `spec/process` talks to a process, and the adapters above to a server with TLS. */
describe.runIf(isNightly).for(processes)('$id, another process', (adapter) => {
  test('verdicts, check results and evidence are the same with TLS and without', { timeout }, async () => {
    const [plain, tls] = [await suiteOf(adapter, 'server'), await suiteOf(adapter, 'server-tls')];
    onTestFinished(async () => {
      await plain.close();
      await tls.close();
    });
    const few = chosen(plain, adapter.providerApi);
    const reports = await play(plain, few);
    expect(askedIn(reports)).toEqual(expect.arrayContaining(recordedIn(plain, adapter.providerApi)));
    expect(await play(tls, few)).toEqual(reports);
  });
});
