import type { ProviderApi } from '../../matrix/model.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import type { HttpResponse } from '../../recordings/format/exchange.ts';
import { readCassette } from '../../recordings/format/store.ts';
import { scrubRequest } from '../../recordings/scrub/scrub.ts';
import { CassetteSelection } from '../../recordings/transport/cassette-selection.ts';
import { fetchResponse } from '../../recordings/transport/fetch-response.ts';
import { ResponseQueue } from '../../recordings/transport/response-queue.ts';
import { withTransport } from '../../recordings/transport/with-transport.ts';
import { cassettesOf } from '../../spec/engine/case-cassettes.ts';
import { drive, type Wire } from '../../spec/engine/drive.ts';
import { judge } from '../../spec/engine/judge.ts';
import { replaySettings } from '../../spec/engine/replay-settings.ts';
import { observeCase, runCase } from '../../spec/engine/run.ts';
import { interleave, type Sample, timed } from './interleave.ts';
import { type Subject, sdkCallsOf } from './subject.ts';

/** Medians of a case and of its parts, in milliseconds. */
export interface CaseTimes {
  readonly case: string;
  readonly requests: number;
  /** The same SDK, sending the same bodies, answered by a function. */
  readonly bareSdk: number;
  /** From the cassette's file to the verdict. */
  readonly wholeCase: number;
  readonly shares: {
    /** Reading the cassette from its file. */
    readonly cassette: number;
    /** Opening the transport, and closing it again with nothing asked. */
    readonly opening: number;
    /** Scrubbing the requests and finding their answers on the tape: what is ours of replaying them. */
    readonly matching: number;
    /** Intercepting the requests: what else replay takes beyond the same conversation answered by a function. */
    readonly catching: number;
    /** The conversation, answered by a function: driver, adapter and SDK. */
    readonly adapter: number;
    /** Facts and checks. */
    readonly judge: number;
  };
  /** The bare SDK calls, served by a function and otherwise, timed apart from the case. */
  readonly servedBy: { readonly 'a function': number; readonly [how: string]: number };
}

/** Times one case in all its parts, in turns. */
export async function timeCase(subject: Subject, rounds: number): Promise<CaseTimes> {
  const { theCase, bench, adapter, cassette, trace, sibling, bodies } = subject;
  const { column, reader, checks } = bench;
  const settings = replaySettings(column);
  const sdkCalls = sdkCallsOf(column.id);
  const answers = cassette.entries.map(({ response }) => response);
  const [{ path, transport }] = cassettesOf(theCase, column);
  const deck = () => CassetteSelection.of(cassette, column.operations, settings.baseUrl);

  /** What answers at once, and does nothing else. */
  const inMemory = (): typeof fetch => {
    let asked = 0;
    return async (url) => fetchResponse(answers[asked++] ?? fail(), String(url));
  };
  const answeredByFunction = async (): Promise<void> => {
    const { fetch } = globalThis;
    globalThis.fetch = inMemory();
    try {
      const client = adapter.createClient(settings);
      await drive(client, theCase.scenario, theCase.mode, nothingSeen);
      await client.close();
    } finally {
      globalThis.fetch = fetch;
    }
  };
  const replayed = (kind: 'in-process' | 'server' | 'server-tls') => async (): Promise<number> => {
    const options = { deck: deck(), settings, kind };
    const { value } = await withTransport(options, (t) => timed(() => sdkCalls(t.settings().baseUrl, bodies)));
    return value;
  };

  const { href, origin } = new URL(cassette.entries[0]?.request.url ?? fail());
  const servedByOthers = await rivals({
    path: href.slice(origin.length),
    answers,
    ask: (home) => sdkCalls(settings.baseUrl.replace(origin, home), bodies),
  });
  const bareSdk = () => timed(() => sdkCalls(settings.baseUrl, bodies, inMemory()));
  // Apart from the others: what they do to heap and caches is not what a run of cases does.
  const parts = await interleave(
    {
      bareSdk,
      wholeCase: () => timed(() => runCase(theCase, bench, async () => sibling)),
      readFile: () => timed(() => readCassette(path, transport)),
      opened: () => timed(() => withTransport({ deck: deck(), settings }, async () => {})),
      played: () => timed(() => observeCase(theCase, deck(), bench)),
      driven: () => timed(answeredByFunction),
      matched: () => timed(async () => matchAll(cassette, column, settings.baseUrl)),
      judged: () => timed(async () => judge(theCase, trace, reader, checks, sibling)),
    },
    rounds,
    Math.ceil(rounds / 2),
  );
  const servedBy = await interleave(
    {
      'a function': bareSdk,
      'our transport, in-process': replayed('in-process'),
      ...servedByOthers,
      'our server': replayed('server'),
      'our server, TLS': replayed('server-tls'),
    },
    // They take ten times as long, and need not be told as finely.
    Math.ceil(rounds / 5),
    Math.ceil(rounds / 10),
  );
  return {
    case: theCase.id,
    requests: bodies.length,
    bareSdk: parts.bareSdk,
    wholeCase: parts.wholeCase,
    shares: {
      cassette: parts.readFile,
      opening: parts.opened,
      matching: parts.matched,
      catching: Math.max(0, parts.played - parts.driven - parts.opened - parts.matched),
      adapter: parts.driven,
      judge: parts.judged,
    },
    servedBy,
  };
}

function matchAll(cassette: Cassette, { operations }: ProviderApi, baseUrl: string): void {
  const tape = new ResponseQueue(cassette, operations, baseUrl);
  for (const { request } of cassette.entries) tape.take(scrubRequest(request));
}

const nothingSeen: Wire = { exchanges: () => [], unexpected: () => [], signal: new AbortController().signal };

function fail(): never {
  throw new Error('more was asked than is recorded');
}

/** Times as a table for a terminal: a column per case, a row per part; ratios are those to the bare SDK calls. */
export function benchTable(cases: readonly CaseTimes[]): string {
  const row = (name: string, cell: (times: CaseTimes) => string): string[] => [name, ...cases.map(cell)];
  const time = (name: string, of: (times: CaseTimes) => number, bare = (t: CaseTimes) => t.bareSdk): string[] =>
    row(name, (t) => `${of(t).toFixed(3)}  ×${(of(t) / bare(t)).toFixed(2).padStart(5)}`);
  const rows = [
    row('', (t) => t.case.replace(/^([^/]+)\/.*\/([^/]+)$/, '$1 $2')),
    row('requests', (t) => `${t.requests}        `),
    time('bare SDK calls', (t) => t.bareSdk),
    time('case', (t) => t.wholeCase),
    time('  cassette', (t) => t.shares.cassette),
    time('  opening, closing', (t) => t.shares.opening),
    time('  catching', (t) => t.shares.catching),
    time('  matching', (t) => t.shares.matching),
    time('  adapter and driver', (t) => t.shares.adapter),
    time('  judge', (t) => t.shares.judge),
    time('harness: case − adapter', (t) => t.wholeCase - t.shares.adapter),
    time('harness’s own: matching, facts, judge', (t) => t.shares.matching + t.shares.judge),
    row('bare SDK calls, served by', () => ''),
    ...Object.keys(cases[0]?.servedBy ?? {}).map((name) =>
      time(
        `  ${name}`,
        (t) => t.servedBy[name] ?? Number.NaN,
        (t) => t.servedBy['a function'],
      ),
    ),
  ];
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((cells) => cells[i]?.length ?? 0)));
  return rows
    .map((cells) =>
      cells
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}

/** Recorded answers, and what asks a server for them over the `fetch` that it finds. */
interface Served {
  readonly path: string;
  readonly answers: readonly HttpResponse[];
  readonly ask: (origin: string) => Promise<void>;
}

/**
 * The same answers served by other ways of intercepting HTTP, as their documents say. Only the asking is timed: not what it
 * takes to set them up and take them down. Each is off again before the next begins.
 */
async function rivals(served: Served): Promise<Readonly<Record<'nock' | 'msw', Sample>>> {
  return { nock: await nock(served), msw: await msw(served) };
}

/**
 * Where requests go, and nobody listens: at loopback, because the socket guard refuses all else; each to its own port, because
 * `fetch` keeps connections, and would hand on one that somebody else made up.
 */
const origins = { nock: 'http://127.0.0.1:3', msw: 'http://127.0.0.1:4' };

const bodyText = ({ body }: HttpResponse): string => body.text;
const headersOf = ({ headers }: HttpResponse): Record<string, string> => Object.fromEntries(headers);

async function nock({ path, answers, ask }: Served): Promise<Sample> {
  const { default: nock } = await import('nock');
  // It begins to intercept as it is loaded.
  nock.restore();
  return async () => {
    nock.activate();
    const scope = nock(origins.nock);
    for (const answer of answers) scope.post(path).reply(answer.status, bodyText(answer), headersOf(answer));
    const time = await timed(() => ask(origins.nock));
    nock.cleanAll();
    nock.restore();
    return time;
  };
}

async function msw({ path, answers, ask }: Served): Promise<Sample> {
  const [{ http, HttpResponse }, { setupServer }] = await Promise.all([import('msw'), import('msw/node')]);
  return async () => {
    const left = [...answers];
    const server = setupServer(
      http.post(origins.msw + path, () => {
        const answer = left.shift();
        return answer
          ? new HttpResponse(bodyText(answer), { status: answer.status, headers: headersOf(answer) })
          : undefined;
      }),
    );
    server.listen({ onUnhandledFrame: 'error' });
    const time = await timed(() => ask(origins.msw));
    server.close();
    return time;
  };
}
