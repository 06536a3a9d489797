import type { GenerateContentParameters } from '@google/genai';
import type { Json } from '../../../lib/canonical-json.ts';
import type { Adapter } from '../../../spec/contract/index.ts';
import { referenceAdapter, warned } from '../shared/client.ts';
import { AnswerCopy, createSdk, errors, explained } from '../shared/google.ts';
import { actionsOf } from './actions.ts';
import { buildRequest, type Request } from './request.ts';
import { responseFromBody } from './response.ts';
import { updatesFromResponses } from './stream.ts';

/** Google `generateContent` on the official SDK: the Gemini API (`/v1/`), or Vertex AI (`/v1beta1/`) as surface `vertex`. */
export const adapter: Adapter = referenceAdapter<Request>('google', (settings, inUse, adapterId) => {
  const sdk = createSdk(settings, inUse);
  return {
    errors,
    sendsAll: () => true,
    takesMediaResults: true,
    prepare: (messages, options) => buildRequest(messages, options, { settings, adapterId }),
    async whole(request, call) {
      const copy = new AnswerCopy();
      try {
        await sdk.models.generateContent(parameters(request, copy, call.signal));
        return responseFromBody(copy.json(), actionsOf(request.body));
      } catch (error) {
        throw explained(error, copy, inUse.secret);
      }
    },
    async *streamed(request, call) {
      const copy = new AnswerCopy();
      try {
        const stream = await sdk.models.generateContentStream(parameters(request, copy, call.signal));
        yield* warned(request);
        yield* updatesFromResponses(asItCame(stream, copy), actionsOf(request.body));
      } catch (error) {
        throw explained(error, copy, inUse.secret);
      }
    },
  };
});

/**
 * The body goes by `extraBody`, the SDK's public way for what it does not know: its own parameters are copied member by member,
 * and what it does not know of a tool or a part is left out in silence. It neither calls functions by itself nor goes on, or
 * tries again, by itself.
 */
function parameters({ model, body }: Request, copy: AnswerCopy, abortSignal: AbortSignal): GenerateContentParameters {
  return {
    model,
    contents: body.contents as unknown as GenerateContentParameters['contents'],
    config: {
      abortSignal,
      automaticContinuation: false,
      automaticFunctionCalling: { disable: true },
      httpOptions: { extraBody: body, fetch: copy.fetch },
    },
  };
}

/**
 * The events as they came, in the rhythm in which the SDK takes them from the wire. It takes nothing from a stream that is one
 * list, as the API writes it to those who do not ask for events.
 */
async function* asItCame(stream: AsyncIterable<unknown>, copy: AnswerCopy): AsyncGenerator<Json> {
  try {
    for await (const _ of stream) yield copy.nextEvent() ?? null;
  } catch (error) {
    const whole = copy.json();
    if (!Array.isArray(whole)) throw error;
    yield* whole;
  }
}
