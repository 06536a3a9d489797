/** What `ChatGoogleGenerativeAI` says of an answer: its content is the provider's parts, each with its type. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { Outcome } from '../shared/client.ts';
import type { LibraryMessage, Reading } from '../shared/contents.ts';
import { googleOutcome, googleReading } from '../shared/google-response.ts';
import { asObject, objects, plain, text } from '../shared/json.ts';

/** Under which the library keeps what signs a call, by the id of the call; it gives it back under the same. */
const signatures = '__gemini_function_call_thought_signatures__';

export const readingOf = (): Reading =>
  googleReading((message) => {
    const signed = asObject(message.additional_kwargs[signatures]);
    return {
      parts: partsOf(message),
      metadata: metadataOf(message),
      signatureOf: (part, id) => text(id === undefined ? (part.thoughtSignature ?? part.signature) : signed[id]),
    };
  });

function partsOf({ content }: LibraryMessage): JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return objects(plain(content));
}

/** Of a whole answer it stands among the additional members, of a stream in the metadata of the response. */
const metadataOf = ({ additional_kwargs, response_metadata }: LibraryMessage): JsonObject => ({
  ...asObject(additional_kwargs),
  ...asObject(response_metadata),
});

export const outcomeOf = (message: LibraryMessage): Outcome => googleOutcome(message, metadataOf(message));
