/**
 * Plays conversations over reference adapters and says, as JSON, what is still there after each third of them; then as many again,
 * but that each leaves something behind: `node --expose-gc scripts/memory-leaks/play.ts <rounds> <provider APIs, or all> <leaks to plant>`.
 */
import { request } from 'node:http';
import { createServer } from 'node:net';
import { realTime } from '../../lib/real-time.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import { loadChecks } from '../../spec/checks/load.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import { discoverAdapters, repositoryFolder } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import { type CaseContext, runCase } from '../../spec/engine/run.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import { wireReaderFor } from '../../spec/wire/index.ts';

/** What is there when nothing is being played. */
export interface Remains {
  readonly played: number;
  readonly heap: number;
  /** Handles and timers that are open, by kind. */
  readonly resources: Readonly<Record<string, number>>;
  /** Listeners on the process, signals among them. */
  readonly listeners: number;
  /** Whether `fetch` and `node:http` are those of the beginning. */
  readonly patched: boolean;
}

/** The same conversations twice: as they are, and with leaks planted. */
export interface Played {
  readonly usual: readonly Remains[];
  readonly leaking: readonly Remains[];
}

const kept: unknown[] = [];
const leaks: Readonly<Record<string, () => void>> = {
  timer: () => void realTime.setInterval(() => {}, 1_000_000),
  listener: () => void process.on('SIGUSR2', () => {}),
  server: () => void createServer().listen(0, '127.0.0.1'),
  heap: () => void kept.push(Array.from({ length: 20_000 }, (_, n) => ({ n }))),
};

const [rounds = '15', apis = 'all', ...planted] = process.argv.slice(2);
const before = { fetch, request };
const [matrix, scenarios, checks, all] = await Promise.all([
  loadMatrix(),
  loadScenarios(),
  loadChecks(),
  discoverAdapters(),
]);
const plays = await Promise.all(
  all
    .filter(({ implementation }) => implementation === 'reference')
    .filter(({ providerApi }) => apis === 'all' || apis.split(',').includes(providerApi))
    .map(async ({ id, implementation, providerApi }) => {
      const path = `${repositoryFolder}/adapters/reference/${providerApi}/adapter.ts`;
      const { adapter } = (await import(path)) as { adapter: Adapter };
      const bench: CaseContext = {
        column: providerOf(matrix, providerApi),
        reader: await wireReaderFor(providerApi),
        checks,
        adapter: async () => adapter,
      };
      const cases = expand(matrix, scenarios, [{ id, implementation, providerApi }]).filter(
        (c) => c.kind === 'scenario' && c.tool === 'function-calling' && c.scenario.id === 'call-single',
      );
      return { bench, cases };
    }),
);

let played = 0;
async function playAll(leaking: readonly string[]): Promise<void> {
  for (const { bench, cases } of plays) {
    for (const theCase of cases) {
      // Now and then over sockets.
      const transport = played % 5 === 4 ? 'server' : 'in-process';
      const { conclusion } = await runCase(theCase, { ...bench, transport });
      if (conclusion.verdict !== 'pass') throw new Error(`${theCase.id}: ${conclusion.reason}`);
      for (const leak of leaking) leaks[leak]?.();
      played++;
    }
  }
}

async function remains(): Promise<Remains> {
  // What ends does so in a few turns of the loop; and what is garbage may need more than one collection.
  for (let n = 0; n < 5; n++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
  }
  const kinds = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (kind) => kind));
  return {
    played,
    heap: process.memoryUsage().heapUsed,
    resources: Object.fromEntries(kinds.map(([kind, list = []]) => [kind, list.length])),
    listeners: process.eventNames().reduce((total, name) => total + process.listenerCount(name), 0),
    patched: before.fetch !== fetch || before.request !== request,
  };
}

/** What is there after each third. */
async function playThirds(leaking: readonly string[]): Promise<Remains[]> {
  const found: Remains[] = [];
  for (let third = 0; third < 3; third++) {
    for (let round = 0; round < Number(rounds) / 3; round++) await playAll(leaking);
    found.push(await remains());
  }
  return found;
}

const both: Played = { usual: await playThirds([]), leaking: await playThirds(planted) };
process.stdout.write(JSON.stringify(both), () => process.exit());
