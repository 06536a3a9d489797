/** The snapshots that come with this project: of its last run, and of its last release. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, type Json } from '../../lib/canonical-json.ts';
import type { Snapshot } from './schema.ts';

/** The snapshot of the last run. `npm run snapshot` writes it. */
export const snapshotPath = join(import.meta.dirname, 'verdicts.json');
/** The snapshot of the last release: what changes are counted from. */
export const releasedPath = join(import.meta.dirname, 'released.json');

/** One of the two. They are not validated again: a test of each commit has done that. */
export const readShipped = (path: string): Snapshot => JSON.parse(readFileSync(path, 'utf8'));

/** A snapshot as it is written: one verdict or known issue a line, so that a change of one is a change of a line. */
export function snapshotText(snapshot: Snapshot): string {
  const members = Object.entries(snapshot).map(([name, value]) => {
    if (!Array.isArray(value)) return `${JSON.stringify(name)}: ${canonicalJson(value)}`;
    return `${JSON.stringify(name)}: [\n${value.map((item) => canonicalJson(item as Json)).join(',\n')}\n]`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}
