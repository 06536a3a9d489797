/** Wires the pure parts (request, response, stream, errors) to the SDK. */
import type {
  CallContext,
  ChatClient,
  ChatMessage,
  ChatOptions,
  ChatResponse,
  ClientSettings,
} from '../../../spec/contract/index.ts';
import { callLimit } from '../shared/call-limit.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import { actionToolsOf } from './actions.ts';
import { buildRequest } from './request.ts';
import { demandEvents, responseFromMessage } from './response.ts';
import { createMessage, createSdk } from './sdk.ts';
import { contractError, type Phase } from './sdk-errors.ts';
import { StreamReader, updatesFromEvents } from './stream.ts';
import { Turn } from './turn.ts';

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
        const turn = new Turn(body);
        const responses: ChatResponse[] = [];
        let response: ChatResponse;
        do {
          phase = 'sending';
          limit.restart();
          const call = createMessage(sdk, turn.body, limit.signal);
          const { headers } = await call.asResponse();
          phase = 'reading';
          response = responseFromMessage(await call, headers.get('content-type'), actionToolsOf(turn.body));
          responses.push(response);
        } while (turn.goesOn(response.rawRepresentation));
        return { ...turn.whole(responses), warnings };
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
        if (warnings.length > 0) yield { contents: [], warnings };
        const turn = new Turn(body);
        let reader: StreamReader | undefined;
        do {
          phase = 'sending';
          limit.restart();
          const call = createMessage<AsyncIterable<unknown>>(sdk, turn.body, limit.signal);
          const { headers } = await call.asResponse();
          phase = 'reading';
          demandEvents(headers.get('content-type'));
          const events = await call;
          reader = new StreamReader(reader, actionToolsOf(turn.body));
          for await (const update of limit.within(updatesFromEvents(events, reader))) yield turn.part(update);
        } while (turn.goesOn(reader.message));
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
