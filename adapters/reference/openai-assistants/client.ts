/** Wires the pure parts (request, response, stream, errors) to the SDK. */
import type OpenAI from 'openai';
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
import { createSdk } from '../shared/openai/sdk.ts';
import { demandSuccess, isPending, runOf } from '../shared/runs/ending.ts';
import { responseOf } from '../shared/runs/response.ts';
import { updatesFromEvents } from '../shared/runs/stream.ts';
import { listOf, prepare } from './asking.ts';
import { exchangesWithin, type Send } from './exchanges.ts';
import { provider } from './provider.ts';
import { Remote } from './remote.ts';
import { planCall } from './request.ts';

/** Milliseconds between two looks at a run. The SDK's own helper waits five times as long. */
const pollInterval = 1000;

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const inUse: SecretInUse = { secret: '' };
  const sdk = createSdk(settings, inUse);
  const remote = new Remote(sdk);

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = callLimit(settings.timeout, context?.signal);
      const { send, errorOf } = exchangesWithin(limit, inUse);
      try {
        const plan = planCall(messages, options, { settings, adapterId });
        const { threadId, whole } = await prepare(sdk, remote, plan, send);
        const begun = runOf(await send(whole), provider);
        const run = await settled(begun, threadId, { sdk, send, limit, wait: settings.wait });
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
        const events = await send(streamed);
        if (plan.warnings.length > 0) yield { contents: [], warnings: [...plan.warnings] };
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
        await remote.deleteAll(exchangesWithin(limit, inUse).send);
      } finally {
        limit.release();
      }
    },
  };
}

interface Polling {
  readonly sdk: OpenAI;
  readonly send: Send;
  readonly limit: CallLimit;
  readonly wait: ClientSettings['wait'];
}

/** Looks at a run until there is something to do. */
async function settled(begun: JsonObject, threadId: string, { sdk, send, limit, wait }: Polling): Promise<JsonObject> {
  let run = begun;
  while (isPending(run)) {
    await limit.pause(wait, pollInterval);
    const { id } = run;
    run = runOf(
      await send((options) => sdk.beta.threads.runs.retrieve(String(id), { thread_id: threadId }, options)),
      provider,
    );
  }
  return run;
}
