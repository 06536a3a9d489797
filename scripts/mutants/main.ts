/**
 * How much the suite notices: `npm run mutants`. StrykerJS's instrumenter makes small changes, one at a time, to what judges an adapter and
 * to the reference adapters. Of each provider API, and of what judges several of them, a sample is tried, the same for the same seed: before and
 * after a change of the code, the scores say whether it notices less. Exit codes: 0 done, 2 a usage error, 70 a defect of this tool.
 */
import { fork } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { assertKnown } from '../../lib/did-you-mean.ts';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import { writeFileAtomic } from '../../lib/write-atomic.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { describeError, exitCodeOf } from '../cli.ts';
import type { Mutant } from './instrument.ts';
import { changeOf, type Explanation, explanations, intervalOf } from './survivors.ts';
import { type Part, partsOf, type Side, sides } from './targets.ts';
import type { Answered, Asked } from './worker.ts';

const usage = `Usage: npm run mutants -- [--part <provider API>|families/<name>|shared …] [--side judge|adapter] [--sample <mutants> | --all] [--seed <number>] [--out <folder>]`;

/** Mutants that are tried of each part and side. */
const usualSample = 150;

async function mutants(argv: readonly string[]): Promise<void> {
  const { help, parts, chosen, sample, seed, out } = optionsOf(argv);
  if (help) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  await mkdir(out, { recursive: true });
  const explained = await explanations();
  const waiting = chosen.flatMap((side) =>
    partsOf(side)
      .filter((part) => parts.length === 0 || parts.includes(part))
      .map((part): Asked => ({ side, part, sample, seed })),
  );
  const scores: (readonly [Asked, Answered])[] = [];
  const work = async () => {
    for (let asked = waiting.shift(); asked; asked = waiting.shift()) {
      const answered = await ask(asked);
      scores.push([asked, answered]);
      const lines = [line(asked, answered), ...survivorsOf(answered, explained)];
      process.stdout.write(escapeControl(`${lines.join('\n')}\n`));
      await writeFileAtomic(
        join(out, `${asked.side}-${asked.part.replace('/', '-')}.json`),
        `${JSON.stringify(answered, null, 1)}\n`,
      );
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  process.stdout.write(`\nall ${total(scores)}\nunnoticed mutants, line by line: ${out}\n`);
}

/** Tries a sample in a process of its own: a mutant may keep it busy for ever, or end it. */
function ask(asked: Asked): Promise<Answered> {
  return new Promise((settle, reject) => {
    const child = fork(join(import.meta.dirname, 'worker.ts'), { serialization: 'advanced' });
    child.once('message', (answered) => settle(answered as Answered));
    child.once('exit', (code) => reject(new Error(`${asked.side} ${asked.part}: the process ended with ${code}`)));
    child.send(asked);
  });
}

const line = ({ side, part }: Asked, { all, reached, tried }: Answered): string =>
  `${side.padEnd(8)}${part.padEnd(22)}${share(noticedOf(tried), tried.length)} of ${reached} reached of ${all}`;

/** How many survivors have a reason, and those that have none. */
function survivorsOf({ tried, unsteady }: Answered, explained: (mutant: Mutant) => Explanation | undefined): string[] {
  const kinds = Map.groupBy(
    tried.filter(({ noticedBy }) => noticedBy === undefined),
    explained,
  );
  const [equivalent = [], gaps = [], others = []] = (['equivalent', 'gap', undefined] as const).map((kind) =>
    kinds.get(kind),
  );
  return [
    `  ${share(noticedOf(tried), tried.length - equivalent.length)} without ${equivalent.length} equivalents; ${gaps.length} gaps, ${others.length} without a reason`,
    ...unsteady.map((test) => `  says something else each time: ${test}`),
    ...others.map((one) => `  unnoticed, without a reason: ${one.file}:${one.line} ${changeOf(one)}`),
  ];
}

function total(scores: readonly (readonly [Asked, Answered])[]): string {
  const tried = scores.flatMap(([, answered]) => answered.tried);
  return share(noticedOf(tried), tried.length);
}

const noticedOf = (tried: Answered['tried']): number => tried.filter(({ noticedBy }) => noticedBy !== undefined).length;

function share(noticed: number, tried: number): string {
  if (tried === 0) return 'nothing to change';
  const [low, high] = intervalOf(noticed, tried).map((bound) => bound.toFixed(1));
  return `${((100 * noticed) / tried).toFixed(1).padStart(5)} % noticed (${low} to ${high}), ${noticed} of a sample of ${tried}`;
}

function optionsOf(argv: readonly string[]) {
  const { values } = parsed(argv);
  const number = (option: 'sample' | 'seed') => {
    const read = Number(values[option]);
    if (Number.isSafeInteger(read) && read > 0) return read;
    throw new UserError(`--${option} "${values[option]}": not a whole number above 0`, { hint: usage });
  };
  const { part: asked, side } = values;
  for (const id of asked) assertKnown('part', id, partsOf('judge'));
  if (side !== undefined) assertKnown('side', side, sides);
  return {
    help: values.help,
    parts: asked as readonly Part[],
    chosen: side === undefined ? sides : [side as Side],
    sample: values.all ? Number.POSITIVE_INFINITY : number('sample'),
    seed: number('seed'),
    out: resolve(values.out),
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        part: { type: 'string', multiple: true, default: [] },
        side: { type: 'string' },
        sample: { type: 'string', default: `${usualSample}` },
        all: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        out: { type: 'string', default: join(repositoryFolder, 'reports/out/mutants') },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UserError((error as Error).message, { hint: usage });
  }
}

try {
  await mutants(process.argv.slice(2));
} catch (error) {
  process.stderr.write(await describeError(error));
  process.exitCode = exitCodeOf(error);
}
