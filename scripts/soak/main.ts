/**
 * Shows that a run gives the same bytes whatever the machine does meanwhile: `npm run soak`. It runs the cases three times: alone, beside
 * processes that keep all processors busy, and in a random order; with `--short`, twice, and few of them; with cases, such as `reference-google` or
 * `web-search`, those. Exit codes: 0 the same bytes, 1 different ones, 2 a usage error.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import type { Selection } from '../../spec/engine/plan.ts';
import { today } from '../../spec/engine/selection.ts';
import { runScript } from '../cli.ts';
import { run } from '../run/run.ts';
import { differencesOf } from './differences.ts';

/** One of the runs that are compared. */
interface Round {
  readonly what: string;
  readonly isBusy?: true;
  readonly seed?: number;
}

const rounds: readonly Round[] = [
  { what: 'alone' },
  { what: 'beside busy processes', isBusy: true },
  { what: 'in a random order', seed: 20261125 },
];

/**
 * Two runs that take seconds, of what depends most on the order of events: calls that are aborted, responses that are lost and requests
 * that are sent again, of an adapter that signs in the thread pool.
 */
const short: { readonly rounds: readonly Round[]; readonly selection: Selection } = {
  rounds: [{ what: 'alone' }, { what: 'beside busy processes, in a random order', isBusy: true, seed: 20261125 }],
  selection: {
    cases: ['abort-before-send', 'abort-after-send', 'abort-mid-stream', 'fault-network-failures', 'fault-retries'].map(
      (scenario) => `ai-sdk-bedrock-converse/function-calling/${scenario}`,
    ),
  },
};

/** Processes that do nothing, as fast as they can. */
function keepBusy(): ChildProcess[] {
  return Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']));
}

async function play(round: Round, folder: string, selection: Selection): Promise<string> {
  const busy = round.isBusy ? keepBusy() : [];
  const start = performance.now();
  try {
    const ran = await run({ folder, selection, asOf: today(), seed: round.seed, say: () => {} });
    await ran?.written;
    const seconds = Math.round((performance.now() - start) / 1000);
    return `${round.what}: ${ran?.results.cases.length ?? 0} cases in ${seconds} s`;
  } finally {
    for (const each of busy) each.kill();
  }
}

async function soak(folder: string, selection: Selection, isShort: boolean): Promise<number> {
  let isDifferent = false;
  for (const [at, round] of (isShort ? short.rounds : rounds).entries()) {
    process.stdout.write(`${await play(round, join(folder, `${at}`), selection)}\n`);
    const differences = at === 0 ? [] : await differencesOf(join(folder, '0'), join(folder, `${at}`));
    for (const difference of differences) process.stdout.write(escapeControl(`  differs: ${difference}\n`));
    isDifferent ||= differences.length > 0;
  }
  process.stdout.write(isDifferent ? 'the runs differ\n' : 'results and evidence are the same bytes\n');
  return isDifferent ? 1 : 0;
}

const config = { options: { short: { type: 'boolean', default: false } }, allowPositionals: true } as const;
await runScript(config, async ({ values, positionals }) => {
  const folder = await mkdtemp(join(tmpdir(), 'soak-'));
  const selection = values.short && positionals.length === 0 ? short.selection : { cases: positionals };
  return soak(folder, selection, values.short).finally(() => rm(folder, { recursive: true }));
});
