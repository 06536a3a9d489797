import { hash } from 'node:crypto';
import { canonicalJson } from '../../files/canonical-json.ts';
import { bounded } from '../../files/cut.ts';
import { isDeeperThan } from '../../files/json-text.ts';
import type { Evidence } from './schema.ts';

/** What was seen of a case as it is written: a line, and the hash by which results name it. */
export interface EvidenceLine {
  readonly sha256: string;
  readonly text: string;
}

/** The most characters of evidence, and how it is cut where there are more: what is written must be readable again. */
const most = 16 * 2 ** 20;
const ofEvidence = { text: 100_000, members: 10_000, levels: 150 };

/** Evidence as it is written: whole, unless a provider said more than anyone can read; what is cut says so. Pure. */
export function evidenceLine(evidence: Evidence): EvidenceLine {
  const shallow = isDeeperThan(evidence, ofEvidence.levels) ? bounded(evidence, ofEvidence) : evidence;
  const whole = `${canonicalJson(shallow)}\n`;
  const text = whole.length <= most ? whole : `${canonicalJson(bounded(shallow, ofEvidence))}\n`;
  return { sha256: hash('sha256', text), text };
}
