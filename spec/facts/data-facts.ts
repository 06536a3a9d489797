import { createHash } from 'node:crypto';
import type { DataFact, FileFact } from './fact.ts';

/** The fact that bytes make, given in base64 (either alphabet, with or without padding). */
export function dataFact(mediaType: string, base64: string, name?: string): DataFact {
  return {
    kind: 'data',
    mediaType,
    sha256: createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex'),
    ...(name === undefined ? {} : { name }),
  };
}

/** The fact in a `data:` URL (RFC 2397) whose data are in base64; `undefined` for every other URL. */
export function dataUrlFact(url: string): DataFact | undefined {
  const [head, mediaType] = /^data:([^;,]+)(?:;[^;,]*)*;base64,/i.exec(url) ?? [];
  return head === undefined || mediaType === undefined ? undefined : dataFact(mediaType, url.slice(head.length));
}

/** What stands at an address: the bytes that are in it, or what can be fetched there; nothing where there is none. */
export function linkedFact(url: string, mediaType?: string): DataFact | FileFact | undefined {
  const data = dataUrlFact(url);
  if (data || url === '') return data;
  return { kind: 'file', id: url, ...(mediaType === undefined ? {} : { mediaType }) };
}
