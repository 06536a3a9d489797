/** After many conversations nothing more is there than after some: no handle, no timer, no listener, and no more memory. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isNightly } from '../../files/nightly.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import type { Remains } from './play.ts';

/** The most that the heap may grow between two thirds: what leaks in a hundred conversations is well above. */
const mostGrowth = 1.25;

async function play(rounds: number, planted: readonly string[] = []): Promise<Remains[]> {
  const argv = ['--expose-gc', 'scripts/leaks/play.ts', String(rounds), ...planted];
  const env = { ...process.env, VITEST: '' };
  const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: repositoryFolder, env });
  return JSON.parse(stdout) as Remains[];
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

/** How often each reference adapter has its conversations: more often at night. */
const rounds = isNightly ? 15 : 6;

test('hundreds of conversations over all reference adapters leave nothing behind', { timeout: 240_000 }, async () => {
  const remains = await play(rounds);
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

test('what leaks is seen, each by its name', { timeout: 120_000 }, async () => {
  const seen = grown(await play(6, ['timer', 'listener', 'server', 'heap']));
  expect(seen.sort()).toEqual(['TCPServerWrap', 'Timeout', 'heap', 'listeners']);
});
