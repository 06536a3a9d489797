/**
 * How much the suite notices: `npm run mutants -- [--part <provider API>|families/<name>|shared …] [--side judge|adapter] [--sample <mutants> | --all]
 * [--seed <number>] [--out <folder>]`. StrykerJS's instrumenter makes small changes, one at a time, to what judges an adapter and
 * to the reference adapters. Of each provider API, and of what judges several of them, a sample is tried, the same for the same seed: before and
 * after a change of the code, the scores say whether it notices less. Exit codes: 0 done, 2 a usage error, 70 a defect of this tool.
 */
import { fork } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { assertKnown } from '../../lib/did-you-mean.ts';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import { writeFileAtomic } from '../../lib/write-atomic.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { runScript } from '../cli.ts';
import type { Mutant } from './instrument.ts';
import { changeOf, type Explanation, explanations, intervalOf } from './survivors.ts';
import { type Part, partsOf, type Side, sides } from './targets.ts';
import type { Answered, Asked } from './worker.ts';

/** Mutants that are tried of each part and side. */
const usualSample = 150;

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

const options = {
  part: { type: 'string', multiple: true, default: [] as string[] },
  side: { type: 'string' },
  sample: { type: 'string', default: `${usualSample}` },
  all: { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: join(repositoryFolder, 'reports/out/mutants') },
} as const;

await runScript({ options }, async ({ values }) => {
  const number = (option: 'sample' | 'seed') => {
    const read = Number(values[option]);
    if (Number.isSafeInteger(read) && read > 0) return read;
    throw new UserError(`--${option} "${values[option]}": not a whole number above 0`, { hint: 'for example 150' });
  };
  for (const id of values.part) assertKnown('part', id, partsOf('judge'));
  if (values.side !== undefined) assertKnown('side', values.side, sides);
  const parts = values.part as readonly Part[];
  const chosen = values.side === undefined ? sides : [values.side as Side];
  const sample = values.all ? Number.POSITIVE_INFINITY : number('sample');
  const seed = number('seed');
  const out = resolve(values.out);
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
});
