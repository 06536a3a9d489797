/** Wires the pure parts (request, response, stream, errors) to the SDK. */
import { createDefaultHttpClient } from '@azure/core-rest-pipeline';
import type {
  CallContext,
  ChatClient,
  ChatMessage,
  ChatOptions,
  ClientSettings,
} from '../../../spec/contract/index.ts';
import { callLimit } from '../shared/call-limit.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import { demandSuccess } from '../shared/runs/ending.ts';
import { Remote } from '../shared/runs/remote.ts';
import { responseOf } from '../shared/runs/response.ts';
import { settled } from '../shared/runs/settled.ts';
import { updatesFromEvents } from '../shared/runs/stream.ts';
import { listOf, prepare, runPath } from './asking.ts';
import { provider } from './provider.ts';
import { remoteRequests } from './remote.ts';
import { planCall } from './request.ts';
import { createSdk } from './sdk.ts';
import { type Sender, wireWithin } from './wire.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials, the base URL or the surface cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const inUse: SecretInUse = { secret: '' };
  const httpClient = createDefaultHttpClient();
  const sender: Sender = { sdk: createSdk(settings, inUse, httpClient), httpClient, settings, inUse };
  const remote = new Remote(provider.name);

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      const wire = wireWithin(limit, sender);
      try {
        const plan = planCall(messages, options, { settings, adapterId });
        const { threadId, path, body } = await prepare(remote, plan, wire);
        const begun = await wire.json('POST', path, { ...body, stream: false });
        const look = (id: string) => wire.json('GET', runPath(threadId, id));
        const run = await settled(begun, { look, limit, wait: settings.wait, provider });
        demandSuccess(run, provider);
        const listed = await listOf(threadId, String(run.id), plan, wire);
        return { ...responseOf(run, listed, plan.told), warnings: [...plan.warnings] };
      } catch (error) {
        throw wire.errorOf(error);
      } finally {
        limit.release();
      }
    },

    async *getStreamingResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      const wire = wireWithin(limit, sender);
      try {
        const plan = planCall(messages, options, { settings, adapterId });
        const { path, body } = await prepare(remote, plan, wire);
        const events = await wire.events(path, { ...body, stream: true });
        if (plan.warnings.length > 0) yield { contents: [], warnings: [...plan.warnings] };
        yield* limit.within(updatesFromEvents(events, plan.told, provider));
      } catch (error) {
        throw wire.errorOf(error);
      } finally {
        limit.release();
      }
    },

    /** Deletes the threads and agents that this client made: a thread ends with the client that began it. */
    async close() {
      const limit = callLimit(settings.timeout);
      try {
        await remote.deleteAll(remoteRequests(wireWithin(limit, sender)));
      } finally {
        limit.release();
      }
    },
  };
}
