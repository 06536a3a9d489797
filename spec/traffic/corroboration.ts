/** How far real traffic shows what cassettes hold. Pure. */
import type { Seen } from './gather.ts';
import { type CellTraffic, sourcesBySignature, type TrafficSource } from './traffic.ts';

/** So many repositories have to show a signature, in recordings that are surely real. */
const repositories = 2;

/** How far real traffic shows the signatures of a cassette, or of a tool's cassettes. */
export interface Corroboration {
  /** Signatures that recordings of at least two repositories show, of all. */
  readonly seen: number;
  readonly of: number;
  /** The others, sorted. */
  readonly unseen: readonly string[];
  /** What recordings contradict: the signature, and what they show in its place. */
  readonly mismatches: readonly { readonly signature: string; readonly real: string }[];
  /** The versions of the API and of its tools in the recordings that show them, sorted. */
  readonly apiVersions: readonly string[];
  readonly toolVersions: readonly string[];
}

/** True where real traffic shows everything: then, and only then, a cell is graded `traffic`. */
export const isSeenInTraffic = ({ seen, of, contradicted }: Omit<CellTraffic, 'recordedFor'>): boolean =>
  of > 0 && seen === of && contradicted === undefined;

/** What is stored of a tool. @param signatures see {@link corroborationOf} */
export function cellTraffic(signatures: ReadonlySet<string>, traffic: Seen): Omit<CellTraffic, 'recordedFor'> {
  const { seen, of, apiVersions, toolVersions, mismatches } = corroborationOf(signatures, traffic);
  const contradicted = mismatches.map(({ signature }) => signature);
  return {
    seen,
    of,
    apiVersions: [...apiVersions],
    toolVersions: [...toolVersions],
    ...(contradicted.length > 0 ? { contradicted } : {}),
  };
}

/** @param signatures of the cassettes, those alone that belong to their tool */
export function corroborationOf(signatures: ReadonlySet<string>, traffic: Seen): Corroboration {
  const known = sourcesBySignature(traffic);
  const isSeen = (signature: string) => isCorroborated(known.get(signature) ?? []);
  const seen = [...signatures].filter(isSeen);
  const unseen = [...signatures].filter((signature) => !isSeen(signature)).sort();
  const shownBy = seen.flatMap((signature) => known.get(signature) ?? []);
  return {
    seen: seen.length,
    of: signatures.size,
    unseen,
    mismatches: unseen.flatMap((signature) => {
      const real = known.has(signature) ? undefined : contradictionOf(signature, known);
      return real === undefined ? [] : [{ signature, real }];
    }),
    apiVersions: distinct(shownBy.flatMap(({ apiVersion }) => apiVersion ?? [])),
    toolVersions: distinct(shownBy.flatMap(({ toolVersions = [] }) => toolVersions)),
  };
}

const isCorroborated = (sources: readonly TrafficSource[]): boolean =>
  new Set(sources.flatMap(({ repository, real }) => (real === 'yes' ? repository : []))).size >= repositories;

/**
 * What recordings show in the place of a signature that none has: the member with another JSON type. A member that is sometimes null, a word
 * that nobody happened to receive, and events in another order contradict nothing.
 */
function contradictionOf(signature: string, known: ReadonlyMap<string, readonly TrafficSource[]>): string | undefined {
  const [kind, place = '', type] = signature.split(' ');
  if (kind !== 'member' || type === 'null') return undefined;
  const others = ['array', 'boolean', 'number', 'object', 'string'].map((other) => `member ${place} ${other}`);
  return others.find((other) => other !== signature && isCorroborated(known.get(other) ?? []));
}

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();
