import { createHash } from 'node:crypto';
import type { DataFact } from './fact.ts';

/** The fact that bytes make, given in base64 (either alphabet, with or without padding). */
export function dataFact(mediaType: string, base64: string): DataFact {
  return {
    kind: 'data',
    mediaType,
    sha256: createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex'),
  };
}

/** The fact in a `data:` URL (RFC 2397) whose data are in base64; `undefined` for every other URL. */
export function dataUrlFact(url: string): DataFact | undefined {
  const [head, mediaType] = /^data:([^;,]+)(?:;[^;,]*)*;base64,/i.exec(url) ?? [];
  return head === undefined || mediaType === undefined ? undefined : dataFact(mediaType, url.slice(head.length));
}
