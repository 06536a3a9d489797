/** Wires the pure parts (request, response, stream) to the SDK. */
import { chatComplete } from '@mistralai/mistralai/funcs/chatComplete.js';
import { chatStream } from '@mistralai/mistralai/funcs/chatStream.js';
import type {
  CallContext,
  ChatClient,
  ChatMessage,
  ChatOptions,
  ClientSettings,
} from '../../../spec/contract/index.ts';
import { callLimit } from '../shared/call-limit.ts';
import { requestError } from '../shared/mistral/errors.ts';
import { createSdk, type Operation } from '../shared/mistral/sdk.ts';
import { buildRequest } from './request.ts';
import { responseFromBody } from './response.ts';
import { updatesFromChunks } from './stream.ts';

/** What the SDK takes for a request; what is sent is our own body. */
const anyRequest = { model: 'any', messages: [] };
const complete: Operation = (core, options) => chatComplete(core, anyRequest, options);
const stream: Operation = (core, options) => chatStream(core, anyRequest, options);

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const sdk = createSdk(settings);

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      try {
        const { body, warnings } = buildRequest(messages, options, { settings, adapterId, stream: false });
        const answer = await sdk.answer(complete, body, limit.signal);
        const reached = limit.reached();
        if (reached) throw reached;
        return { ...responseFromBody(answer), warnings };
      } catch (error) {
        throw limit.reached() ?? requestError(error);
      } finally {
        limit.release();
      }
    },

    async *getStreamingResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      try {
        const { body, warnings } = buildRequest(messages, options, { settings, adapterId, stream: true });
        const chunks = sdk.events(stream, body, limit.signal);
        yield { contents: [], warnings };
        yield* limit.within(updatesFromChunks(chunks));
      } catch (error) {
        throw limit.reached() ?? requestError(error);
      } finally {
        limit.release();
      }
    },

    /** The adapter creates nothing that it would have to delete. */
    async close() {},
  };
}
