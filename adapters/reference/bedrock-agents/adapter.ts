import { randomUUID } from 'node:crypto';
import {
  BedrockAgentRuntimeClient,
  InvokeAgentCommand,
  InvokeInlineAgentCommand,
} from '@aws-sdk/client-bedrock-agent-runtime';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  type ChatResponseUpdate,
  type ClientSettings,
  foldUpdates,
  WireError,
} from '../../../spec/contract/index.ts';
import { awsClientConfig, bedrockAgents, giveEventsAsWritten, withBody, withoutSurroundings } from '../shared/aws.ts';
import { type Api, type Call, referenceAdapter } from '../shared/client.ts';
import { parameterOf, type SecretInUse } from '../shared/settings.ts';
import { createControl, Draft, draftAliasId, type Exchanges } from './agent-draft.ts';
import { buildRequest, type Request, type Surface } from './request.ts';
import { StreamReader } from './stream.ts';

/** Amazon Bedrock Agents (InvokeInlineAgent; InvokeAgent on the surface `invoke-agent`) on the official SDKs. */
export const adapter: Adapter = referenceAdapter('bedrock-agents', (settings, inUse, adapterId) => {
  const surface = surfaceOf(settings);
  const sdk = createSdk(settings, surface, inUse);
  const draft = surface === 'invoke-agent' ? draftOf(settings, inUse) : undefined;

  const api: Api<Request & { readonly conversationId: string | undefined }> = {
    errors: bedrockAgents,
    prepare: (messages, options, stream) => ({
      ...buildRequest(messages, options, { settings, adapterId, surface, stream }),
      conversationId: options.conversationId,
    }),

    /** The API streams whatever is asked for, so the whole answer is a stream that was waited for. */
    async whole(request, call) {
      const updates: ChatResponseUpdate[] = [];
      for await (const update of api.streamed(request, call)) updates.push(update);
      return foldUpdates(updates);
    },

    async *streamed({ actionGroups, body, screen, warnings, ...request }, call) {
      // Nobody else may come into a session by chance.
      const sessionId = request.conversationId ?? randomUUID();
      const asked = draft?.isAsked(actionGroups, sessionId) ? draft : undefined;
      await asked?.declare(actionGroups, exchangesOf(call));
      call.begin();
      const answer = await sdk.invoke(sessionId, body, call.signal, asked && draftAliasId);
      call.phase = 'reading';
      const conversationId = answer.sessionId ?? sessionId;
      asked?.answered(conversationId);
      yield { role: 'assistant', contents: [], conversationId, warnings };
      const reader = new StreamReader({ screen });
      for await (const event of untilAborted(answer.events, call.signal)) yield* reader.read(event);
      yield reader.end();
    },

    /** Sessions end by themselves; what was declared on an agent is taken away. */
    async close(call) {
      try {
        await draft?.close(exchangesOf(call));
      } finally {
        sdk.close();
      }
    },
  };
  return api;
});

const exchangesOf = (call: Call): Exchanges => ({
  limit: call.limit,
  async send(ask) {
    call.begin();
    try {
      return await ask(call.signal);
    } catch (error) {
      throw call.errorOf(error);
    }
  },
});

function draftOf(settings: ClientSettings, inUse: SecretInUse): Draft {
  const { agentId } = agentOf(settings);
  return new Draft(() => createControl(settings, settings.endpoints?.control ?? '', agentId, inUse), settings.wait);
}

const surfaces: readonly Surface[] = ['invoke-inline-agent', 'invoke-agent'];

function surfaceOf({ surface = 'invoke-inline-agent' }: ClientSettings): Surface {
  const known = surfaces.find((name) => name === surface);
  if (known) return known;
  throw new TypeError(`There is no surface "${surface}"; there are ${surfaces.join(' and ')}.`);
}

// The SDK's client, made of the caller's settings and of nothing else, and the one way to ask it.

/** An answer that has begun. */
interface Begun {
  /** As the service names it. */
  readonly sessionId: string | undefined;
  readonly events: AsyncIterable<unknown>;
}

interface Sdk {
  /**
   * @param aliasId of the agent that exists, where it is not the caller's own
   * @throws whatever the SDK throws, and WireError for an answer without a stream
   */
  invoke(sessionId: string, body: JsonObject, signal: AbortSignal, aliasId?: string): Promise<Begun>;
  close(): void;
}

/**
 * @param inUse is kept up to date
 * @throws TypeError when the credentials, the base URL or the names of the caller's agent cannot be used
 */
function createSdk(settings: ClientSettings, surface: Surface, inUse: SecretInUse): Sdk {
  const agent = surface === 'invoke-agent' ? agentOf(settings) : undefined;
  // With anything else the SDK would go looking for keys, because this service takes nothing but signatures.
  if (settings.credentials.type !== 'awsKeys') {
    throw new TypeError(
      `Amazon Bedrock Agents takes credentials of type "awsKeys", not "${settings.credentials.type}".`,
    );
  }
  const client = withoutSurroundings(new BedrockAgentRuntimeClient(awsClientConfig(settings, inUse)));
  giveEventsAsWritten(client);
  return {
    async invoke(sessionId, body, abortSignal, agentAliasId = agent?.agentAliasId) {
      // Of the input only the path is made; `foundationModel` and `instruction` are what its type demands.
      const output = agent
        ? await client.send(withBody(new InvokeAgentCommand({ ...agent, agentAliasId, sessionId }), body), {
            abortSignal,
          })
        : await client.send(
            withBody(new InvokeInlineAgentCommand({ sessionId, foundationModel: '', instruction: '' }), body),
            { abortSignal },
          );
      if (!output.completion) throw new WireError('Amazon Bedrock Agents answered without a stream.');
      return { sessionId: output.sessionId, events: output.completion };
    },
    close: () => client.destroy(),
  };
}

/** @throws TypeError when the caller names none */
function agentOf(settings: ClientSettings): { agentId: string; agentAliasId: string } {
  const named = (name: string) => parameterOf(settings, 'invoke-agent', name, ': the agent that is invoked');
  return { agentId: named('agentId'), agentAliasId: named('agentAliasId') };
}

/**
 * The elements of an iterable until a signal is aborted: then what is waited for is no longer waited for. Some SDKs leave a
 * stream hanging when it is aborted while nothing comes.
 *
 * @throws the signal's reason
 */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  // Nobody may be waiting when it happens.
  aborted.catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await Promise.race([iterator.next(), aborted]);
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    // Not awaited: what hangs would hang here too.
    void iterator.return?.().catch(() => {});
  }
}
