/** Wires the pure parts (request, response, stream) to the SDK. */
import { betaConversationsAppend } from '@mistralai/mistralai/funcs/betaConversationsAppend.js';
import { betaConversationsAppendStream } from '@mistralai/mistralai/funcs/betaConversationsAppendStream.js';
import { betaConversationsStart } from '@mistralai/mistralai/funcs/betaConversationsStart.js';
import { betaConversationsStartStream } from '@mistralai/mistralai/funcs/betaConversationsStartStream.js';
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
import { Begun } from './begun.ts';
import { buildRequest, type Request } from './request.ts';
import { responseFromBody } from './response.ts';
import { updatesFromEvents } from './stream.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const sdk = createSdk(settings);
  const begun = new Begun();

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      try {
        const request = buildRequest(messages, options, { settings, adapterId, stream: false });
        const answer = await sdk.answer(whole(request), request.body, limit.signal);
        const reached = limit.reached();
        if (reached) throw reached;
        const response = responseFromBody(answer, request.isKept);
        const warnings = [...request.warnings, ...begun.warnings(request)];
        begun.note(request, response.conversationId);
        return { ...response, warnings };
      } catch (error) {
        throw limit.reached() ?? requestError(error);
      } finally {
        limit.release();
      }
    },

    async *getStreamingResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      try {
        const request = buildRequest(messages, options, { settings, adapterId, stream: true });
        const events = sdk.events(streamed(request), request.body, limit.signal);
        yield { contents: [], warnings: [...request.warnings, ...begun.warnings(request)] };
        for await (const update of limit.within(updatesFromEvents(events, request.isKept))) {
          begun.note(request, update.conversationId);
          yield update;
        }
      } catch (error) {
        throw limit.reached() ?? requestError(error);
      } finally {
        limit.release();
      }
    },

    /** The adapter creates nothing that it would have to delete: conversations that Mistral keeps are the caller's. */
    async close() {},
  };
}

/** Inputs that the SDK takes for valid; what is sent is the body. */
const start = { inputs: '' };
const append = (conversationId: string) => ({ conversationId, conversationAppendRequest: {} });
const appendStream = (conversationId: string) => ({ conversationId, conversationAppendStreamRequest: {} });

const whole =
  ({ conversationId: id }: Request): Operation =>
  (core, options) =>
    id === undefined
      ? betaConversationsStart(core, start, options)
      : betaConversationsAppend(core, append(id), options);

const streamed =
  ({ conversationId: id }: Request): Operation =>
  (core, options) =>
    id === undefined
      ? betaConversationsStartStream(core, start, options)
      : betaConversationsAppendStream(core, appendStream(id), options);
