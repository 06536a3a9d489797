import { randomUUID } from 'node:crypto';
import {
  type Adapter,
  type ChatResponseUpdate,
  type ClientSettings,
  foldUpdates,
} from '../../../spec/contract/index.ts';
import { type Api, type Call, referenceAdapter } from '../shared/client.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import { untilAborted } from '../shared/until-aborted.ts';
import { createControl } from './control.ts';
import { Draft, draftAliasId, type Exchanges } from './draft.ts';
import { errors } from './errors.ts';
import { buildRequest, type Request, type Surface } from './request.ts';
import { agentOf, createSdk } from './sdk.ts';
import { StreamReader } from './stream.ts';

/** Amazon Bedrock Agents (InvokeInlineAgent; InvokeAgent on the surface `invoke-agent`) on the official SDKs. */
export const adapter: Adapter = referenceAdapter('bedrock-agents', (settings, inUse, adapterId) => {
  const surface = surfaceOf(settings);
  const sdk = createSdk(settings, surface, inUse);
  const draft = surface === 'invoke-agent' ? draftOf(settings, inUse) : undefined;

  const api: Api<Request & { readonly conversationId: string | undefined }> = {
    errors,
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
