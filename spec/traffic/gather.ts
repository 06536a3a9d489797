/** From recordings to the signatures that they show. Pure. */
import type { ProviderApiId } from '../../matrix/ids.ts';
import type { Traffic, TrafficSource } from './traffic.ts';

/** A recording and the signatures of its answers. */
export interface Shown {
  readonly source: TrafficSource;
  readonly signatures: ReadonlySet<string>;
}

/** What recordings show, whatever cassettes hold. */
export type Seen = Omit<Traffic, 'tools'>;

/** As many recordings are named of a signature. */
const most = 3;

/**
 * Chooses the recordings that stand for each signature: those that are surely real first, of other repositories before more of the same,
 * the newest first. The order of what is given does not count.
 */
export function trafficOf(providerApi: ProviderApiId, shown: readonly Shown[]): Seen {
  const best = shown.toSorted((a, b) => compare(a.source, b.source));
  const bySignature = new Map<string, TrafficSource[]>();
  for (const { source, signatures } of best) {
    for (const signature of signatures) {
      const own = bySignature.get(signature) ?? [];
      bySignature.set(signature, own);
      own.push(source);
    }
  }
  const chosen = [...bySignature].map(([signature, own]) => [signature, spreadOver(own)] as const);
  const sources = [...new Set(chosen.flatMap(([, own]) => own))].sort(compare);
  const places = new Map(sources.map((source, place) => [source, place]));
  const groups = Map.groupBy(chosen, ([, own]) => own.map((source) => places.get(source)).join(' '));
  return {
    providerApi,
    sources,
    seen: [...groups.entries()]
      .map(([names, group]) => ({
        in: names.split(' ').map(Number),
        signatures: group.map(([signature]) => signature).sort(),
      }))
      .sort((a, b) => (a.signatures[0] ?? '').localeCompare(b.signatures[0] ?? '', 'en')),
  };
}

/** The first of each repository, then others, in their order. */
function spreadOver(own: readonly TrafficSource[]): readonly TrafficSource[] {
  const isFirst = (source: TrafficSource, i: number) =>
    own.findIndex(({ repository }) => repository === source.repository) === i;
  return [...own.filter(isFirst), ...own.filter((source, i) => !isFirst(source, i))].slice(0, most);
}

function compare(a: TrafficSource, b: TrafficSource): number {
  if (a.real !== b.real) return a.real === 'yes' ? -1 : 1;
  const [newer, older] = [b.captured ?? '', a.captured ?? ''];
  if (newer !== older) return newer < older ? -1 : 1;
  const [left, right] = [a, b].map(({ repository, path, commit }) => `${repository} ${path} ${commit}`);
  return (left ?? '') < (right ?? '') ? -1 : 1;
}
