/** A client of the API, whoever speaks it: wires the pure parts (response, stream, errors) to the SDK. */
import type OpenAI from 'openai';
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
} from '../../../../spec/contract/index.ts';
import { type CallLimit, callLimit } from '../call-limit.ts';
import type { SecretInUse } from '../credentials.ts';
import { demandMediaType } from '../openai/media-type.ts';
import { contractError, type Phase } from '../openai/sdk-errors.ts';
import type { Request } from './request-members.ts';
import { responseFromBody } from './response.ts';
import { updatesFromEvents } from './stream.ts';

/** What differs from provider to provider. */
export interface ResponsesProvider {
  readonly sdk: OpenAI;
  readonly settings: ClientSettings;
  readonly inUse: SecretInUse;
  /**
   * Makes the request that the model answers, and ready what has to be there before.
   *
   * @param stream which of the client's methods was called: it alone decides how the answer is read
   */
  prepare(
    messages: readonly ChatMessage[],
    options: ChatOptions,
    stream: boolean,
    limit: CallLimit,
  ): Request | Promise<Request>;
  /** Deletes what was made. */
  close(): Promise<void>;
}

export function responsesClient({ sdk, settings, inUse, prepare, close }: ResponsesProvider): ChatClient {
  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      let phase: Phase = 'sending';
      try {
        const { body, warnings } = await prepare(messages, options, false, limit);
        const params = body as unknown as ResponseCreateParamsNonStreaming;
        const call = sdk.responses.create(params, { signal: limit.signal });
        const answer = await call.asResponse();
        phase = 'reading';
        demandMediaType(answer, 'json');
        const response = responseFromBody(await call, body.store !== false);
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
        const { body, warnings } = await prepare(messages, options, true, limit);
        const params = body as unknown as ResponseCreateParamsStreaming;
        const events = await sdk.responses.create(params, { signal: limit.signal });
        phase = 'reading';
        if (warnings.length > 0) yield { contents: [], warnings };
        yield* limit.within(updatesFromEvents(events, body.store !== false));
      } catch (error) {
        throw limit.reached() ?? contractError(error, phase, inUse.secret);
      } finally {
        limit.release();
      }
    },

    close,
  };
}
