/** Content of a message of `ChatGoogle`: a text alone, or the provider's parts, each with its type. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { Outcome } from '../../langchain/shared/client.ts';
import type { LibraryMessage, Reading } from '../../langchain/shared/contents.ts';
import { googleOutcome, googleReading } from '../../langchain/shared/google-response.ts';
import { asObject, objects, plain, text } from '../../langchain/shared/json.ts';

export const readingOf = (): Reading =>
  googleReading((message) => ({
    parts: partsOf(message),
    metadata: metadataOf(message),
    signatureOf: ({ thoughtSignature }) => text(thoughtSignature),
  }));

/** The signature of a text that is the only part is among the additional members, where the library's own translator reads it. */
function partsOf({ content, additional_kwargs }: LibraryMessage): JsonObject[] {
  const { thoughtSignature } = asObject(additional_kwargs.originalTextContentBlock);
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : objects(plain(content));
  if (thoughtSignature === undefined || parts.some((part) => part.thoughtSignature === thoughtSignature)) return parts;
  const at = parts.findLastIndex((part) => part.type === 'text' && part.thought !== true);
  return parts.map((part, i) => (i === at ? { ...part, thoughtSignature } : part));
}

/** A complete answer has it among the additional members, a stream in the metadata of the response. */
const metadataOf = ({ additional_kwargs, response_metadata }: LibraryMessage): JsonObject => ({
  ...asObject(additional_kwargs),
  ...asObject(response_metadata),
});

export const outcomeOf = (message: LibraryMessage): Outcome => googleOutcome(message, metadataOf(message));
