/** Wires the pure parts (request, response, stream, errors) to the SDK. */
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
import { demandSuccess } from '../shared/runs/ending.ts';
import { Remote } from '../shared/runs/remote.ts';
import { responseOf } from '../shared/runs/response.ts';
import { settled } from '../shared/runs/settled.ts';
import { updatesFromEvents } from '../shared/runs/stream.ts';
import { listOf, prepare } from './asking.ts';
import { exchangesWithin } from './exchanges.ts';
import { provider } from './provider.ts';
import { remoteRequests } from './remote.ts';
import { planCall } from './request.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const inUse: SecretInUse = { secret: '' };
  const sdk = createSdk(settings, inUse);
  const remote = new Remote(provider.name);

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      const { send, errorOf } = exchangesWithin(limit, inUse);
      try {
        const plan = planCall(messages, options, { settings, adapterId });
        const { threadId, whole } = await prepare(sdk, remote, plan, send);
        const look = (id: string) =>
          send((options) => sdk.beta.threads.runs.retrieve(id, { thread_id: threadId }, options));
        const run = await settled(await send(whole), { look, limit, wait: settings.wait, provider });
        demandSuccess(run, provider);
        const listed = await listOf(sdk, threadId, String(run.id), plan, send);
        return { ...responseOf(run, listed, plan.told), warnings: [...plan.warnings] };
      } catch (error) {
        throw errorOf(error);
      } finally {
        limit.release();
      }
    },

    async *getStreamingResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      const { send, errorOf } = exchangesWithin(limit, inUse);
      try {
        const plan = planCall(messages, options, { settings, adapterId });
        const { streamed } = await prepare(sdk, remote, plan, send);
        const events = await send(streamed, 'event-stream');
        yield { contents: [], warnings: [...plan.warnings] };
        yield* limit.within(updatesFromEvents(events, plan.told, provider));
      } catch (error) {
        throw errorOf(error);
      } finally {
        limit.release();
      }
    },

    /** Deletes the threads and assistants that this client made: a thread ends with the client that began it. */
    async close() {
      const limit = callLimit(settings.timeout);
      try {
        await remote.deleteAll(remoteRequests(sdk, exchangesWithin(limit, inUse).send));
      } finally {
        limit.release();
      }
    },
  };
}
