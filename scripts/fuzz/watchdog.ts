/**
 * Watches the main thread from another one: what runs for ever without a pause cannot be ended, or even told, from within. It is
 * sent what begins, and nothing where nothing does; where one thing lasts too long it says which, and ends the process.
 */
import { writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { after } from '../../lib/real-time.ts';

/** Longest that one play may take, in milliseconds. */
const longest = 60_000;

let cancel = () => {};
parentPort?.on('message', (what: string) => {
  cancel();
  if (what === '') return;
  cancel = after(longest, () => {
    writeSync(2, `hang: for ${longest / 1000} s nothing else could run. ${what}\n`);
    process.kill(process.pid, 'SIGKILL');
  });
});
