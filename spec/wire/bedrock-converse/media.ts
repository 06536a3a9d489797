/**
 * Images, documents, videos and sound: a format, and where the bytes are. Source: `ImageBlock`, `DocumentBlock`, `VideoBlock`,
 * `AudioBlock`, `ImageFormat`, `DocumentFormat` … of `@aws-sdk/client-bedrock-runtime`.
 */
import type { Json } from '../../../files/canonical-json.ts';
import type { Content } from '../../contract/index.ts';
import { dataFact } from '../../facts/data.ts';
import type { Fact } from '../../facts/fact.ts';
import { asObject, asString } from '../json.ts';

const documentTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html',
  txt: 'text/plain',
  md: 'text/markdown',
};

const otherTypes: Readonly<Record<string, string>> = {
  'video/mov': 'video/quicktime',
  'video/mkv': 'video/x-matroska',
  'video/three_gp': 'video/3gpp',
  'audio/mp3': 'audio/mpeg',
};

export const mediaKinds: ReadonlySet<string> = new Set(['image', 'document', 'video', 'audio']);

/** The content that a block of one of {@link mediaKinds} stands for; `undefined` where it names no source known here. */
export function mediaOf(kind: string, value: Json): Content | undefined {
  const block = asObject(value) ?? {};
  const source = asObject(block.source);
  const title = asString(block.name);
  const mediaType = mediaTypeOf(kind, asString(block.format));
  const data = asString(source?.bytes);
  const text = asString(source?.text);
  const uri = asString(asObject(source?.s3Location)?.uri);
  const name = title === undefined ? {} : { name: title };
  if (data !== undefined) return { type: 'data', data, mediaType, ...name };
  if (text !== undefined) return { type: 'data', data: Buffer.from(text).toString('base64'), mediaType, ...name };
  return uri === undefined ? undefined : { type: 'uri', uri, mediaType };
}

/** The bytes in a block, where it has some. */
export function bytesIn(kind: string, value: Json): Fact | undefined {
  const media = mediaKinds.has(kind) ? mediaOf(kind, value) : undefined;
  return media?.type === 'data' ? dataFact(media.mediaType, media.data) : undefined;
}

function mediaTypeOf(kind: string, format = ''): string {
  if (kind === 'document') return documentTypes[format] ?? 'application/octet-stream';
  const type = `${kind}/${format}`;
  return otherTypes[type] ?? type;
}
