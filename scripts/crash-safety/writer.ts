/**
 * A process that writes until it is killed: `node scripts/crash-safety/writer.ts <what> <folder> <generation>`, by the very functions
 * that the commands write with. On stdout it says `b` before it writes and `e` when it has written.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { cassetteOf, killMatrixOf, runOf } from './numbered-runs.ts';

const [what = '', folder = '', first = '0'] = process.argv.slice(2);

const writers: Readonly<Record<string, () => Promise<(generation: number) => Promise<unknown>>>> = {
  run: async () => {
    const { writeResults } = await import('../../reports/results/store.ts');
    return (generation) => {
      const { run, views } = runOf(generation);
      return writeResults(folder, run, async () => views);
    };
  },
  cassette: async () => {
    const { writeCassette } = await import('../../recordings/format/store.ts');
    return (generation) => writeCassette(join(folder, 'a/b/c.json'), 'json', cassetteOf(generation), folder);
  },
  'kill matrix': async () => {
    const { writeKillMatrix } = await import('../../reports/kill-matrix/store.ts');
    return (generation) => writeKillMatrix(folder, killMatrixOf(generation));
  },
};

const write = await (writers[what] ?? (() => Promise.reject(new Error(`nothing is called "${what}"`))))();
for (let generation = Number(first); ; generation++) {
  writeSync(1, 'b');
  await write(generation);
  writeSync(1, 'e');
}
