/** Images, documents, videos and sound, to and from the formats of Converse. Source: `ImageFormat`, `DocumentFormat` …. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import type { Content } from '../../../spec/contract/index.ts';
import { bedrock } from '../shared/aws.ts';
import { text } from '../shared/json.ts';

type Of<T extends Content['type']> = Extract<Content, { type: T }>;

/** Media types whose format is not called as their second part is. */
const formats: readonly (readonly [mediaType: string, format: string])[] = [
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
  ['application/msword', 'doc'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/pdf', 'pdf'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['image/jpg', 'jpeg'],
  ['video/quicktime', 'mov'],
  ['video/x-matroska', 'mkv'],
  ['video/3gpp', 'three_gp'],
  ['audio/mpeg', 'mp3'],
];
const formatOf = new Map(formats);
const documentTypes = new Map(
  formats.filter(([type]) => /^(text|application)\//.test(type)).map(([type, format]) => [format, type]),
);
const otherTypes = new Map([
  ['3gp', 'video/3gpp'],
  ['mov', 'video/quicktime'],
  ['mkv', 'video/x-matroska'],
  ['three_gp', 'video/3gpp'],
  ['mp3', 'audio/mpeg'],
]);

/** What a file is, by the ending of its name, where both are called alike. */
const kindOfEnding = new Map([
  ...['gif', 'jpeg', 'jpg', 'png', 'webp'].map((ending) => [ending, 'image'] as const),
  ...['flv', 'mp4', 'mpeg', 'mpg', 'webm', 'wmv'].map((ending) => [ending, 'video'] as const),
  ...['aac', 'flac', 'm4a', 'ogg', 'opus', 'wav'].map((ending) => [ending, 'audio'] as const),
]);

/** The names of blocks that hold bytes, or say where they are. */
export const isMedia = (name: string): boolean => ['image', 'document', 'video', 'audio'].includes(name);

/** The content of such a block; `undefined` where it names no source known here. */
export function mediaFromBlock(name: string, value: Json): Of<'data'> | Of<'uri'> | undefined {
  if (!isJsonObject(value) || !isJsonObject(value.source)) return undefined;
  const format = text(value.format) ?? '';
  const mediaType =
    name === 'document'
      ? (documentTypes.get(format) ?? 'application/octet-stream')
      : (otherTypes.get(format) ?? `${name}/${format}`);
  const { bytes, s3Location } = value.source;
  const uri = isJsonObject(s3Location) ? text(s3Location.uri) : undefined;
  const rawRepresentation = { [name]: value };
  if (typeof bytes === 'string') return { type: 'data', data: bytes, mediaType, rawRepresentation };
  return uri === undefined ? undefined : { type: 'uri', uri, mediaType, rawRepresentation };
}

/** @throws ProviderError (code `ValidationException`) for a type of which Converse has no format */
export function dataBlock({ data, mediaType, name }: Of<'data'>): JsonObject {
  return mediaBlock(mediaType, { bytes: data }, name);
}

/**
 * Only what lies in S3 can be named. Where no media type is given, the path's ending tells it.
 *
 * @throws ProviderError (code `ValidationException`) for what lies elsewhere, and where nothing says what it is
 */
export function uriBlock({ uri, mediaType }: Of<'uri'>): JsonObject {
  if (!uri.startsWith('s3://')) {
    throw bedrock.invalidRequest(
      `a message names ${mediaType ?? 'something'} at a URL; Converse takes bytes, and what lies in S3`,
    );
  }
  return mediaBlock(mediaType ?? typeOfEnding(uri.replace(/.*\./, '').toLowerCase()), { s3Location: { uri } });
}

function typeOfEnding(ending: string): string {
  const kind = kindOfEnding.get(ending);
  const type = documentTypes.get(ending) ?? otherTypes.get(ending) ?? (kind && `${kind}/${ending}`);
  if (type) return type;
  throw bedrock.invalidRequest(
    'a message names something at a URI, and neither a media type nor an ending says what it is',
  );
}

function mediaBlock(mediaType: string, source: JsonObject, name?: string): JsonObject {
  const [type = ''] = mediaType.split(';');
  const [kind = '', subtype = ''] = type.split('/');
  const format = formatOf.get(type);
  if (kind !== 'document' && isMedia(kind)) return { [kind]: { format: format ?? subtype, source } };
  if (format === undefined) {
    throw bedrock.invalidRequest(`a message holds data of the type "${mediaType}"; Converse has no format for it`);
  }
  return { document: { format, name: documentName(name), source } };
}

/** Letters, digits, single spaces, hyphens and brackets are all that a document's name may have. Source: `DocumentBlock`. */
function documentName(name = 'document'): string {
  const allowed = name
    .replace(/[^A-Za-z0-9\s()[\]-]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
  return allowed === '' ? 'document' : allowed;
}

// Unions of AWS: objects of one member that says which of them it is, `{ "toolUse": { … } }`.

/** What a union holds, by the name of its member. */
export type Member = readonly [name: string, value: Json];

/** The member that holds something, by its name; `undefined` where there is none, or more than one. */
export function memberOf(union: unknown): Member | undefined {
  if (!isJsonObject(union)) return undefined;
  const members = Object.entries(union).filter(([, value]) => value !== null);
  return members.length === 1 ? members[0] : undefined;
}

/** What a union holds where its member has that name and holds an object. */
export function objectIn(union: unknown, name: string): JsonObject | undefined {
  const [found, value] = memberOf(union) ?? [];
  return found === name && isJsonObject(value) ? value : undefined;
}
