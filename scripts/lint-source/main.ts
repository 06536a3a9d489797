/** `npm run lint`, after Biome: the rules of the house on every file that git knows. Exit code 1 where one is broken. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import { cruiseTree, judgeCruise, modulesRead } from './dependencies.ts';
import { glossary } from './glossary.ts';
import { projectFiles } from './project-files.ts';
import { type Finding, judgeFile, linkTargets, noDeadLinks, showFindings } from './repository-rules.ts';

const root = join(import.meta.dirname, '../..');

/** Prints findings as soon as there are any, so that a later failure hides none. */
function print(findings: readonly Finding[]): number {
  if (findings.length > 0) console.error(`${showFindings(findings)}\n`);
  return findings.length;
}

try {
  const paths = projectFiles(root);
  const files = await Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  );
  const targets = linkTargets(paths);
  let count = print(files.flatMap((file) => [...judgeFile(file), ...glossary(file), ...noDeadLinks(file, targets)]));
  const cruise = await cruiseTree(root);
  count += print(judgeCruise(cruise, paths));
  console.log(`${paths.length} files and the imports of ${modulesRead(cruise).length} modules read, ${count} findings`);
  if (count > 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(`error: ${error}`);
  process.exitCode = 2;
}
