/** What the recordings rest on: how far real traffic shows them, and which to record next. */
import { countOf } from '../lib/count-of.ts';
import type { ProviderApiId } from '../matrix/ids.ts';
import { loadMatrix } from '../matrix/load.ts';
import type { Matrix } from '../matrix/model.ts';
import { loadScenarios } from '../spec/scenarios/load.ts';
import { type Tier, tiers } from '../spec/scenarios/schema.ts';
import { type CassetteSignatures, cassetteSignatures } from '../spec/traffic/cassette-signatures.ts';
import { corroborationOf } from '../spec/traffic/corroboration.ts';
import { type CellTraffic, readTrafficOf, type Traffic } from '../spec/traffic/traffic.ts';

/** A cell, and how far real traffic shows its core recordings. */
export interface CellEvidence extends CellTraffic {
  readonly cell: string;
}

/** A recording that real traffic does not show as a whole. */
export interface Wanted {
  readonly tier: Tier;
  readonly cassette: string;
  readonly seen: number;
  readonly of: number;
  readonly unseen: readonly string[];
  /** Records it. */
  readonly command: string;
}

/** The cells of some provider APIs, in the order of the matrix. @throws {UserError} a file of traffic is malformed. */
export async function cellEvidence(providerApis: readonly ProviderApiId[], tool?: string): Promise<CellEvidence[]> {
  const { tools } = await loadMatrix();
  return providerApis
    .map(readTrafficOf)
    .flatMap((traffic) =>
      byRank(Object.entries(traffic.tools), tools, ([id]) => id).flatMap(([id, cell]) =>
        tool === undefined || tool === id ? { cell: `${id}/${traffic.providerApi}`, ...cell } : [],
      ),
    );
}

/**
 * The recordings of some provider APIs that real traffic does not show as a whole: those of ordinary conversations first, of those the tools
 * that are used most.
 *
 * @throws {UserError} a scenario, a cassette or a file of traffic is malformed.
 */
export async function queue(providerApis: readonly ProviderApiId[], tool?: string): Promise<Wanted[]> {
  const [matrix, scenarios] = await Promise.all([loadMatrix(), loadScenarios()]);
  const tierOf = new Map<string, Tier | undefined>(
    scenarios.flatMap((file) => file.scenarios.map(({ id, tier }) => [`${file.tool}/${id}`, tier] as const)),
  );
  const wanted: Wanted[] = [];
  for (const id of providerApis) {
    const traffic = readTrafficOf(id);
    for (const cassette of byRank(await cassetteSignatures(id), matrix.tools, (each) => each.tool)) {
      if (tool !== undefined && cassette.tool !== tool) continue;
      const found = wantedOf(id, cassette, traffic, tierOf.get(`${cassette.tool}/${cassette.scenario}`));
      if (found) wanted.push(found);
    }
  }
  return wanted.toSorted((a, b) => tiers.indexOf(a.tier) - tiers.indexOf(b.tier));
}

function wantedOf(
  providerApi: ProviderApiId,
  { tool, scenario, signatures }: CassetteSignatures,
  traffic: Traffic,
  tier: Tier | undefined,
): Wanted | undefined {
  const { seen, of, unseen } = corroborationOf(signatures, traffic);
  // What has no tier is no conversation; what has nothing of its own is shown by others.
  if (tier === undefined || unseen.length === 0) return undefined;
  const cassette = `${providerApi}/${tool}/${scenario}`;
  return { tier, cassette, seen, of, unseen, command: `npm run atc -- record ${cassette}` };
}

/** In the order of the tools of the matrix, which is that of their use; others last. */
const byRank = <T>(list: readonly T[], tools: Matrix['tools'], toolOf: (item: T) => string): T[] => {
  const rank = (item: T) => tools.findIndex(({ id }) => id === toolOf(item)) >>> 0;
  return list.toSorted((a, b) => rank(a) - rank(b));
};

/** The cells as a table for a terminal. Pure. */
export const cellLines = (cells: readonly CellEvidence[]): string[] => {
  const width = Math.max(...cells.map(({ cell }) => cell.length)) + 2;
  return cells.map(({ cell, seen, of, recordedFor, apiVersions, toolVersions, contradicted = [] }) => {
    const list = (what: string, values: readonly string[]) =>
      values.length > 0 ? [`${what} ${values.join(', ')}`] : [];
    return [
      `${cell.padEnd(width)}${of === 0 ? 'nothing of its own' : `${seen} of ${of} seen in real traffic`}`,
      ...list('cassettes of', recordedFor),
      ...list('traffic of', [...apiVersions, ...toolVersions]),
      ...list('contradicted:', contradicted),
    ].join('; ');
  });
};

/** The queue for a terminal: each recording with the command that makes it. Pure. */
export const queueLines = (wanted: readonly Wanted[]): string[] => [
  ...wanted.map(({ tier, seen, of, command }) => `${tier.padEnd(11)}${`${seen} of ${of}`.padEnd(12)}${command}`),
  `${countOf(wanted.length, 'recording')} that real traffic does not show as a whole`,
];
