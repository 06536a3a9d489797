/** Where the last report was written: what failures and pages print to type next names no folder. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { folder } from './init.ts';

/** Installers leave this folder alone, and Git ignores it. */
const note = resolve('node_modules', '.cache', packageJson.name, 'last-report');

export function rememberReport(report: string): void {
  try {
    mkdirSync(dirname(note), { recursive: true });
    writeFileSync(note, resolve(report));
  } catch {
    // A tree that cannot be written to has its report elsewhere, and commands take `--out`.
  }
}

/** The folder of the last report; where there is none yet, that of `init`. */
export function lastReport(): string {
  try {
    return readFileSync(note, 'utf8');
  } catch {
    return `${folder}/report`;
  }
}
