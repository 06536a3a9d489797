/**
 * Lists members of requests and answers that no check takes notice of: `npm run blindness`. `--provider <api>` looks at one provider API,
 * `--json` prints one document. `--traffic` looks at
 * the real traffic of `CORPUS_DIR` in place of cases: at members of which a wire reader makes nothing. Exit codes: 0 each of them has a reason in `spec/blindness/unnoticed.yaml`; 1 one has none, or a reason covers
 * nothing; 2 a usage error.
 */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { assertKnown } from '../../lib/did-you-mean.ts';
import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import { installClock } from '../../recordings/clock/install.ts';
import { repositoryCassettes } from '../../recordings/format/cassette-path.ts';
import {
  Blindness,
  isSeen,
  loadUnnoticed,
  type Played,
  type ReasonPattern,
  Reasons,
  type Signature,
} from '../../spec/blindness/blindness.ts';
import { loadChecks } from '../../spec/checks/load.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import { listCorpus, realUnits } from '../../spec/corpus/files.ts';
import { loadFolders } from '../../spec/corpus/folders.ts';
import { adapterIdentity } from '../../spec/engine/case.ts';
import { expand } from '../../spec/engine/expand.ts';
import { judge } from '../../spec/engine/judge.ts';
import { type CaseContext, replayCase } from '../../spec/engine/run.ts';
import type { Trace } from '../../spec/engine/trace.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import { wireReaderFor } from '../../spec/wire/index.ts';
import { runScript } from '../cli.ts';

interface Looked {
  readonly providerApi: ProviderApiId;
  readonly members: number;
  readonly seen: number;
  /** What nobody notices, each with the patterns that cover it. */
  readonly blind: readonly (Signature & { readonly patterns: readonly ReasonPattern[] })[];
}

async function lookAt(providerApi: ProviderApiId): Promise<Looked> {
  installClock();
  const [matrix, scenarios, all, reader, unnoticed] = await Promise.all([
    loadMatrix(),
    loadScenarios(),
    loadChecks(),
    wireReaderFor(providerApi),
    loadUnnoticed(),
  ]);
  // A raw representation repeats every member: that nothing else looks at one could not be seen beside it.
  const checks = all.filter(({ id }) => id !== 'returns-raw-complete');
  const { adapter } = (await import(`../../adapters/reference/${providerApi}/adapter.ts`)) as { adapter: Adapter };
  const cassettes = { ...repositoryCassettes };
  const bench: CaseContext = {
    column: providerOf(matrix, providerApi),
    reader,
    checks,
    adapter: async () => adapter,
    cassettes,
  };
  const reasons = new Reasons(unnoticed, providerApi);
  const blindness = new Blindness<Trace>(reasons);
  for (const theCase of expand(matrix, scenarios, [adapterIdentity('reference', providerApi)])) {
    if (theCase.kind !== 'scenario' && theCase.kind !== 'declaration') continue;
    const { trace } = await replayCase(theCase, bench);
    if (!trace) continue;
    blindness.add({
      id: theCase.id,
      trace,
      judge: (changed) => judge(theCase, changed, reader, checks).checks,
    });
  }
  return looked(providerApi, blindness, reasons);
}

/** Members of real traffic: one is seen where the reader makes something else of an exchange with another value in it. */
async function lookAtTraffic(providerApi: ProviderApiId): Promise<Looked> {
  const [matrix, reader, unnoticed, folders] = await Promise.all([
    loadMatrix(),
    wireReaderFor(providerApi),
    loadUnnoticed(),
    loadFolders(),
  ]);
  const corpus = await listCorpus(process.env.CORPUS_DIR, folders);
  const blindness = new Blindness<Played>(new Reasons(unnoticed, providerApi));
  const read = ({ steps }: Played) => {
    const exchanges = steps.flatMap((step) => step.exchanges);
    const requests = reader.readRequests(exchanges).map(({ messages, options }) => ({ messages, options }));
    return [{ check: 'reading', findings: [{ message: JSON.stringify([requests, reader.readResponses(exchanges)]) }] }];
  };
  for (const { exchanges } of await realUnits(corpus, providerOf(matrix, providerApi))) {
    for (const { place, served } of exchanges)
      blindness.add({ id: place, trace: { steps: [{ exchanges: served }], closing: [] }, judge: read });
  }
  const all = looked(providerApi, blindness, new Reasons(unnoticed, providerApi));
  // Clients and proxies differ in headers.
  return { ...all, blind: all.blind.filter(({ id }) => !id.includes(' header ')) };
}

function looked<T extends Played>(providerApi: ProviderApiId, blindness: Blindness<T>, reasons: Reasons): Looked {
  const signatures = blindness.signatures();
  const blind = signatures.filter((one) => !isSeen(one)).map((one) => ({ ...one, patterns: reasons.of(one.id) }));
  return { providerApi, members: signatures.length, seen: signatures.length - blind.length, blind };
}

/** Each provider API in a process of its own, as many at once as there are processors. */
async function lookAtAll(more: readonly string[]): Promise<Looked[]> {
  const left: ProviderApiId[] = [...providerApiIds];
  const found = new Map<ProviderApiId, Looked>();
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const argv = [...process.execArgv, import.meta.filename, '--provider', next, '--json', ...more];
      const { stdout } = await promisify(execFile)(process.execPath, argv, { maxBuffer: 2 ** 28 }).catch((error) => {
        if (error.code === 1) return error as { stdout: string };
        throw error;
      });
      found.set(next, (JSON.parse(stdout) as Looked[])[0] as Looked);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return providerApiIds.flatMap((id) => found.get(id) ?? []);
}

/** What is wrong, one sentence each. */
async function problemsOf(all: readonly Looked[], isTraffic: boolean): Promise<string[]> {
  const unexplained = all.flatMap(({ providerApi, blind }) =>
    blind
      .filter(({ patterns }) => patterns.length === 0)
      .map(({ id, example }) => `${providerApi} ${id}: no check takes notice (${example})`),
  );
  // Real traffic has not all that cassettes have.
  if (isTraffic || all.length < providerApiIds.length) return unexplained;
  const used = new Set(all.flatMap(({ blind }) => blind.flatMap(({ patterns }) => patterns.map((p) => p.pattern))));
  const { reasons, gaps } = await loadUnnoticed();
  const idle = [...reasons, ...gaps].flatMap(({ patterns }) => patterns.filter((pattern) => !used.has(pattern)));
  return [...unexplained, ...idle.map((pattern) => `the pattern "${pattern}" of a reason covers nothing: remove it`)];
}

function lineOf({ providerApi, members, seen, blind }: Looked): string {
  const gaps = blind.filter(({ patterns: [first] }) => first?.kind === 'gap').length;
  const explained = blind.filter(({ patterns: [first] }) => first?.kind === 'reason').length;
  return `${providerApi.padEnd(22)} ${String(seen).padStart(5)} of ${members} seen, ${explained} need not be, ${gaps} gaps`;
}

const options = { provider: { type: 'string' }, json: { type: 'boolean' }, traffic: { type: 'boolean' } } as const;
await runScript({ options }, async ({ values }) => {
  if (values.provider !== undefined) assertKnown('provider API', values.provider, providerApiIds);
  const look = values.traffic ? lookAtTraffic : lookAt;
  const all =
    values.provider === undefined
      ? await lookAtAll(values.traffic ? ['--traffic'] : [])
      : [await look(values.provider as ProviderApiId)];
  const problems = await problemsOf(all, values.traffic ?? false);
  if (values.json) process.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
  else process.stdout.write(`${[...all.map(lineOf), ...problems].join('\n')}\n`);
  if (problems.length === 0) return;
  process.stderr.write('read the member and compare it, or give a reason in spec/blindness/unnoticed.yaml\n');
  return 1;
});
