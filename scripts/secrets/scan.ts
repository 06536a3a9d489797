import { join } from 'node:path';
import { readPlain } from '../../files/read-plain.ts';
import { secretsIn } from '../../recordings/scrub/second-net.ts';
import { workingTree } from '../cache/project-state.ts';
import { type Finding, findingOf } from './allowed.ts';
import { historyOf, isShallow } from './history.ts';

/** What was looked at, and what was found there. */
export interface Scan {
  readonly files: number;
  /** Files as they were once and are no more, and tags. */
  readonly kept: number;
  readonly commits: number;
  /** The beginning of the history was not there to be looked at. */
  readonly shallow: boolean;
  readonly findings: readonly Finding[];
}

/** Looks through all files of the project, and through all that its history holds. @throws {UserError} there is no git. */
export async function scan(root: string): Promise<Scan> {
  const findings: Finding[] = [];
  const look = async (text: string, name: string, isNow: boolean) => {
    for (const found of await secretsIn(text, name)) findings.push(findingOf(found, name, text, isNow));
  };
  const { files, idOf } = workingTree(root);
  for (const path of files) await look(readPlain(join(root, path), 'file').toString('utf8'), path, true);
  let kept = 0;
  let commits = 0;
  for (const { name, type, text } of historyOf(root, new Set(files.flatMap((path) => idOf(path) ?? [])))) {
    if (type === 'commit') commits += 1;
    else kept += 1;
    await look(text, name, false);
  }
  return { files: files.length, kept, commits, shallow: isShallow(root), findings };
}
