/** The signatures of the cassettes of a provider API. */
import type { ProviderApiId } from '../../matrix/ids.ts';
import { listCassettes, parseCassettePath } from '../../recordings/format/cassette-path.ts';
import { readCassettes } from '../../recordings/format/store.ts';
import { loadShapeReasons } from '../corpus/shapes.ts';
import { baselineTool } from '../engine/expand.ts';
import { loadScenarios } from '../scenarios/load.ts';
import { cellTraffic } from './corroboration.ts';
import type { Seen } from './gather.ts';
import { datedToolsOf, signaturesOf, withoutDate } from './signatures.ts';
import type { CellTraffic } from './traffic.ts';
import { wordsOf } from './wire-words.ts';

/** A cassette file, and what of its answers belongs to its tool. */
export interface CassetteSignatures {
  readonly tool: string;
  readonly scenario: string;
  readonly signatures: ReadonlySet<string>;
  /** The versions of the API that it is recorded for, and the dated types of the tools that it declares. */
  readonly apiVersions: readonly string[];
  readonly toolTypes: readonly string[];
}

/**
 * Reads all cassettes of a provider API. To a tool belongs what neither an answer without tools has nor one that calls functions.
 *
 * @throws {UserError} a cassette is malformed.
 */
export async function cassetteSignatures(
  providerApi: ProviderApiId,
  folder?: string,
): Promise<readonly CassetteSignatures[]> {
  const { opaque } = await loadShapeReasons();
  const words = await wordsOf(providerApi, opaque);
  const all = (await listCassettes(folder)).flatMap((path) => {
    const location = parseCassettePath(path, folder);
    if (location?.providerApi !== providerApi) return [];
    const cassettes = Object.values(readCassettes(path, folder).cassettes);
    const entries = cassettes.flatMap((cassette) => cassette.entries);
    const signatures = new Set(entries.flatMap(({ response }) => [...signaturesOf(response, words)]));
    const toolTypes = entries.flatMap(({ request }) => datedToolsOf(request));
    const apiVersions = cassettes.flatMap(({ provenance }) => provenance.apiVersion ?? []);
    return { tool: location.tool, scenario: location.scenario, signatures, apiVersions, toolTypes };
  });
  const of = (tool: string) => new Set(all.flatMap((each) => (each.tool === tool ? [...each.signatures] : [])));
  const [plain, functions] = [of('shared'), of(baselineTool)];
  return all.flatMap(({ signatures, ...cassette }) => {
    const { tool } = cassette;
    if (tool === 'shared') return [];
    const isOwn = (signature: string) => !plain.has(signature) && (tool === baselineTool || !functions.has(signature));
    return { ...cassette, signatures: new Set([...signatures].filter(isOwn)) };
  });
}

/** How far real traffic shows the core cassettes of each tool. @throws {UserError} a scenario or a cassette is malformed. */
export async function toolTraffic(providerApi: ProviderApiId, seen: Seen): Promise<Record<string, CellTraffic>> {
  const core = new Set(
    (await loadScenarios()).flatMap(({ tool, scenarios }) =>
      scenarios.flatMap(({ id, tier }) => (tier === 'core' ? `${tool}/${id}` : [])),
    ),
  );
  const all = (await cassetteSignatures(providerApi)).filter(({ tool, scenario }) => core.has(`${tool}/${scenario}`));
  const byTool = Map.groupBy(all, ({ tool }) => tool);
  return Object.fromEntries(
    [...byTool].map(([tool, cassettes]) => {
      const types = distinct(cassettes.flatMap(({ toolTypes }) => toolTypes));
      const { toolVersions, ...cell } = cellTraffic(
        new Set(cassettes.flatMap(({ signatures }) => [...signatures])),
        seen,
      );
      const isOwn = (type: string) => types.some((own) => withoutDate(own) === withoutDate(type));
      const recordedFor = [...distinct(cassettes.flatMap(({ apiVersions }) => apiVersions)), ...types];
      return [tool, { ...cell, recordedFor, toolVersions: toolVersions.filter(isOwn) }];
    }),
  );
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();
