/** The installed packages of a checkout, for another state of the same project. */
import { mkdir, readdir, readFile, readlink, realpath, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

/** True where both states of the project are made from the very same packages. */
export async function haveSamePackages(root: string, other: string): Promise<boolean> {
  const [own, theirs] = await Promise.all([root, other].map((folder) => lockOf(folder)));
  return own !== undefined && own === theirs;
}

/**
 * Lends the installed packages of a project to another state of it, by links: those at its root, and those of its adapters. The
 * packages that are the project's own (workspaces) are those of the other state.
 *
 * @param root where the packages are
 * @param other where they are not yet
 */
export async function lendPackages(root: string, other: string): Promise<void> {
  const adapters = await readdir(join(other, 'adapters')).catch(() => []);
  await lend(root, other, root, other);
  await Promise.all(
    adapters.map((name) => lend(join(root, 'adapters', name), join(other, 'adapters', name), root, other)),
  );
}

/** Takes back what was lent. */
export async function removeLentPackages(other: string): Promise<void> {
  const adapters = await readdir(join(other, 'adapters')).catch(() => []);
  const folders = [other, ...adapters.map((name) => join(other, 'adapters', name))];
  await Promise.all(folders.map((folder) => rm(join(folder, 'node_modules'), { recursive: true, force: true })));
}

async function lend(from: string, to: string, root: string, other: string): Promise<void> {
  const names = await packagesIn(join(from, 'node_modules'));
  const home = await realpath(root);
  const lendOne = async (name: string): Promise<void> => {
    const [path, target] = [join(from, 'node_modules', name), join(to, 'node_modules', name)];
    const real = await targetOf(path);
    const inside = relative(home, real);
    const isOwn = !inside.startsWith('..') && !inside.split(/[\\/]/).includes('node_modules');
    await mkdir(dirname(target), { recursive: true });
    await symlink(isOwn ? join(other, inside) : real, target, 'junction');
  };
  await Promise.all(names.map(lendOne));
}

/** Where a link leads, also where nothing is there: an adapter that is gone now is not at another state. */
const targetOf = (path: string): Promise<string> =>
  realpath(path).catch(async () => resolve(dirname(path), await readlink(path)));

/** Names of packages, those of scopes with them; nothing that tools keep beside them. */
async function packagesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'));
  const found = names.map(async (name) =>
    name.startsWith('@') ? (await readdir(join(folder, name))).map((inner) => `${name}/${inner}`) : [name],
  );
  return (await Promise.all(found)).flat();
}

const lockOf = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, 'package-lock.json'), 'utf8').catch(() => undefined);
