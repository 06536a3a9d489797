/** Wires the pure parts (request, response, stream, errors) to the SDK. */
import { createDefaultHttpClient } from '@azure/core-rest-pipeline';
import type { JsonObject } from '../../../files/canonical-json.ts';
import type {
  CallContext,
  ChatClient,
  ChatMessage,
  ChatOptions,
  ClientSettings,
} from '../../../spec/contract/index.ts';
import { type CallLimit, callLimit } from '../shared/call-limit.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import { demandSuccess, isPending, runOf } from '../shared/runs/ending.ts';
import { responseOf } from '../shared/runs/response.ts';
import { updatesFromEvents } from '../shared/runs/stream.ts';
import { listOf, prepare, runPath } from './asking.ts';
import { provider } from './provider.ts';
import { Remote } from './remote.ts';
import { planCall } from './request.ts';
import { createSdk } from './sdk.ts';
import { type Sender, type Wire, wireWithin } from './wire.ts';

/** Milliseconds between two looks at a run, as the SDK's own poller takes them. */
const pollInterval = 1000;

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials, the base URL or the surface cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const inUse: SecretInUse = { secret: '' };
  const httpClient = createDefaultHttpClient();
  const sender: Sender = { sdk: createSdk(settings, inUse, httpClient), httpClient, settings, inUse };
  const remote = new Remote();

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      const wire = wireWithin(limit, sender);
      try {
        const plan = planCall(messages, options, { settings, adapterId });
        const { threadId, path, body } = await prepare(remote, plan, wire);
        const begun = runOf(await wire.json('POST', path, { ...body, stream: false }), provider);
        const run = await settled(begun, threadId, { wire, limit, wait: settings.wait });
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
        await remote.deleteAll(wireWithin(limit, sender));
      } finally {
        limit.release();
      }
    },
  };
}

interface Polling {
  readonly wire: Wire;
  readonly limit: CallLimit;
  readonly wait: ClientSettings['wait'];
}

/** Looks at a run until there is something to do. */
async function settled(begun: JsonObject, threadId: string, { wire, limit, wait }: Polling): Promise<JsonObject> {
  let run = begun;
  while (isPending(run)) {
    await limit.pause(wait, pollInterval);
    run = runOf(await wire.json('GET', runPath(threadId, String(run.id))), provider);
  }
  return run;
}
