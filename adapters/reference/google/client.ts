/** Wires the pure parts (request, response, stream, errors) to the SDK. */
import type { GenerateContentParameters, GoogleGenAI } from '@google/genai';
import type { Json } from '../../../files/canonical-json.ts';
import type {
  CallContext,
  ChatClient,
  ChatMessage,
  ChatOptions,
  ClientSettings,
} from '../../../spec/contract/index.ts';
import { callLimit } from '../shared/call-limit.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import { actionsOf } from './actions.ts';
import { AnswerCopy } from './answer-copy.ts';
import { buildRequest, type Request } from './request.ts';
import { responseFromBody } from './response.ts';
import { createSdk } from './sdk.ts';
import { contractError } from './sdk-errors.ts';
import { updatesFromResponses } from './stream.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when credentials, surface, parameters or base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const inUse: SecretInUse = { secret: '' };
  const sdk: GoogleGenAI = createSdk(settings, inUse);

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      const copy = new AnswerCopy();
      try {
        const request = buildRequest(messages, options, { settings, adapterId });
        await sdk.models.generateContent(parameters(request, copy, limit.signal));
        const response = responseFromBody(copy.json(), actionsOf(request.body));
        return { ...response, warnings: request.warnings };
      } catch (error) {
        throw limit.reached() ?? contractError(error, copy, inUse.secret);
      } finally {
        limit.release();
      }
    },

    async *getStreamingResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      const copy = new AnswerCopy();
      try {
        const request = buildRequest(messages, options, { settings, adapterId });
        const { warnings } = request;
        const stream = await sdk.models.generateContentStream(parameters(request, copy, limit.signal));
        if (warnings.length > 0) yield { contents: [], warnings };
        yield* limit.within(updatesFromResponses(asItCame(stream, copy), actionsOf(request.body)));
      } catch (error) {
        throw limit.reached() ?? contractError(error, copy, inUse.secret);
      } finally {
        limit.release();
      }
    },

    /** The adapter creates nothing that stays with the provider. */
    async close() {},
  };
}

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
