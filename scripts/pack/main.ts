/** `npm run pack`: builds the packages that other repositories install, and packs them. */
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { providerApiIds } from '../../matrix/ids.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { runScript } from '../cli.ts';
import { buildContract, buildPackage, buildRecordings } from './pack.ts';

const dist = join(repositoryFolder, 'dist');

/** Packs what is in a folder, and says how large it is. */
function pack(folder: string): void {
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', dist], { cwd: folder, encoding: 'utf8' });
  const { filename, size, unpackedSize, entryCount } = JSON.parse(said)[0];
  const [packed, unpacked] = [size, unpackedSize].map((bytes) => (bytes / 1e6).toFixed(2));
  process.stdout.write(`dist/${filename}: ${entryCount} files, ${packed} MB, ${unpacked} MB unpacked\n`);
}

await runScript({}, async () => {
  await rm(dist, { recursive: true, force: true });
  const suite = join(dist, 'package');
  await buildPackage(suite);
  pack(suite);
  const contract = join(dist, 'contract');
  await buildContract(contract);
  pack(contract);
  for (const providerApi of providerApiIds) {
    const folder = join(dist, providerApi);
    await buildRecordings(providerApi, folder);
    pack(folder);
  }
});
