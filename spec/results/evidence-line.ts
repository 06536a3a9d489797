import { hash } from 'node:crypto';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { truncateDeep } from '../../lib/escape-control-characters.ts';
import { isDeeperThan } from '../../lib/json-positions.ts';
import { scrubBody } from '../../recordings/scrub/body.ts';
import type { ChatOptions } from '../contract/index.ts';
import type { CaseOutcome } from '../engine/run.ts';
import { type Evidence, evidenceVersion } from './schema.ts';

/** What was seen of a case as it is written: a line, and the hash by which results name it. */
export interface EvidenceLine {
  readonly sha256: string;
  readonly bytes: Buffer;
}

/** The most characters of evidence, and how it is cut where there are more: what is written must be readable again. */
const most = 16 * 2 ** 20;
const ofEvidence = { text: 100_000, members: 10_000, levels: 150 };

/** Evidence as it is written: whole, unless a provider said more than anyone can read; what is cut says so. Pure. */
export function evidenceLine(evidence: Evidence): EvidenceLine {
  const shallow = isDeeperThan(evidence, ofEvidence.levels) ? truncateDeep(evidence, ofEvidence) : evidence;
  const whole = `${canonicalJson(shallow)}\n`;
  const bytes = Buffer.from(whole.length <= most ? whole : `${canonicalJson(truncateDeep(shallow, ofEvidence))}\n`);
  return { sha256: hash('sha256', bytes), bytes };
}

/** All that was seen of a case, or nothing where it was never played. Pure. */
export function evidenceOf({ case: c, cassette, trace, judgement }: CaseOutcome): Evidence | undefined {
  if (!trace || !judgement) return undefined;
  return {
    version: evidenceVersion,
    case: c.id,
    mode: c.mode,
    provenance: cassette?.provenance ?? null,
    steps: judgement.steps.map(({ step, wire, adapter }) => ({
      turn: step.turn,
      options: scrubbed(step.options),
      exchanges: [...step.exchanges],
      unexpected: [...step.unexpected],
      wire: [...wire.facts],
      adapter: withStableIds([...adapter.facts], wire.facts),
      unread: [...wire.unread],
      ...(step.error ? { error: step.error } : {}),
      warnings: step.response?.warnings ?? [],
    })),
    ...(trace.closing.length > 0 ? { closing: [...trace.closing] } : {}),
    unconsumed: [...trace.unconsumed],
    late: [...trace.late],
    connections: { ...trace.connections, refused: [...trace.connections.refused] },
  };
}

/** A caller's options without what opens somebody's server. */
function scrubbed(options: ChatOptions): unknown {
  return JSON.parse(scrubBody({ text: JSON.stringify(options) }, 'application/json').text);
}

/** With or without hyphens. */
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<![0-9a-z])[0-9a-f]{32}(?![0-9a-z])/g;

/**
 * What an adapter said, with names for the ids that it made up: they are others in every run, and evidence is not. Ids that came
 * from the provider stay.
 *
 * @param said plain data
 * @param wire what the provider said
 */
export function withStableIds<T>(said: T, wire: unknown): T {
  const text = JSON.stringify(said);
  if (text.search(uuid) < 0) return said;
  const known = new Set(JSON.stringify(wire).match(uuid));
  const names = new Map<string, string>();
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? `made-up-${names.size + 1}`;
    names.set(id, name);
    return name;
  };
  return JSON.parse(text.replaceAll(uuid, (id) => (known.has(id) ? id : nameOf(id))));
}
