/** Every known issue is shown by its reproduction, with the library alone. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Sample, sampled } from '../../lib/sample.ts';
import { UserError } from '../../lib/user-error.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { interpreterOf, quiet } from '../../spec/process/python-environment.ts';
import { issuesIn } from '../../spec/results/case-result.ts';
import type { CaseResult, ListedIssue, Results } from '../../spec/results/schema.ts';
import { environmentFor } from '../diff/replay-client.ts';
import { reproductionOf } from './of-case.ts';

/** How long one may take, in milliseconds: it loads a library, and waits for nobody. */
const timeLimit = 120_000;

/** What came of a reproduction. */
export interface Reproduced {
  /** The known issue, `<adapter>/<id>`. */
  readonly issue: string;
  /** The case whose answers it was given, and how many fail for that reason. */
  readonly case: string;
  readonly cases: number;
  /** `fails` is what is expected of it: the library alone fails as well. */
  readonly outcome: 'fails' | 'holds' | 'breaks' | 'missing';
  /** What it said, where it broke. */
  readonly said?: string;
}

/** A known issue with a case that shows it. */
interface Failure {
  readonly issue: ListedIssue;
  readonly first: CaseResult;
  readonly count: number;
}

/**
 * Runs the reproduction of each known issue behind a known failure of a run, each in its own process, one process for each processor at a time.
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

/** One of each known issue that has a claim or needs one: of a case that came to its end and is plain, with no trials, where there is one. */
function failuresOf(results: Results): readonly Failure[] {
  const issuesOf = issuesIn(results.run);
  const shown = results.cases
    .filter(({ verdict }) => verdict === 'known-failure' || verdict === 'not-expressible')
    .flatMap((c) => issuesOf(c).map((issue) => ({ c, issue })))
    .filter(({ issue }) => issue.reproduction !== undefined || needsClaim(issue));
  return [...Map.groupBy(shown, ({ issue }) => issue)].flatMap(([issue, own]) => {
    const ended = own.filter(({ c }) => c.evidenceSha256 !== undefined);
    const one = ended.find(({ c }) => c.trials === undefined) ?? ended[0] ?? own[0];
    return one ? [{ issue, first: one.c, count: own.length }] : [];
  });
}

/** A rejection is shown by its error, and what is unconfirmed accuses nobody. */
const needsClaim = ({ impact, state }: ListedIssue): boolean => impact !== 'rejects' && state !== 'unconfirmed';

async function reproduced(
  { issue, first, count }: Failure,
  results: Results,
  folder: string,
  root: string,
): Promise<Reproduced> {
  const about = { issue: `${issue.adapter}/${issue.id}`, case: first.id, cases: count };
  if (issue.reproduction === undefined) return { ...about, outcome: 'missing' };
  const program = await reproductionOf(first.id, results, folder, root, issue);
  const isPython = issue.reproduction.endsWith('.py');
  const { last, said } = await runProgram(
    isPython ? [interpreterOf(first.implementation), '-'] : [process.execPath, '--input-type=module', '-'],
    program,
    join(root, 'adapters', first.implementation),
  );
  if (last.startsWith('HOLDS: ')) return { ...about, outcome: 'holds' };
  if (last.startsWith('DOES NOT HOLD: ')) return { ...about, outcome: 'fails' };
  // It ended before it came to its claim.
  return { ...about, outcome: 'breaks', said };
}

/** Runs a text where its packages are found. @returns the last line that it printed, and what it complained of */
async function runProgram(
  [interpreter = '', ...argv]: readonly string[],
  program: string,
  cwd: string,
): Promise<{ last: string; said: string }> {
  const child = spawn(interpreter, argv, {
    cwd,
    env: { ...quiet, ...environmentFor(process.env) },
    timeout: timeLimit,
    killSignal: 'SIGKILL',
  });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new UserError(`cannot run ${interpreter}: ${error.message}`)));
  });
  child.stdin.end(program);
  const [printed, said] = await Promise.race([Promise.all([text(child.stdout), text(child.stderr)]), failed]);
  return { last: printed.trimEnd().split('\n').at(-1) ?? '', said };
}
