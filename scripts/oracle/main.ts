/**
 * Shows that a change of the code changes no verdict: `npm run oracle -- --base <revision> [--adapter <id> …] [--meant <member> …]
 * [--as-of <day>]`. It runs all cases and the kill matrix at the
 * base, in a worktree of its own, and here, for the same day, and compares them case by case. What the change is meant to alter is named:
 * `--meant evidence --meant recording`. Ids that `spec/aliases.yaml` renames are the same ids. Exit codes: 0 the same but for what is
 * meant, 1 something else differs, 2 a usage error.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import { readKillMatrix } from '../../reports/kill-matrix/store.ts';
import { EvidenceReader } from '../../reports/results/evidence-files.ts';
import { readResults } from '../../reports/results/store.ts';
import { type Aliases, loadAliases } from '../../spec/aliases.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { today } from '../../spec/engine/selection.ts';
import { evidenceLine } from '../../spec/results/evidence-line.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import { runScript } from '../cli.ts';
import { lendPackages, withWorktree } from '../gate/base-revision.ts';
import { findRevision } from '../git.ts';
import { casesWithCurrentIds, type Difference, differencesOf, type Renaming, renamingOf } from './differences.ts';

/** Runs the command line of a state of the project. It may find failures: those are compared. */
function atc(root: string, args: readonly string[]): Promise<void> {
  // Before there were commands for maintainers, all were those of atc.
  const maintenance = join(root, 'scripts/maintenance.js');
  const program = args[0] === 'run' || !existsSync(maintenance) ? join(root, 'scripts/atc.js') : maintenance;
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 || code === 1
        ? settle()
        : reject(new UserError(`atc ${args[0]} ended with exit code ${code} in ${root}`)),
    );
  });
}

/** Runs what is compared of one state. The kill matrix has no part for an adapter: it is made of all, or not at all. */
async function play(root: string, out: string, { adapter, asOf }: Asked): Promise<void> {
  // Before there were patterns of cases, adapters were chosen by an option.
  const hasPatterns = existsSync(join(root, 'spec/engine/case-pattern.ts'));
  const chosen = hasPatterns
    ? [...adapter, '--cache', 'none']
    : [...adapter.flatMap((id) => ['--adapter', id]), '--no-cache'];
  await atc(root, ['run', ...chosen, '--as-of', asOf, '--out', out]);
  if (adapter.length === 0) await atc(root, ['kill-matrix', '--out', out]);
}

async function compare(asked: Asked, folder: string): Promise<Difference[]> {
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  const { commit } = await findRevision(asked.base, repositoryFolder);
  await withWorktree(commit, repositoryFolder, async (tree) => {
    const root = await tree();
    await lendPackages(repositoryFolder, root);
    await play(root, before, asked);
  });
  await play(repositoryFolder, after, asked);
  const [aliases, base, head] = await Promise.all([loadAliases(), casesIn(before), casesIn(after)]);
  const rename = renamingOf(aliases);
  const found = differencesOf(casesOfBase(base, before, aliases, rename), head);
  const [was, is] = [await killMatrixIn(before, rename), await killMatrixIn(after)];
  return was === is ? found : [...found, { member: 'kill matrix', cases: [], example: '' }];
}

const casesIn = async (folder: string): Promise<readonly CaseResult[]> => (await readResults(folder)).cases;

/** Cases of the base by the ids of today. What was seen of one names its id, so its hash is that of the same with the new id. */
function casesOfBase(cases: readonly CaseResult[], folder: string, aliases: Aliases, rename: Renaming): CaseResult[] {
  const evidence = new EvidenceReader(folder, { cases: [...cases] });
  return casesWithCurrentIds(cases, aliases, rename).map((one, i) => {
    const sha256 = one.evidenceSha256;
    if (sha256 === undefined || one.id === cases[i]?.id) return one;
    return { ...one, evidenceSha256: evidenceLine(rename(evidence.read(sha256))).sha256 };
  });
}

/** Rows, and the cases of each, in the order of their ids: a new id or a new file may change it. */
async function killMatrixIn(folder: string, rename: Renaming = (value) => value): Promise<string> {
  const found = rename(await readKillMatrix(folder));
  if (!found) return '';
  const rows = found.matrix.map((row) => ({ ...row, cases: row.cases.toSorted(by('case')) }));
  const kills = found.kills.map((kill) => ({ ...kill, broken: kill.broken.toSorted() }));
  return JSON.stringify({ ...found, kills, missed: found.missed.toSorted(by('id')), matrix: rows.toSorted(by('id')) });
}

const by =
  <K extends string>(key: K) =>
  (a: Readonly<Record<K, string>>, b: Readonly<Record<K, string>>): number =>
    a[key] < b[key] ? -1 : Number(a[key] > b[key]);

interface Asked {
  readonly base: string;
  readonly adapter: readonly string[];
  readonly asOf: string;
}

const options = {
  base: { type: 'string' },
  adapter: { type: 'string', multiple: true, default: [] as string[] },
  meant: { type: 'string', multiple: true, default: [] as string[] },
  'as-of': { type: 'string', default: today() },
} as const;

await runScript({ options }, async ({ values: { base, adapter, meant, 'as-of': asOf } }) => {
  if (base === undefined) throw new UserError('--base is missing', { hint: 'name a revision: --base main' });
  const folder = await mkdtemp(join(tmpdir(), 'oracle-'));
  const found = await compare({ base, adapter, asOf }, folder).finally(() =>
    rm(folder, { recursive: true, force: true }),
  );
  for (const { member, cases, example } of found) {
    const what = meant.includes(member) ? 'meant' : 'DIFFERS';
    process.stdout.write(escapeControl(`${what}  ${member}: ${cases.length} cases ${cases[0] ?? ''}\n${example}`));
  }
  const others = found.filter(({ member }) => !meant.includes(member));
  process.stdout.write(others.length === 0 ? 'nothing else differs\n' : `${others.length} members differ\n`);
  return others.length === 0 ? 0 : 1;
});
