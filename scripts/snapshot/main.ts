/**
 * `npm run snapshot`: writes the snapshot of a whole run, which `can-i-use` answers from. `-- --out <folder>` names the folder of the run.
 * `-- --check` compares instead: exit code 1 where the run says something else. `-- --release` also makes it what changes are counted from.
 */
import { parseArgs } from 'node:util';
import { writeFileAtomic } from '../../lib/write-atomic.ts';
import { readResults } from '../../reports/results/store.ts';
import { readShipped, releasedPath, snapshotPath, snapshotText } from '../../reports/snapshot/file.ts';
import { comparable, snapshotOfWholeRun } from '../../reports/snapshot/read.ts';
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
  process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  process.stderr.write(await describeError(error));
  process.exitCode = exitCodeOf(error);
}
