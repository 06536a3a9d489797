/**
 * `npm run snapshot`: writes the snapshot of a whole run, which `can-i-use` answers from. `-- --out <folder>` names the folder of the run.
 * `-- --check` compares instead: exit code 1 where the run says something else. `-- --release` also makes it what changes are counted from.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { UserError } from '../../lib/user-error.ts';
import { writeFileAtomic } from '../../lib/write-atomic.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { readResults } from '../../reports/results/store.ts';
import { releasedPath, snapshotPath, snapshotText } from '../../reports/snapshot/file.ts';
import { readLibraryNames } from '../../reports/snapshot/libraries.ts';
import { snapshotOf } from '../../reports/snapshot/snapshot.ts';
import { describeError, exitCodeOf } from '../cli.ts';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'reports/out' },
      check: { type: 'boolean', default: false },
      release: { type: 'boolean', default: false },
    },
  });
  const results = await readResults(values.out);
  if (Object.values(results.run.selection).some((chosen) => chosen.length > 0) || results.run.notRun) {
    throw new UserError('this run is not whole: a snapshot holds all adapters', { hint: 'run: npm run conformance' });
  }
  const text = snapshotText(snapshotOf(results, readLibraryNames(), packageJson.version));
  if (!values.check) {
    await writeFileAtomic(snapshotPath, text);
    if (values.release) await writeFileAtomic(releasedPath, text);
    return;
  }
  const before = new Set(readFileSync(snapshotPath, 'utf8').split('\n'));
  const other = text.split('\n').filter((line) => !before.has(line));
  if (other.length === 0 && before.size === new Set(text.split('\n')).size) return;
  process.stderr.write(
    `the snapshot is not what this run says; ${other.length} lines differ, such as\n  ${other[0]?.slice(0, 300) ?? '(lines that are gone)'}\n  → run: npm run snapshot\n`,
  );
  process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  process.stderr.write(await describeError(error));
  process.exitCode = exitCodeOf(error);
}
