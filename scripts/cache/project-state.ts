/** The files of the project in one state: as they are now, or as they were at a revision. */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../git.ts';
import { listFiles, projectFiles } from '../lint/project-files.ts';

/** State of the project. Paths are relative to its root, with forward slashes. */
export interface ProjectState {
  /** Files that git tracks, or would track if they were added; sorted. */
  readonly files: readonly string[];
  /** Git's id of a file's bytes, also of a file that git ignores; `undefined` where there is no such file. */
  readonly idOf: (path: string) => string | undefined;
  /** @throws {Error} there is no such file. */
  readonly textOf: (path: string) => string;
}

/**
 * State of the files on disk. Those that git knows to be as they were added are not read, others at most once.
 *
 * @throws {UserError} there is no git checkout, or no git.
 */
export function workingTree(root: string): ProjectState {
  const ids = new Map<string, string | undefined>(unchangedIds(root));
  return {
    files: projectFiles(root),
    idOf: (path) => {
      if (!ids.has(path)) ids.set(path, idOnDisk(join(root, path)));
      return ids.get(path);
    },
    textOf: (path) => readFileSync(join(root, path), 'utf8'),
  };
}

/** Ids of the files that are on disk as they are in git's index: git finds that by their times and sizes, and compares bytes in doubt. */
function unchangedIds(root: string): (readonly [path: string, id: string])[] {
  const changed = new Set(listFiles(root, '--modified'));
  return listFiles(root, '--stage', '-v').flatMap((line) => {
    // `H` marks a file that git looks at; the number behind the id, an entry that is not of a conflict.
    const [, id, path = ''] = /^H \d+ ([0-9a-f]{40}) 0\t(.*)$/s.exec(line) ?? [];
    return id === undefined || changed.has(path) ? [] : [[path, id] as const];
  });
}

function idOnDisk(path: string): string | undefined {
  try {
    return blobId(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** Name that git gives to a file with these bytes. */
const blobId = (bytes: Buffer): string => hash('sha1', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));

/** State at a commit. @throws {Error} git cannot list it. */
export async function stateAt(commit: string, root: string): Promise<ProjectState> {
  const listed = (await git(['ls-tree', '-r', '-z', commit], root)).toString('utf8').split('\0').filter(Boolean);
  const ids = new Map(
    listed.map((line) => {
      const [, , id = ''] = line.slice(0, line.indexOf('\t')).split(' ');
      return [line.slice(line.indexOf('\t') + 1), id];
    }),
  );
  return {
    files: [...ids.keys()].sort(),
    idOf: (path) => ids.get(path),
    textOf: (path) => {
      const id = ids.get(path);
      if (id === undefined) throw new Error(`${path} is not at ${commit}`);
      return execFileSync('git', ['cat-file', 'blob', id], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
    },
  };
}
