/** `npm run pack`: builds the package that other repositories install, and packs it. */
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { buildPackage } from './pack.ts';

const dist = join(repositoryFolder, 'dist');
const folder = join(dist, 'package');
await rm(dist, { recursive: true, force: true });
await buildPackage(folder);
const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--pack-destination', dist], { cwd: folder, encoding: 'utf8' }),
);
const { filename, size, unpackedSize, entryCount } = packed;
process.stdout.write(
  `dist/${filename}: ${entryCount} files, ${(size / 1e6).toFixed(1)} MB, ${(unpackedSize / 1e6).toFixed(1)} MB unpacked\n`,
);
