/** Wires the pure parts (request, response, stream, errors) to the SDK. */
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionCreateParamsStreaming,
} from 'openai/resources/chat/completions';
import type {
  CallContext,
  ChatClient,
  ChatMessage,
  ChatOptions,
  ClientSettings,
} from '../../../spec/contract/index.ts';
import { callLimit } from '../shared/call-limit.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import { demandMediaType } from '../shared/openai/media-type.ts';
import { createSdk } from '../shared/openai/sdk.ts';
import { contractError, type Phase } from '../shared/openai/sdk-errors.ts';
import { buildRequest } from './request.ts';
import { responseFromBody } from './response.ts';
import { updatesFromChunks } from './stream.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const inUse: SecretInUse = { secret: '' };
  const sdk = createSdk(settings, inUse);

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      let phase: Phase = 'sending';
      try {
        const { body, warnings } = buildRequest(messages, options, { settings, adapterId, stream: false });
        const params = body as unknown as ChatCompletionCreateParamsNonStreaming;
        const call = sdk.chat.completions.create(params, { signal: limit.signal });
        const answer = await call.asResponse();
        phase = 'reading';
        demandMediaType(answer, 'json');
        return { ...responseFromBody(await call), warnings };
      } catch (error) {
        throw limit.reached() ?? contractError(error, phase, inUse.secret);
      } finally {
        limit.release();
      }
    },

    async *getStreamingResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      let phase: Phase = 'sending';
      try {
        const { body, warnings } = buildRequest(messages, options, { settings, adapterId, stream: true });
        const params = body as unknown as ChatCompletionCreateParamsStreaming;
        const call = sdk.chat.completions.create(params, { signal: limit.signal });
        const answer = await call.asResponse();
        phase = 'reading';
        demandMediaType(answer, 'event-stream');
        yield { contents: [], warnings };
        yield* limit.within(updatesFromChunks(await call));
      } catch (error) {
        throw limit.reached() ?? contractError(error, phase, inUse.secret);
      } finally {
        limit.release();
      }
    },

    /** The adapter creates nothing that it would have to delete: completions that OpenAI keeps are the caller's. */
    async close() {},
  };
}
