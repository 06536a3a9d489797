/**
 * Shows that a run gives the same bytes whatever the machine does meanwhile: `npm run soak`. It runs the cases three times: alone, beside
 * processes that keep all processors busy, and in a random order. Exit codes: 0 the same bytes, 1 different ones, 2 a usage error.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { visible } from '../../files/visible.ts';
import { today } from '../../spec/engine/suite.ts';
import { describeError, exitCodeOf } from '../program.ts';
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

/** Two runs that take seconds: of an adapter that signs its requests in the thread pool, and waits before another try. */
const short = {
  rounds: [{ what: 'alone' }, { what: 'beside busy processes, in a random order', isBusy: true, seed: 20261125 }],
  adapters: ['ai-sdk-bedrock-converse'],
  tools: ['function-calling'],
} satisfies { rounds: readonly Round[]; adapters: string[]; tools: string[] };

/** Processes that do nothing, as fast as they can. */
function keepBusy(): ChildProcess[] {
  return Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']));
}

async function play(round: Round, folder: string, adapters: string[], tools: string[]): Promise<string> {
  const busy = round.isBusy ? keepBusy() : [];
  const start = performance.now();
  try {
    const selection = { adapters, tools, scenarios: [], modes: [] };
    const ran = await run({ folder, selection, asOf: today(), seed: round.seed, say: () => {} });
    await ran?.written;
    const seconds = Math.round((performance.now() - start) / 1000);
    return `${round.what}: ${ran?.results.cases.length ?? 0} cases in ${seconds} s`;
  } finally {
    for (const each of busy) each.kill();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'soak-'));
try {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean' },
      adapter: { type: 'string', multiple: true },
      tool: { type: 'string', multiple: true },
    },
  });
  const { adapter: adapters = values.short ? short.adapters : [], tool: tools = values.short ? short.tools : [] } =
    values;
  let isDifferent = false;
  for (const [at, round] of (values.short ? short.rounds : rounds).entries()) {
    process.stdout.write(`${await play(round, join(folder, `${at}`), adapters, tools)}\n`);
    const differences = at === 0 ? [] : await differencesOf(join(folder, '0'), join(folder, `${at}`));
    for (const difference of differences) process.stdout.write(visible(`  differs: ${difference}\n`));
    isDifferent ||= differences.length > 0;
  }
  process.stdout.write(isDifferent ? 'the runs differ\n' : 'results and evidence are the same bytes\n');
  process.exitCode = isDifferent ? 1 : 0;
} catch (error) {
  process.stderr.write(await describeError(error));
  process.exitCode = exitCodeOf(error);
} finally {
  await rm(folder, { recursive: true });
}
