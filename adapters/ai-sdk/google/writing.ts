/** What goes back to Google in words of its own. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Content } from '../../../spec/contract/index.ts';
import type { AssistantPart, PartOptions, Writing } from '../shared/writing.ts';

export const writing: Writing = {
  title: 'Google',
  key: 'google',
  signature: 'thoughtSignature',
  assistantParts: ownParts,
};

function ownParts(content: Content, raw: JsonObject, options: PartOptions): AssistantPart[] | undefined {
  // What was told beside the message has no place in a request.
  if (raw.groundingMetadata !== undefined || raw.urlContextMetadata !== undefined) return [];
  // The part that it signs carries it too.
  if (raw.signatureOf !== undefined) return [];
  if (content.type !== 'data') return undefined;
  const type = raw.type === 'reasoning-file' ? ('reasoning-file' as const) : ('file' as const);
  return [{ type, data: content.data, mediaType: content.mediaType, ...options }];
}
