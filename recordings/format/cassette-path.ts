import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { didYouMean } from '../../lib/did-you-mean.ts';
import { rejectSymlinks } from '../../lib/read-regular-file.ts';
import { UserError } from '../../lib/user-error.ts';
import { isTemporary } from '../../lib/write-atomic.ts';
import { transports } from './cassette.ts';
import type { WireTransport } from './exchange.ts';

/** What a cassette file is of. One serves every adapter of its column. */
export interface CassetteLocation {
  readonly providerApi: string;
  readonly tool: string;
  readonly scenario: string;
}

/** Where cassettes live. Nothing outside is ever read as a cassette, or written as one. */
export const cassettesFolder = join(import.meta.dirname, '../cassettes');

/** How cassettes are called, as messages say it. */
export const cassetteNames = '<provider-api>/<tool>/<scenario>.json';

const idPattern = /^[a-z0-9][a-z0-9-]*$/;

/**
 * `recordings/cassettes/<provider-api>/<tool>/<scenario>.json`, absolute.
 *
 * @throws {UserError} a part is no id: it may come from a command line, and must not become another path.
 */
export function cassettePath(id: CassetteLocation, folder: string = cassettesFolder): string {
  for (const part of ['providerApi', 'tool', 'scenario'] as const) {
    if (!idPattern.test(id[part])) {
      throw new UserError(
        `${part} is ${JSON.stringify(id[part])}; ids consist of lower-case letters, digits and hyphens`,
      );
    }
  }
  return join(folder, id.providerApi, id.tool, `${id.scenario}.json`);
}

/** What the cassette file at a path is of; `undefined` where the path is not a cassette's. */
export function parseCassettePath(path: string, folder: string = cassettesFolder): CassetteLocation | undefined {
  const [providerApi = '', tool = '', file = '', ...rest] = relative(folder, path).split(sep);
  const [, scenario] = /^([^.]+)\.json$/.exec(file) ?? [];
  const ids = [providerApi, tool, scenario];
  if (rest.length > 0 || scenario === undefined || !ids.every((id) => id && idPattern.test(id))) return undefined;
  return { providerApi, tool, scenario };
}

/** Every file below the cassettes folder, absolute and sorted: also those that no cassette may be called, but not those that
 * are only being written. */
export async function listCassettes(folder: string = cassettesFolder): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return (
    found
      // What a recording that was killed left behind is nobody's cassette; the next one removes it.
      .filter((item) => !item.isDirectory() && !isTemporary(item.name))
      .map((item) => join(item.parentPath, item.name))
      .sort()
  );
}

/** The name of a cassette file in a folder: `<provider-api>/<tool>/<scenario>.json`, on every system. */
export const fileNameOf = (path: string, folder: string = cassettesFolder): string =>
  relative(folder, path).replaceAll('\\', '/');

/** The name of what was recorded by one transport: that of its file, and the member that holds it, `….json#sse`. */
export const recordingName = (path: string, transport: WireTransport, folder: string = cassettesFolder): string =>
  `${fileNameOf(path, folder)}#${transport}`;

/** @throws {UserError} it is none. */
export function parseRecordingName(name: string): { readonly file: string; readonly transport: WireTransport } {
  const [file = '', member = ''] = name.split('#');
  const transport = transports.find((each) => each === member);
  if (transport) return { file, transport };
  throw new UserError(`${JSON.stringify(name)} is not the name of a recording`, {
    hint: didYouMean(member, transports),
  });
}

/** What to type when a cassette is missing, or what it has by a transport. */
export function recordingHint(path: string, transport?: WireTransport, folder: string = cassettesFolder): string {
  const found = parseCassettePath(path, folder);
  if (!found) return `cassettes are called ${cassetteNames}`;
  const { providerApi, tool, scenario } = found;
  const mode = transport ? `/${transport === 'json' ? 'complete' : 'stream'}` : '';
  return `record it: npm run atc -- record ${providerApi}/${tool}/${scenario}${mode}`;
}

/** What to type where there is a HAR in the place of a cassette. */
export function harHint(path: string, folder: string = cassettesFolder): string {
  const [providerApi = '', tool = '', file = ''] = relative(folder, path).split(sep);
  const ids = [providerApi, tool, file.split('.')[0] ?? ''];
  const named = ids.every((id) => idPattern.test(id)) ? ids.join('/') : '<provider-api>/<tool>/<scenario>';
  return `import it: npm run atc -- record import ${named} ${file || path}`;
}

/**
 * A path may come from a command line: neither `..` nor a link may lead out of the folder.
 *
 * @throws {UserError} it would.
 */
export const refuseStrangePath = (path: string, folder: string): void => rejectSymlinks(path, folder, 'cassette');

/** Which files cassettes are read from, and what stands in for some of them. Plain JSON: it crosses a process boundary. */
export interface CassetteSource {
  /** Laid out as `recordings/cassettes`. */
  readonly folder: string;
  /** Recordings that are taken from another folder, laid out the same. */
  readonly instead?: {
    readonly folder: string;
    /** Which ones, as {@link recordingName} has them. One that is not in the folder counts as missing, whatever the shelf has. */
    readonly cassettes: readonly string[];
  };
}

/** The recordings of the repository. */
export const repositoryCassettes: CassetteSource = { folder: cassettesFolder };

/** The folder that a recording is read from. */
export const folderFor = ({ folder, instead }: CassetteSource, name: string): string =>
  instead?.cassettes.includes(name) ? instead.folder : folder;
