import { truncate } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import {
  isNotice,
  judgeAnswer,
  type MetFinding,
  type ProbeFinding,
  type ProbeOutcome,
  type ProbeVerdict,
  toldOnce,
} from '../../spec/probe/judge.ts';
import { probesOf, probeWireFor } from '../../spec/probe/probes.ts';
import type { ProbedApi, ProbeScenario } from '../../spec/probe/scenarios.ts';
import type { ProbeWire } from '../../spec/probe/wire.ts';
import { wireReaderFor } from '../../spec/wire/index.ts';
import type { WireReader } from '../../spec/wire/reader.ts';
import { BrokenConnection, baseUrlOf, type ProbedServer, send } from './send.ts';

/** What to probe. */
export interface ProbeRequest {
  readonly providerApi: ProbedApi;
  readonly baseUrl: string;
  readonly model?: string | undefined;
  readonly key?: string | undefined;
  /** Only these scenarios; all unless told. */
  readonly only?: readonly string[] | undefined;
  readonly signal: AbortSignal;
  /** Told of each scenario when it is over. */
  readonly say?: (line: string) => void;
}

/** What came of one scenario in one mode. */
export interface ProbedScenario {
  readonly scenario: string;
  readonly mode: 'complete' | 'stream';
  readonly title: string;
  readonly verdict: ProbeVerdict;
  readonly reason?: string;
  readonly tries: number;
  /** The body that was sent. */
  readonly request: string;
  /** Status and body of the answer that decided, shortened; absent where none came. */
  readonly response?: { readonly status: number; readonly body: string };
}

/** The results of a probe: `results.json`. */
export interface ProbeResults {
  readonly version: 1;
  readonly providerApi: ProbedApi;
  readonly baseUrl: string;
  readonly model: string;
  readonly requests: number;
  /** True: nothing is wrong. */
  readonly isGreen: boolean;
  readonly verdicts: Readonly<Record<ProbeVerdict, number>>;
  readonly findings: readonly MetFinding[];
  readonly scenarios: readonly ProbedScenario[];
}

/** Longest part of a body that results keep, in characters. */
const shownLength = 4000;

/**
 * Asks a server every scenario of a provider API, and judges what it answers.
 *
 * @throws {UserError} the address or the key is wrong, or the server does not offer the API at all.
 */
export async function probe({
  providerApi,
  baseUrl,
  model,
  key,
  only,
  signal,
  say,
}: ProbeRequest): Promise<ProbeResults> {
  const [wire, reader] = await Promise.all([probeWireFor(providerApi), wireReaderFor(providerApi)]);
  const server: ProbedServer = {
    baseUrl: baseUrlOf(baseUrl, wire.path),
    headers: wire.headers(key),
    secrets: key === undefined ? [] : [key],
  };
  const asking: Asking = { wire, reader, server, model: model ?? wire.model, signal };
  const scenarios: ProbedScenario[] = [];
  const found: { at: string; finding: ProbeFinding }[] = [];
  for (const { scenario, isStream } of probesOf(wire)) {
    if (only && !only.includes(scenario.id)) continue;
    const { tries, last, ...probed } = await outcomeOf(asking, scenario, isStream, scenarios.length === 0);
    const mode = isStream ? 'stream' : 'complete';
    const at = `${scenario.id}/${mode}`;
    say?.(`${at}: ${probed.verdict}`);
    found.push(...probed.findings.map((finding) => ({ at, finding })));
    scenarios.push({
      scenario: scenario.id,
      mode,
      title: scenario.title,
      verdict: probed.verdict,
      ...(probed.reason === undefined ? {} : { reason: probed.reason }),
      tries,
      request: JSON.stringify(wire.request(scenario, asking.model, isStream)),
      ...(last
        ? { response: { status: last.response.status, body: truncate(last.response.body.text, shownLength) } }
        : {}),
    });
  }
  const findings = toldOnce(found);
  const count = (verdict: ProbeVerdict) => scenarios.filter((one) => one.verdict === verdict).length;
  return {
    version: 1,
    providerApi,
    baseUrl: server.baseUrl,
    model: asking.model,
    requests: scenarios.reduce((sum, { tries }) => sum + tries, 0),
    isGreen: findings.every(isNotice),
    verdicts: {
      'as documented': count('as documented'),
      wrong: count('wrong'),
      'not offered': count('not offered'),
      inconclusive: count('inconclusive'),
    },
    findings,
    scenarios,
  };
}

interface Asking {
  readonly wire: ProbeWire;
  readonly reader: WireReader;
  readonly server: ProbedServer;
  readonly model: string;
  readonly signal: AbortSignal;
}

/** Verdicts of several tries: the first of these that came. */
const order: readonly ProbeVerdict[] = ['wrong', 'not offered', 'as documented', 'inconclusive'];

/** One scenario in one mode, as often as it takes. */
async function outcomeOf(
  asking: Asking,
  scenario: ProbeScenario,
  isStream: boolean,
  isFirst: boolean,
): Promise<ProbeOutcome & { readonly tries: number; readonly last?: Exchange | undefined }> {
  const outcomes: { outcome: ProbeOutcome; exchange: Exchange | undefined }[] = [];
  do {
    const one = await tried(asking, scenario, isStream, isFirst);
    outcomes.push(one);
    if (one.outcome.verdict === 'wrong' || one.outcome.verdict === 'not offered') break;
  } while (outcomes.length < (scenario.tries ?? 1));
  const verdict = order.find((each) => outcomes.some(({ outcome }) => outcome.verdict === each)) ?? 'inconclusive';
  const decided = outcomes.find(({ outcome }) => outcome.verdict === verdict);
  return {
    verdict,
    ...(decided?.outcome.reason === undefined ? {} : { reason: decided.outcome.reason }),
    findings: outcomes.flatMap(({ outcome }) => outcome.findings),
    tries: outcomes.length,
    last: decided?.exchange,
  };
}

async function tried(
  { wire, reader, server, model, signal }: Asking,
  scenario: ProbeScenario,
  isStream: boolean,
  isFirst: boolean,
): Promise<{ outcome: ProbeOutcome; exchange: Exchange | undefined }> {
  const { operation, path } = wire;
  const body = wire.request(scenario, model, isStream);
  let exchange: Exchange;
  try {
    exchange = await send(server, { operation, path, body, isStream }, signal);
  } catch (error) {
    if (!(error instanceof BrokenConnection)) throw error;
    if (isFirst) {
      throw new UserError(`no answer from ${server.baseUrl}${path}: ${error.message}`, {
        hint: 'start the server, or correct --base-url',
      });
    }
    return { outcome: { verdict: 'wrong', findings: [brokenFinding(error.message)] }, exchange: undefined };
  }
  if (isFirst) demandOffer(exchange);
  return { outcome: await judged(wire, reader, scenario, exchange), exchange };
}

async function judged(
  { providerApi, ...wire }: ProbeWire,
  reader: WireReader,
  scenario: ProbeScenario,
  exchange: Exchange,
): Promise<ProbeOutcome> {
  const isStream = exchange.transport === 'sse';
  const body = wire.request(scenario, wire.model, isStream);
  const documented = { ...exchange, response: wire.answer(scenario, body, isStream) };
  try {
    const isHelped = isStream && exchange.response.status < 300;
    const helper = isHelped ? await import('./stream-helper.ts').catch(withoutSdk) : undefined;
    const others = (await helper?.helperFindings(providerApi, exchange, reader)) ?? [];
    return judgeAnswer(scenario, documented, exchange, reader, others);
  } catch (error) {
    // A server may nest what it says deeper than anything can read.
    if (!(error instanceof RangeError)) throw error;
    return { verdict: 'wrong', findings: [brokenFinding(`the answer cannot be read: ${error.message}`)] };
  }
}

const brokenFinding = (message: string): ProbeFinding => ({
  rule: 'whole',
  impact: 'breaks',
  path: 'response',
  message,
  source: 'RFC 9112, message framing',
});

/** @throws {UserError} the first answer says that nothing else needs to be asked. */
function demandOffer({ request: { url }, response: { status } }: Exchange): void {
  if (status === 401 || status === 403) {
    throw new UserError(`${url} answers ${status}: it takes no such key`, {
      hint: 'name the variable of the key: --key-env <name>',
    });
  }
  if (status === 404 || status === 405 || status === 501) {
    throw new UserError(`${url} answers ${status}: there is no such API`, {
      hint: 'correct --base-url or --provider; the URL often ends in /v1',
    });
  }
  if (status >= 300 && status < 400) {
    throw new UserError(`${url} redirects (status ${status}), and a probe follows nowhere`, {
      hint: 'give --base-url the address that it leads to',
    });
  }
}

/** The package has no SDK of a provider: its opinion is left out where nobody has installed one. */
function withoutSdk(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  return undefined;
}
