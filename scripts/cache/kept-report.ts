/** What a run has written, known again where another run would write the same: nothing is computed or written then. */
import { hash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from '../../files/read-plain.ts';
import { isTemporary } from '../../files/temporary.ts';
import type { Plan } from '../../spec/engine/plan.ts';
import type { Cache } from './cache-folder.ts';
import type { ProjectState } from './project-state.ts';

/** Stamps of files by their names from the folder of a run on. */
type Stamps = Readonly<Record<string, string>>;

/** Files that a run writes from the same project and the same plan. */
export interface KeptReport {
  /** True if the folder holds the very files that such a run wrote. */
  readonly isThere: () => boolean;
  /** Remembers the files that such a run has written. @param now the project as it is afterwards */
  readonly keep: (now: ProjectState) => void;
}

/**
 * The report of a run. Every file of the project is in its key: it is for a second run with nothing changed, and need not know more.
 *
 * @param folder where the run writes; its kill matrix is taken up by the report
 */
export function keptReport(
  state: ProjectState,
  { selection, settings, commit }: Plan,
  folder: string,
  cache: Cache,
): KeptReport {
  const keyOf = ({ files, idOf }: ProjectState): string => {
    const lines = files.map((path) => `${path} ${idOf(path)}`);
    const plan = JSON.stringify({ selection, settings, commit });
    const killMatrix = hashOf(join(folder, 'kill-matrix.json'));
    return hash('sha256', ['report', process.version, folder, plan, killMatrix, ...lines].join('\n'));
  };
  const key = keyOf(state);
  return {
    isThere: () => {
      const stamps = cache.get(key) as Stamps | undefined;
      return stamps !== undefined && isSame(stamps, stampsIn(folder));
    },
    keep: (now) => {
      // Files may have been changed while it was made.
      if (keyOf(now) === key) cache.put(key, stampsIn(folder));
    },
  };
}

const written = /^(results\.json|timings\.json|index\.html|summary\.md|evidence[\\/].+\.jsonl)$/;

/**
 * Size, number and times of each file, as git knows a file again: whoever writes to one changes them. To read the evidence would take as
 * long as all of a second run besides.
 */
function stampsIn(folder: string): Stamps {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => written.test(name) && !isTemporary(name),
  );
  const stampOf = (name: string): string => {
    const { size, ino, mtimeNs, ctimeNs } = lstatSync(join(folder, name), { bigint: true });
    return [size, ino, mtimeNs, ctimeNs].join(' ');
  };
  return Object.fromEntries(names.sort().map((name) => [name, stampOf(name)]));
}

const isSame = (a: Stamps, b: Stamps): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Hash of a file; of one that is not there, or is not a plain file, nothing. */
function hashOf(path: string): string {
  try {
    const bytes = readIfThere(path, 'file of a run', { most: 2 ** 30 });
    return bytes ? hash('sha256', bytes) : '';
  } catch {
    return '';
  }
}
