/** After many conversations nothing more is there than after some: no handle, no timer, no listener, and no more memory. Every night: by day `no-leaks` judges each case. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import type { Played, Remains } from './play.ts';

/** The most that the heap may grow between two thirds: what leaks in a hundred conversations is well above. */
const mostGrowth = 1.25;

async function play(rounds: number, planted: readonly string[]): Promise<Played> {
  const argv = ['--expose-gc', 'scripts/memory-leaks/play.ts', String(rounds), 'all', ...planted];
  const env = { ...process.env, VITEST: '' };
  const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: repositoryFolder, env });
  return JSON.parse(stdout) as Played;
}

/** What grew from the first third to the last. */
function grown([first, , last]: readonly Remains[]): string[] {
  if (!first || !last) return ['nothing was played'];
  const kinds = [...new Set([...Object.keys(first.resources), ...Object.keys(last.resources)])];
  return [
    ...kinds.filter((kind) => (last.resources[kind] ?? 0) > (first.resources[kind] ?? 0)),
    ...(last.listeners > first.listeners ? ['listeners'] : []),
    ...(last.heap > first.heap * mostGrowth ? ['heap'] : []),
    ...(last.patched ? ['patches'] : []),
  ];
}

/** How often each of them has its two conversations; of all reference adapters. */
const rounds = 15;

const night = test.runIf(isNightly);

/** One process for both. */
let played: Played;
beforeAll(async () => {
  played = await play(rounds, ['timer', 'listener', 'server', 'heap']);
}, 240_000);

night('many conversations over reference adapters leave nothing behind', () => {
  const remains = played.usual;
  console.info(
    remains
      .map(
        ({ played, heap, listeners, resources }) =>
          `${played} conversations: ${(heap / 1e6).toFixed(1)} MB, ${listeners} listeners, ${JSON.stringify(resources)}`,
      )
      .join('\n'),
  );
  expect(remains.at(-1)?.played).toBeGreaterThanOrEqual(20 * rounds);
  expect(grown(remains)).toEqual([]);
});

night('what leaks is seen, each by its name', () => {
  const seen = grown(played.leaking);
  expect(seen.sort()).toEqual(['TCPServerWrap', 'Timeout', 'heap', 'listeners']);
});
