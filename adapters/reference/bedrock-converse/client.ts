/** Wires the pure parts (request, response, stream, errors) to the SDK. */
import type {
  CallContext,
  ChatClient,
  ChatMessage,
  ChatOptions,
  ClientSettings,
} from '../../../spec/contract/index.ts';
import { type AwsPhase, awsContractError } from '../shared/aws-errors.ts';
import { callLimit } from '../shared/call-limit.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import { builtInsOf } from './actions.ts';
import { provider } from './errors.ts';
import { buildRequest } from './request.ts';
import { responseFromAnswer } from './response.ts';
import { converse, converseStream, createSdk } from './sdk.ts';
import { StreamReader, updatesFromEvents } from './stream.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials, the base URL or the region cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const inUse: SecretInUse = { secret: '' };
  const sdk = createSdk(settings, inUse);

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      try {
        const { body, warnings } = buildRequest(messages, options, adapterId);
        const answer = await converse(sdk, options.modelId ?? settings.model, body, limit.signal);
        return { ...responseFromAnswer(answer, builtInsOf(body)), warnings };
      } catch (error) {
        throw limit.reached() ?? awsContractError(provider, error, 'sending', inUse.secret);
      } finally {
        limit.release();
      }
    },

    async *getStreamingResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      let phase: AwsPhase = 'sending';
      try {
        const { body, warnings } = buildRequest(messages, options, adapterId);
        if (warnings.length > 0) yield { contents: [], warnings };
        const events = await converseStream(sdk, options.modelId ?? settings.model, body, limit.signal);
        phase = 'reading';
        yield* limit.within(updatesFromEvents(events, new StreamReader(builtInsOf(body))));
      } catch (error) {
        throw limit.reached() ?? awsContractError(provider, error, phase, inUse.secret);
      } finally {
        limit.release();
      }
    },

    /** The adapter creates nothing that stays with the provider; only its connections are closed. */
    async close() {
      sdk.destroy();
    },
  };
}
