/**
 * Plays adapters with answers that are changed at random: `npm run fuzz`. What is found is made as small as
 * it still fails. The same seed tries the same.
 *   --adapter    an adapter, such as reference-anthropic; all of them, unless told
 *   --mutations  how many are tried on each adapter; 10000, unless told
 *   --seed       what they are drawn from; 1, unless told
 *   --time       seconds for each adapter, after which it is left
 *   CORPUS_DIR   of the environment: the directories of a corpus of real traffic, whose answers are changed too
 */
import { Worker } from 'node:worker_threads';
import { assertKnown } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import { installGuard } from '../../recordings/network-guard/socket-guard.ts';
import { discoverAdapters } from '../../spec/engine/discover.ts';
import { runScript } from '../cli.ts';
import { corpusAnswers, foundText, fuzz, headText, reportText, subjectOf } from './fuzz.ts';

const options = {
  adapter: { type: 'string', multiple: true, default: [] as string[] },
  mutations: { type: 'string', default: '10000' },
  seed: { type: 'string', default: '1' },
  time: { type: 'string' },
} as const;

await runScript({ options }, async ({ values }) => {
  const { adapter: ids } = values;
  const mutations = whole('mutations', values.mutations, 1);
  const seed = whole('seed', values.seed, 0);
  const time = values.time === undefined ? undefined : 1000 * whole('time', values.time, 1);
  installGuard();
  const all = await discoverAdapters();
  for (const id of ids)
    assertKnown(
      'adapter',
      id,
      all.map((a) => a.id),
    );
  const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url));
  watchdog.unref();
  const strays: unknown[] = [];
  const onStray = (error: unknown) => void strays.push(error);
  process.on('unhandledRejection', onStray).on('uncaughtException', onStray);
  process.stdout.write(headText());
  let failed = 0;
  for (const found of all.filter(({ id }) => ids.length === 0 || ids.includes(id))) {
    const subject = await subjectOf(found);
    const answers = await corpusAnswers(process.env.CORPUS_DIR, subject.bench.column);
    try {
      const begins = (what: string) => watchdog.postMessage(what);
      const report = await fuzz(subject, answers, { mutations, seed, time, begins, strays });
      process.stdout.write(reportText(found.id, report));
      for (const one of report.found) process.stdout.write(foundText(one));
      failed += report.found.length;
    } finally {
      watchdog.postMessage('');
      await subject.close();
    }
  }
  return failed > 0 ? 1 : 0;
});

function whole(option: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new UserError(`--${option} "${text}": not a whole number from ${least}`, { hint: 'for example 1000' });
}
