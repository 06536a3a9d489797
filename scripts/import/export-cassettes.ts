import { statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { type NewFile, writeFilesAtomic } from '../../lib/write-atomic.ts';
import {
  cassettesFolder,
  fileNameOf,
  listCassettes,
  parseCassettePath,
  parseRecordingName,
} from '../../recordings/format/cassette-path.ts';
import { toHar } from '../../recordings/format/har.ts';
import { cassetteIn, readCassettes } from '../../recordings/format/store.ts';
import { demandMatches, matchesAny, parsePattern, patternPart } from '../../spec/engine/case-pattern.ts';

/** Which cassettes to export, and where to. */
export interface ExportRequest {
  /**
   * Patterns, `<provider-api>/<tool>/<scenario>`; or paths of cassettes, `….json`, or of what one of them has by a transport, `….json#sse`.
   */
  readonly chosen: readonly string[];
  /** A folder, or a file that ends in `.har`, for what was recorded by one transport. */
  readonly out: string;
}

/**
 * Writes cassettes as plain HAR, one per transport, all or none.
 *
 * @returns the files that were written, as messages show them
 * @throws {UserError} nothing is chosen, or what does not exist; several are to be one file; they would be written among the cassettes;
 * one cannot be read, or written.
 */
export async function exportCassettes(request: ExportRequest): Promise<readonly string[]> {
  const paths = await pathsOf(request.chosen);
  const out = resolve(request.out);
  if (!relative(cassettesFolder, out).startsWith('..')) {
    throw new UserError('--out is in the folder of the cassettes, where exports do not belong', {
      where: displayPath(out),
      hint: 'name another folder',
    });
  }
  const isFile = out.endsWith('.har') && !isFolder(out);
  const files: NewFile[] = [];
  for (const path of paths) {
    const { file, transport: only } = path.includes('#') ? parseRecordingName(path) : { file: path };
    const isOwn = parseCassettePath(file) !== undefined;
    const name = isOwn ? fileNameOf(file) : basename(file);
    const folder = isOwn ? cassettesFolder : dirname(file);
    const read = readCassettes(file, folder);
    const cassettes = only ? { [only]: cassetteIn(read, only, file, folder) } : read.cassettes;
    for (const [transport, cassette] of Object.entries(cassettes)) {
      const content = `${JSON.stringify(toHar(cassette, `${name}#${transport}`), null, 2)}\n`;
      files.push({ path: isFile ? out : join(out, name.replace(/\.json$/, `.${transport}.har`)), content });
    }
  }
  if (isFile && files.length > 1) {
    throw new UserError(`${files.length} recordings cannot be one file`, {
      where: displayPath(out),
      hint: 'name a folder, or one recording of a cassette, for example call-single.json#sse',
    });
  }
  refuseTwice(files);
  await writeFilesAtomic(files, isFile ? dirname(out) : out);
  return files.map(({ path }) => escapeControl(displayPath(path)));
}

async function pathsOf(chosen: readonly string[]): Promise<string[]> {
  const [patterns, paths] = [false, true].map((isPath) => chosen.filter((each) => each.includes('.') === isPath));
  const named = (paths ?? []).map((path) => resolve(path));
  if (!patterns?.length) return named;
  const all = (await listCassettes()).flatMap((path) => {
    const location = parseCassettePath(path);
    return location ? [{ path, ids: [location.providerApi, location.tool, location.scenario] }] : [];
  });
  const parts = ['provider API', 'tool', 'scenario'].map((what, i) =>
    patternPart(what, () => all.flatMap(({ ids }) => ids[i] ?? [])),
  );
  const isChosen = matchesAny(patterns.flatMap((pattern) => parsePattern(pattern, parts)));
  demandMatches(
    patterns,
    parts,
    all.map(({ ids }) => ids),
  );
  return [...named, ...all.filter(({ ids }) => isChosen(ids)).map(({ path }) => path)];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Cassettes from elsewhere are called by their own names alone. */
function refuseTwice(files: readonly NewFile[]): void {
  const twice = files.find(({ path }, index) => files.findIndex((each) => each.path === path) < index);
  if (twice)
    throw new UserError('two cassettes would be written to this file', {
      where: displayPath(twice.path),
      hint: 'export them one by one',
    });
}
