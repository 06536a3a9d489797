/** What goes back to Amazon Bedrock in words of its own. */
import { unsendable } from '../shared/errors.ts';
import type { Writing } from '../shared/writing.ts';
import { key } from './model.ts';

const title = 'Amazon Bedrock';

export const writing: Writing = {
  title,
  key,
  signature: 'signature',
  assistantParts(content, _raw, options) {
    if (content.type !== 'reasoning' || content.text !== '' || options.providerOptions) return undefined;
    // Opaque state without a word is not a signature of words.
    const { protectedData: redactedContent } = content;
    if (redactedContent === undefined) return undefined;
    return [{ type: 'reasoning', text: '', providerOptions: { [key]: { redactedContent } } }];
  },
  lacks: ['hosted-file'],
  typeOfAddress,
};

/** By the endings of paths: all that the library takes in S3, and it wants to know exactly. */
const types: ReadonlyMap<string, string> = new Map([
  ...['gif', 'jpeg', 'png', 'webp'].map((ending) => [ending, `image/${ending}`] as const),
  ...['mp4', 'mpeg', 'mpg', 'webm', 'wmv'].map((ending) => [ending, `video/${ending}`] as const),
  ['jpg', 'image/jpeg'],
  ['3gp', 'video/3gpp'],
  ['flv', 'video/x-flv'],
  ['mkv', 'video/x-matroska'],
  ['mov', 'video/quicktime'],
]);

/** @throws ProviderError (code `invalid_request_error`) where the ending says nothing */
function typeOfAddress(uri: string): string {
  const type = types.get(uri.replace(/.*\./, '').toLowerCase());
  if (type) return type;
  throw unsendable(
    title,
    'of what is at an address neither a media type nor the ending says that it is a picture or a film',
  );
}
