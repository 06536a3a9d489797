import { lstatSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withFolderLock } from '../../lib/folder-lock.ts';
import { rejectSymlinks } from '../../lib/read-regular-file.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { notWritten, temporaryName, writeFileAtomic } from '../../lib/write-atomic.ts';
import { earlierFiles, manifestName, manifestText } from './manifest.ts';
import type { SiteFile } from './model.ts';

/**
 * Writes a site into a folder, in place of an earlier one, while no other process writes there.
 *
 * All files are made beside, first: a full disk, or anything else that goes wrong before, leaves the earlier site as it was. Then
 * they take their places, and what only the earlier site had is removed. A kill in that second leaves a mixture, which the next run
 * mends: the manifest names the files of both by then. Nothing is asked of the disk for a loss of power: the site can be made again.
 *
 * @param folder an empty folder, or one of an earlier site; what else lies in it is left alone
 * @returns how many files it has
 * @throws {UserError} the folder holds something else, a file in it is not the site's own, or it cannot be written.
 */
export async function writeSite(folder: string, files: Iterable<SiteFile>): Promise<number> {
  return withFolderLock(folder, async () => {
    const earlier = await earlierFiles(folder);
    const staging = temporaryName(join(folder, 'site'));
    try {
      const paths = stage(staging, files);
      refuseOthers(folder, paths, new Set(earlier));
      await writeFileAtomic(join(folder, manifestName), manifestText([...new Set([...earlier, ...paths])]));
      moveAll(staging, folder, paths);
      removeAll(folder, earlier, new Set(paths));
      await writeFileAtomic(join(folder, manifestName), manifestText(paths));
      return paths.length;
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  });
}

/** Writes one file after the other, at once: there are thousands of small ones, and nothing else to do meanwhile. */
function stage(staging: string, files: Iterable<SiteFile>): string[] {
  const folders = new Set<string>();
  const paths: string[] = [];
  let at = staging;
  try {
    for (const { path, content } of files) {
      at = join(staging, path);
      const parent = dirname(at);
      if (!folders.has(parent)) mkdirSync(parent, { recursive: true });
      folders.add(parent);
      writeFileSync(at, content);
      paths.push(path);
    }
  } catch (error) {
    throw notWritten(error, at);
  }
  return paths;
}

/** What is not the site's own is neither overwritten nor reached through a link. */
function refuseOthers(folder: string, paths: readonly string[], own: ReadonlySet<string>): void {
  for (const path of paths) {
    const target = join(folder, path);
    rejectSymlinks(target, folder, 'file of a site');
    if (own.has(path) || !lstatSync(target, { throwIfNoEntry: false })) continue;
    throw new UserError('this file is not of an earlier site: nothing was written', {
      where: displayPath(target),
      hint: 'move it, or choose another folder with --site',
    });
  }
}

function moveAll(staging: string, folder: string, paths: readonly string[]): void {
  let at = folder;
  try {
    for (const parent of new Set(paths.map(dirname))) {
      at = join(folder, parent);
      mkdirSync(at, { recursive: true });
    }
    for (const path of paths) {
      at = join(folder, path);
      // What says the same keeps its time, which servers give as `Last-Modified`.
      if (!isSame(join(staging, path), at)) renameSync(join(staging, path), at);
    }
  } catch (error) {
    throw notWritten(error, at);
  }
}

function isSame(file: string, other: string): boolean {
  const there = lstatSync(other, { throwIfNoEntry: false });
  return (
    there?.isFile() === true && there.size === lstatSync(file).size && readFileSync(other).equals(readFileSync(file))
  );
}

/** Removes what the site no longer has, and folders that are empty then. */
function removeAll(folder: string, earlier: readonly string[], kept: ReadonlySet<string>): void {
  const idle = earlier.filter((path) => !kept.has(path));
  for (const path of idle) {
    rejectSymlinks(join(folder, path), folder, 'file of a site');
    rmSync(join(folder, path), { force: true });
  }
  for (const path of idle) removeEmpty(folder, dirname(path));
}

function removeEmpty(folder: string, inside: string): void {
  if (inside === '.') return;
  try {
    rmdirSync(join(folder, inside));
  } catch {
    return;
  }
  removeEmpty(folder, dirname(inside));
}
