/** What the user shows, as blocks that `ChatBedrockConverse` takes: its converter knows the library's older blocks and Converse's own. */
import type { ContentBlock } from '@langchain/core/messages';
import type { Content } from '../../../spec/contract/index.ts';
import { unsendable } from '../shared/errors.ts';
import { provider } from './sdk.ts';

type Of<T extends Content['type']> = Extract<Content, { type: T }>;

/**
 * Names for documents that nobody gave one. Converse takes none twice in a conversation, so that the library draws one at random;
 * these are numbered, for two runs shall say the same.
 */
export function documentNames(): () => string {
  let count = 0;
  return () => `document-${++count}`;
}

/** Of the newer blocks it takes videos and sounds alone. */
export function dataBlock(
  { mediaType: mime_type, data, name }: Of<'data'>,
  nameless: () => string,
): ContentBlock | undefined {
  const [kind] = mime_type.split('/');
  if (kind === 'video' || kind === 'audio') return undefined;
  const given = { source_type: 'base64', mime_type, data };
  if (kind === 'image') return { type: 'image', ...given };
  return { type: 'file', ...given, metadata: { filename: name ?? nameless() } };
}

/**
 * What lies in S3: videos and sounds by the library's block, images and documents by Converse's, which it passes on. Where nobody says
 * what is there, the ending of its name does.
 *
 * @throws ProviderError (code `invalid_request_error`) for what lies elsewhere, and where nothing says what it is
 */
export function uriBlock({ uri, mediaType = typeOfEnding(uri) }: Of<'uri'>, nameless: () => string): ContentBlock {
  if (!uri.startsWith('s3://')) {
    const what = mediaType ?? 'something';
    throw unsendable(
      provider,
      `a message names ${what} at a URL; ChatBedrockConverse takes bytes, and what lies in S3`,
    );
  }
  if (mediaType === undefined) {
    throw unsendable(provider, 'a message names something, and neither a media type nor an ending says what it is');
  }
  const [type = ''] = mediaType.split(';');
  const [kind = '', subtype = ''] = type.split('/');
  if (kind === 'video' || kind === 'audio') return { type: kind, mimeType: mediaType, fileId: uri };
  const format = formats.get(type) ?? subtype;
  const source = { s3Location: { uri } };
  return kind === 'image'
    ? { type: 'image', image: { format, source } }
    : { type: 'document', document: { format, name: nameless(), source } };
}

/** Formats of Converse that are not called as the type is. Source: `DocumentFormat`, `ImageFormat`. */
const formats = new Map([
  ['image/jpg', 'jpeg'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
  ['application/msword', 'doc'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
]);

/** By the endings of files. Of videos and sounds they are those that the library has a format for. Source: its `mimeTypeToVideoFormat`, `mimeTypeToAudioFormat`. */
const types = new Map([
  ...['gif', 'png', 'webp'].map((ending) => [ending, `image/${ending}`] as const),
  ...['flv', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'webm', 'wmv'].map((ending) => [ending, `video/${ending}`] as const),
  ...['aac', 'flac', 'm4a', 'mp3', 'ogg', 'opus', 'wav'].map((ending) => [ending, `audio/${ending}`] as const),
  ...[...formats].map(([type, ending]) => [ending, type] as const),
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['3gp', 'video/three_gp'],
  ['csv', 'text/csv'],
  ['html', 'text/html'],
  ['pdf', 'application/pdf'],
]);

const typeOfEnding = (uri: string): string | undefined => types.get(uri.replace(/.*\./, '').toLowerCase());
