import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { interleave, type Sample, timed } from './interleave.ts';

const started = (...argv: readonly string[]): Sample => {
  const run = async () => {
    await once(spawn(process.execPath, argv, { stdio: 'ignore', cwd: repositoryFolder }), 'close');
  };
  return () => timed(run);
};

/** What is started: Node.js that does nothing, and the command line with and without what was compiled before. */
const starts = {
  'node -e 0': started('-e', '0'),
  'atc --help': started(join('scripts', 'atc.js'), '--help'),
  'atc --help, compiled anew': started(join('scripts', 'atc.ts'), '--help'),
  'atc can-i-use': started(
    join('scripts', 'atc.js'),
    ...'can-i-use web-search --library langchain --provider claude'.split(' '),
  ),
};

/** Milliseconds until a process has ended that says something without doing anything, by what it is; medians. */
export const timeStart = (rounds: number): Promise<Record<keyof typeof starts, number>> =>
  interleave(starts, rounds, 2);

/** Times as lines, with their ratios to the first. */
export function startTable(times: Readonly<Record<string, number>>): string {
  const [[, bare = Number.NaN] = []] = Object.entries(times);
  const width = Math.max(...Object.keys(times).map((name) => name.length));
  return Object.entries(times)
    .map(([name, time]) => `${name.padEnd(width)}  ${time.toFixed(0).padStart(5)}  ×${(time / bare).toFixed(2)}`)
    .join('\n');
}
