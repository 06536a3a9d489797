/** Wires the pure parts (request, response, stream, errors) to the SDK. */
import type {
  ResponseCreateParamsNonStreaming,
  ResponseCreateParamsStreaming,
} from 'openai/resources/responses/responses';
import type {
  CallContext,
  ChatClient,
  ChatMessage,
  ChatOptions,
  ClientSettings,
} from '../../../spec/contract/index.ts';
import { callLimit } from '../shared/call-limit.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import { createSdk } from '../shared/openai/sdk.ts';
import { contractError, type Phase } from '../shared/openai/sdk-errors.ts';
import { buildRequest } from './request.ts';
import { responseFromBody } from './response.ts';
import { updatesFromEvents } from './stream.ts';

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
        const params = body as unknown as ResponseCreateParamsNonStreaming;
        const call = sdk.responses.create(params, { signal: limit.signal });
        const { headers } = await call.asResponse();
        phase = 'reading';
        const response = responseFromBody(await call, body.store !== false, headers.get('content-type'));
        return { ...response, warnings };
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
        const params = body as unknown as ResponseCreateParamsStreaming;
        const events = await sdk.responses.create(params, { signal: limit.signal });
        phase = 'reading';
        if (warnings.length > 0) yield { contents: [], warnings };
        for await (const update of updatesFromEvents(events, body.store !== false)) {
          // What had arrived before the abort is still in buffers; the caller no longer wants it.
          if (limit.reached()) break;
          yield update;
        }
        const reached = limit.reached();
        if (reached) throw reached;
      } catch (error) {
        throw limit.reached() ?? contractError(error, phase, inUse.secret);
      } finally {
        limit.release();
      }
    },

    /** The adapter creates nothing that it would have to delete: responses that OpenAI keeps are the caller's. */
    async close() {},
  };
}
