/** Every known failure is shown by its reproduction, with the library alone. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Sample, sampled } from '../../lib/sample.ts';
import { UserError } from '../../lib/user-error.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import type { CaseResult, ListedException, Results } from '../../spec/results/schema.ts';
import { environmentFor } from '../diff/replay-client.ts';
import { exceptionOf, reproductionOf } from './of-case.ts';

/** How long one may take, in milliseconds: it loads a library, and waits for nobody. */
const timeLimit = 60_000;

/** What came of a reproduction. */
export interface Reproduced {
  readonly implementation: string;
  /** As the known failure names it; absent where it names none. */
  readonly reproduction: string | undefined;
  /** The case whose answers it was given, and how many are known to fail for that reason. */
  readonly case: string;
  readonly cases: number;
  /** `fails` is what is expected of it: the library alone fails as well. */
  readonly outcome: 'fails' | 'holds' | 'breaks' | 'missing';
  /** What it said, where it broke. */
  readonly said?: string;
}

/** A failure that is listed, with a case that fails so. */
interface Failure {
  readonly exception: ListedException;
  readonly first: CaseResult;
  readonly count: number;
}

/**
 * Runs the reproduction of each known failure of a run, each in its own process, one process for each processor at a time.
 *
 * @param told called with each as soon as it ended
 * @param sample chooses some of them; all, where absent
 * @param root the project, where the adapters are
 * @returns them in the order of the results
 * @throws {UserError} a reproduction is missing or malformed.
 */
export async function checkReproductions(
  results: Results,
  folder: string,
  told: (each: Reproduced) => void,
  { sample, root = repositoryFolder }: { readonly sample?: Sample | undefined; readonly root?: string } = {},
): Promise<readonly Reproduced[]> {
  const all = sampled(failuresOf(results), sample, ({ first }) => first.id);
  const ended: Reproduced[] = [];
  const waiting = all.entries();
  const work = async () => {
    for (const [n, failure] of waiting) {
      const came = await reproduced(failure, results, folder, root);
      told(came);
      ended[n] = came;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return ended;
}

/** One of each reproduction, of a case that came to its end where there is one; those that have none by themselves. */
function failuresOf(results: Results): readonly Failure[] {
  const known = results.cases.flatMap((first) => {
    const exception = first.verdict === 'known-failure' ? exceptionOf(first, results) : undefined;
    return exception ? [{ exception, first }] : [];
  });
  const groups = Map.groupBy(known, ({ exception: { implementation, reproduction, place } }) =>
    reproduction === undefined ? place : `${implementation} ${reproduction}`,
  );
  return [...groups.values()].flatMap((group) => {
    const one = group.find(({ first }) => first.evidenceSha256 !== undefined) ?? group[0];
    return one ? [{ ...one, count: group.length }] : [];
  });
}

async function reproduced(
  { exception, first, count }: Failure,
  results: Results,
  folder: string,
  root: string,
): Promise<Reproduced> {
  const { implementation, reproduction } = exception;
  const about = { implementation, reproduction, case: first.id, cases: count };
  if (reproduction === undefined) return { ...about, outcome: 'missing' };
  const program = await reproductionOf(first.id, results, folder, root);
  const { last, said } = await runProgram(program, join(root, 'adapters', implementation));
  if (last.startsWith('HOLDS: ')) return { ...about, outcome: 'holds' };
  if (last.startsWith('DOES NOT HOLD: ')) return { ...about, outcome: 'fails' };
  // It ended before it came to its claim.
  return { ...about, outcome: 'breaks', said };
}

/** Runs the text of a module where its packages are found. @returns the last line that it printed, and what it complained of */
async function runProgram(program: string, cwd: string): Promise<{ last: string; said: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-'], {
    cwd,
    env: environmentFor(process.env),
    timeout: timeLimit,
    killSignal: 'SIGKILL',
  });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new UserError(`node cannot be run: ${error.message}`)));
  });
  child.stdin.end(program);
  const [printed, said] = await Promise.race([Promise.all([text(child.stdout), text(child.stderr)]), failed]);
  return { last: printed.trimEnd().split('\n').at(-1) ?? '', said };
}
