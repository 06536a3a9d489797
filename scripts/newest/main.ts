/**
 * Judges the newest releases of the libraries: `npm run newest`. It needs the results of the pinned versions (`--out`, from
 * `npm run conformance`), makes a worktree of HEAD in a temporary folder, installs the newest release of each package that an adapter of
 * another project's library depends on, runs their cases there, and writes `newest.json` beside the results. Pages of libraries and
 * `can-i-use` take it up. Needs the npm registry. Exit codes: 0 written, whatever it says; 2 a usage error, no results, or nothing can be installed.
 */
import { execFile, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import { newestOf, writeNewest } from '../../reports/newest/newest.ts';
import { newestLines } from '../../reports/newest/text.ts';
import { readResults } from '../../reports/results/store.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { ownImplementations } from '../../spec/verdicts/impact.ts';
import { runScript } from '../cli.ts';
import { withWorktree } from '../gate/base-revision.ts';
import { findRevision } from '../git.ts';

/** Runs a program to its end. @throws {UserError} it ends with a code that is not accepted. */
function run(program: string, args: readonly string[], cwd: string, accepted: readonly number[] = [0]): Promise<void> {
  return new Promise((settle, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) =>
      accepted.includes(code ?? -1)
        ? settle()
        : reject(
            new UserError(`${program} ${args.slice(0, 3).join(' ')} … ended with exit code ${code}`, {
              hint: 'see its output above',
            }),
          ),
    );
  });
}

/** The newest release of a package. @throws {UserError} the registry does not say it. */
async function newestRelease(name: string): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['view', name, 'dist-tags.latest', '--json']).catch((error) => {
    throw new UserError(`cannot find the newest release of ${name}: ${error.message}`, {
      hint: 'check the connection to the npm registry',
    });
  });
  return JSON.parse(stdout) as string;
}

/** Writes the newest release in the place of each pinned version. A tag would be content with what the lock file has. */
async function unpin(file: string): Promise<void> {
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { dependencies?: Record<string, string> };
  const releases = Object.keys(manifest.dependencies ?? {}).map(async (name) => [name, await newestRelease(name)]);
  const dependencies = Object.fromEntries(await Promise.all(releases));
  await writeFile(file, `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`);
}

async function judgeNewest(out: string, asOf: string | undefined): Promise<string> {
  const pinned = await readResults(out);
  const others = pinned.run.adapters.filter(({ implementation }) => !ownImplementations.has(implementation));
  if (others.length === 0) {
    throw new UserError('these results have no adapter of a library', { hint: 'run: npm run conformance' });
  }
  const { commit } = await findRevision('HEAD', repositoryFolder);
  const newest = await withWorktree(commit, repositoryFolder, async (tree) => {
    const root = await tree();
    for (const implementation of new Set(others.map((a) => a.implementation))) {
      await unpin(join(root, 'adapters', implementation, 'package.json'));
    }
    await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], root);
    const chosen = others.map(({ id }) => id);
    const day = ['--as-of', asOf ?? pinned.run.asOf];
    const into = join(root, 'reports/out');
    await run(
      process.execPath,
      ['scripts/atc.js', 'run', ...chosen, '--cache', 'none', '--out', into, ...day],
      root,
      [0, 1],
    );
    return newestOf(await readResults(into), pinned);
  });
  await writeNewest(out, newest);
  return newestLines(newest, pinned).join('\n');
}

const options = { out: { type: 'string', default: 'reports/out' }, 'as-of': { type: 'string' } } as const;
await runScript({ options }, async ({ values }) => {
  const told = await judgeNewest(resolve(values.out), values['as-of']);
  process.stdout.write(
    `${escapeControl(told)}\n\nwritten to ${values.out}/newest.json; put it on the pages of libraries: npm run atc -- report --site <folder>\n`,
  );
});
