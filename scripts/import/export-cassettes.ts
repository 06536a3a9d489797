import { statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { assertKnown } from '../../lib/did-you-mean.ts';
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

/** Which cassettes to export, and where to. An empty list chooses everything. */
export interface ExportRequest {
  /** Cassette files, or of one what was recorded by a transport: `….json#sse`. */
  readonly paths: readonly string[];
  readonly providerApis: readonly string[];
  readonly tools: readonly string[];
  readonly scenarios: readonly string[];
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
  const paths = await chosen(request);
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

async function chosen({ paths, providerApis, tools, scenarios }: ExportRequest): Promise<string[]> {
  const isFiltered = [providerApis, tools, scenarios].some((filter) => filter.length > 0);
  if (paths.length > 0 && isFiltered) {
    throw new UserError('paths of cassettes and filters exclude each other', {
      hint: 'leave out the paths or the filters',
    });
  }
  if (paths.length > 0) return paths.map((path) => resolve(path));
  if (!isFiltered) {
    throw new UserError('no cassettes named', {
      hint: 'give paths of cassettes, or filters: --provider, --tool, --scenario',
    });
  }
  const all = (await listCassettes()).flatMap((path) => {
    const location = parseCassettePath(path);
    return location ? [{ path, ...location }] : [];
  });
  const ids = (of: (each: (typeof all)[number]) => string) => [...new Set(all.map(of))];
  for (const id of providerApis)
    assertKnown(
      'provider API with a cassette',
      id,
      ids((each) => each.providerApi),
    );
  for (const id of tools)
    assertKnown(
      'tool with a cassette',
      id,
      ids((each) => each.tool),
    );
  for (const id of scenarios)
    assertKnown(
      'scenario with a cassette',
      id,
      ids((each) => each.scenario),
    );
  const fits = (list: readonly string[], value: string) => list.length === 0 || list.includes(value);
  const found = all.filter(
    ({ providerApi, tool, scenario }) =>
      fits(providerApis, providerApi) && fits(tools, tool) && fits(scenarios, scenario),
  );
  if (found.length > 0) return found.map(({ path }) => path);
  throw new UserError('no cassette matches all filters', { hint: 'leave out a filter' });
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
