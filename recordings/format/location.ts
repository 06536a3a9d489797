import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { suggest } from '../../files/nearest.ts';
import { refuseLinks } from '../../files/refuse-links.ts';
import { isTemporary } from '../../files/temporary.ts';
import { UserError } from '../../files/user-error.ts';
import type { WireTransport } from './exchange.ts';

/** What a cassette is of. One cassette serves every adapter of its column. */
export interface CassetteLocation {
  readonly providerApi: string;
  readonly tool: string;
  readonly scenario: string;
  readonly transport: WireTransport;
}

/** Where cassettes live. Nothing outside is ever read as a cassette, or written as one. */
export const cassettesFolder = join(import.meta.dirname, '../cassettes');

const transports = ['json', 'sse', 'eventstream'] as const;
const idPattern = /^[a-z0-9][a-z0-9-]*$/;

/**
 * `recordings/cassettes/<provider-api>/<tool>/<scenario>.<transport>.har`, absolute.
 *
 * @throws {UserError} a part is no id: it may come from a command line, and must not become another path.
 */
export function cassettePath(id: CassetteLocation, folder: string = cassettesFolder): string {
  for (const part of ['providerApi', 'tool', 'scenario'] as const) {
    if (!idPattern.test(id[part])) {
      throw new UserError(`${part} is ${JSON.stringify(id[part])}; ids are lower-case letters, digits and hyphens`);
    }
  }
  if (!transports.includes(id.transport)) {
    const transport = String(id.transport);
    throw new UserError(`transport is ${JSON.stringify(transport)}`, { hint: suggest(transport, transports) });
  }
  return join(folder, id.providerApi, id.tool, `${id.scenario}.${id.transport}.har`);
}

/** What the cassette at a path is of; `undefined` where the path is not a cassette's. */
export function parseCassettePath(path: string, folder: string = cassettesFolder): CassetteLocation | undefined {
  const [providerApi = '', tool = '', file = '', ...rest] = relative(folder, path).split(sep);
  const [, scenario, transport] = /^([^.]+)\.(json|sse|eventstream)\.har$/.exec(file) ?? [];
  const ids = [providerApi, tool, scenario];
  if (rest.length > 0 || scenario === undefined || !ids.every((id) => id && idPattern.test(id))) return undefined;
  return { providerApi, tool, scenario, transport: transport as WireTransport };
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

/** The files that no case plays: nobody would notice if they were wrong. */
export function orphans(listed: readonly string[], used: Iterable<string>): string[] {
  const wanted = new Set(used);
  return listed.filter((path) => !wanted.has(path));
}

/** What to type when a cassette is missing. */
export function recordingHint(path: string, folder: string = cassettesFolder): string {
  const found = parseCassettePath(path, folder);
  if (!found) return 'cassettes are called <provider-api>/<tool>/<scenario>.<json|sse|eventstream>.har';
  const { providerApi, tool, scenario, transport } = found;
  const mode = transport === 'json' ? 'complete' : 'stream';
  return `record it: npm run atc -- record --provider ${providerApi} --tool ${tool} --scenario ${scenario} --mode ${mode}`;
}

/**
 * A path may come from a command line: neither `..` nor a link may lead out of the folder.
 *
 * @throws {UserError} it would.
 */
export const refuseStrangePath = (path: string, folder: string): void => refuseLinks(path, folder, 'cassette');
