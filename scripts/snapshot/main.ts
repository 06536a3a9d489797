/**
 * `npm run snapshot`: writes the snapshot of a whole run, which `can-i-use` answers from. `-- --out <folder>` names the folder of the run.
 * `-- --requirements <month>` freezes the cases that there are as the requirement set of a month, and writes nothing else.
 * `-- --check` compares instead: exit code 1 where the run says something else. `-- --release` also makes it what changes are counted from.
 */
import { join } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import { writeFileAtomic } from '../../lib/write-atomic.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { readResults } from '../../reports/results/store.ts';
import { readShipped, releasedPath, snapshotPath, snapshotText } from '../../reports/snapshot/file.ts';
import { comparable, snapshotOfWholeRun } from '../../reports/snapshot/read.ts';
import { adapterIdentity } from '../../spec/engine/case.ts';
import { expand } from '../../spec/engine/expand.ts';
import { requirementMonths, requirementsFolder, requirementsText } from '../../spec/engine/requirements.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import { runScript } from '../cli.ts';

const options = {
  out: { type: 'string', default: 'reports/out' },
  check: { type: 'boolean', default: false },
  requirements: { type: 'string' },
  release: { type: 'boolean', default: false },
} as const;

await runScript({ options }, async ({ values }) => {
  if (values.requirements !== undefined) return freezeRequirements(values.requirements);
  const results = await readResults(values.out);
  if (!values.check) {
    const text = snapshotText(snapshotOfWholeRun(results));
    await writeFileAtomic(snapshotPath, text);
    if (values.release) await writeFileAtomic(releasedPath, text);
    return;
  }
  const compared = comparable(results, readShipped(snapshotPath));
  const [text, shipped] = [snapshotText(compared.now), snapshotText(compared.before)];
  const { without = [] } = results.run.selection;
  if (without.length > 0) process.stdout.write(`not compared, for the run is without them: ${without.join(', ')}\n`);
  if (shipped === text) return;
  const before = new Set(shipped.split('\n'));
  const other = text.split('\n').filter((line) => !before.has(line));
  process.stderr.write(
    `the snapshot is not what this run says; ${other.length} lines differ, such as\n  ${other[0]?.slice(0, 300) ?? '(lines that are gone, or in another order)'}\n  → run: npm run snapshot\n`,
  );
  return 1;
});

/** @throws {UserError} the month is none, or has a set: those do not change. */
async function freezeRequirements(month: string): Promise<void> {
  if (!/^\d{4}-\d{2}$/.test(month) || requirementMonths().includes(month)) {
    throw new UserError(`"${month}" is no month without a set`, { hint: 'name a new one, such as 2026-12' });
  }
  const adapters = providerApiIds.map((api) => adapterIdentity('any', api));
  const cases = expand(await loadMatrix(), await loadScenarios(), adapters, true);
  await writeFileAtomic(join(requirementsFolder, `${month}.yaml`), requirementsText(cases));
}
