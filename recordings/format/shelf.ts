/** Which file a recording is read from: that of the repository, or another one in its place. */
import { relative } from 'node:path';
import { cassettesFolder } from './location.ts';

/** Where recordings lie, and what stands in for some of them. Plain JSON: it crosses a process boundary. */
export interface Shelf {
  /** Laid out as `recordings/cassettes`. */
  readonly folder: string;
  /** Recordings that are taken from another folder, laid out the same. */
  readonly instead?: {
    readonly folder: string;
    /** Which ones, as {@link nameOf} has them. One that is not in the folder counts as missing, whatever the shelf has. */
    readonly cassettes: readonly string[];
  };
}

/** The recordings of the repository. */
export const ownShelf: Shelf = { folder: cassettesFolder };

/** The name of a recording in a folder: `<provider-api>/<tool>/<scenario>.<transport>.har`, on every system. */
export const nameOf = (path: string, folder: string = cassettesFolder): string =>
  relative(folder, path).replaceAll('\\', '/');

/** The folder that a recording is read from. */
export const folderOf = ({ folder, instead }: Shelf, name: string): string =>
  instead?.cassettes.includes(name) ? instead.folder : folder;
