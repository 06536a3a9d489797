/** Wires the pure parts (request, response, stream, errors) to the SDK. */
import type {
  MessageCreateParamsNonStreaming,
  MessageCreateParamsStreaming,
} from '@anthropic-ai/sdk/resources/messages';
import type {
  CallContext,
  ChatClient,
  ChatMessage,
  ChatOptions,
  ClientSettings,
} from '../../../spec/contract/index.ts';
import { callLimit } from '../shared/call-limit.ts';
import { buildRequest } from './request.ts';
import { responseFromMessage } from './response.ts';
import { createSdk, type SecretInUse } from './sdk.ts';
import { contractError, type Phase } from './sdk-errors.ts';
import { updatesFromEvents } from './stream.ts';

/**
 * A turn that the provider pauses (`pause_turn`) ends the call with that finish reason, its contents ready to go back: only
 * tools that the provider runs are paused, and this adapter declares none of its own accord.
 *
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
        const call = sdk.messages.create(body as unknown as MessageCreateParamsNonStreaming, { signal: limit.signal });
        const { headers } = await call.asResponse();
        phase = 'reading';
        return { ...responseFromMessage(await call, headers.get('content-type')), warnings };
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
        const events = await sdk.messages.create(body as unknown as MessageCreateParamsStreaming, {
          signal: limit.signal,
        });
        phase = 'reading';
        if (warnings.length > 0) yield { contents: [], warnings };
        for await (const update of updatesFromEvents(events)) {
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

    /** The adapter creates nothing that stays with the provider. */
    async close() {},
  };
}
