/** What a git revision says of the cases of a run. */
import { join } from 'node:path';
import { UserError } from '../../files/user-error.ts';
import { countOf } from '../../reports/gate/words.ts';
import type { Plan } from '../../spec/engine/plan.ts';
import type { Results } from '../../spec/results/schema.ts';
import { environmentFor } from '../review/player.ts';
import { readBaseFacts } from './base-facts.ts';
import { baseResults, casesToPlay } from './base-results.ts';
import { runToEnd } from './child.ts';
import { haveSamePackages, lendPackages } from './packages.ts';
import { play } from './play.ts';
import { playsFor } from './plays.ts';

/** What the base says, and what has to be known of how it was found out. */
export interface BaseSaid {
  readonly results: Results;
  readonly notes: readonly string[];
}

interface Asking {
  readonly plan?: Plan | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly tell: (line: string) => void;
}

/**
 * Finds out what a revision says: from its files what they say, and by playing, there and with its own code, what is no pass now.
 *
 * @param commit the revision
 * @param tree tells the project's folder at it, as soon as it is there
 * @param root the folder of the project
 * @param after the run that is compared with it
 * @param plan what that run was made from, where it is known
 * @param tell told of what takes a while
 * @throws {UserError} it cannot be checked out or read, or the user ended it.
 */
export async function resultsAt(
  commit: string,
  tree: () => Promise<string>,
  root: string,
  after: Results,
  { plan, signal, tell }: Asking,
): Promise<BaseSaid> {
  const folder = await tree();
  const facts = await readBaseFacts(folder, root, after, plan);
  const asked = casesToPlay(after, facts);
  if (asked.length === 0) return { results: baseResults(after, facts, undefined), notes: [] };
  const shown = commit.slice(0, 12);
  const areNoPass = asked.length === 1 ? 'is no pass now was' : 'are no pass now were';
  try {
    if (await haveSamePackages(root, folder)) await lendPackages(root, folder);
    else await install(folder, tell, signal);
    tell(`playing ${countOf(asked.length, 'case')} as at ${shown}`);
    const found: Results[] = [];
    for (const [n, selection] of playsFor(asked, facts.cases).entries()) {
      const { asOf, transport, thorough } = after.run;
      const out = join('reports/out', `base-${n}`);
      // Its files lie elsewhere each time: what they are compiled to is of no use to anyone.
      const env = { ...environmentFor(process.env), NODE_DISABLE_COMPILE_CACHE: '1' };
      const came = await play({ root: folder, selection, asOf, transport, thorough, out, env, signal });
      found.push(came);
    }
    const played = joined(found);
    return {
      results: baseResults(after, facts, played),
      notes: [
        `${countOf(asked.length, 'case')} that ${areNoPass} played at ${shown}: that it passes what passes now is taken for granted`,
      ],
    };
  } catch (error) {
    if (!(error instanceof UserError) || signal?.aborted) throw error;
    return {
      results: baseResults(after, facts, undefined),
      notes: [
        `nothing can be played at ${shown}, so whatever fails now counts as a regression: ${error.message.split('\n')[0]}`,
      ],
    };
  }
}

async function install(folder: string, tell: (line: string) => void, signal: AbortSignal | undefined): Promise<void> {
  tell('the base has other packages (package-lock.json): they are installed for it, which takes a while');
  const { code, complaints } = await runToEnd('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, signal });
  if (code !== 0) throw new UserError(`npm ci fails there: ${complaints.trim().split('\n')[0] ?? ''}`);
}

/** Several runs of parts as one. */
function joined([first, ...others]: readonly Results[]): Results | undefined {
  return (
    first && {
      ...first,
      cases: [first, ...others].flatMap(({ cases }) => cases),
      problems: [first, ...others].flatMap(({ problems }) => problems),
    }
  );
}
