/** Wires the pure parts (request, stream, errors) to the SDK. */
import { randomUUID } from 'node:crypto';
import {
  type CallContext,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ChatResponseUpdate,
  type ClientSettings,
  foldUpdates,
} from '../../../spec/contract/index.ts';
import { type AwsPhase, awsContractError } from '../shared/aws-errors.ts';
import { type CallLimit, callLimit } from '../shared/call-limit.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import { untilAborted } from '../shared/until-aborted.ts';
import { createControl } from './control.ts';
import { Draft, draftAliasId, type Exchanges } from './draft.ts';
import { buildRequest, type Surface } from './request.ts';
import { agentOf, createSdk } from './sdk.ts';
import { StreamReader } from './stream.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials, the base URL, the surface or the names of the caller's agent cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const inUse: SecretInUse = { secret: '' };
  const surface = surfaceOf(settings);
  const sdk = createSdk(settings, surface, inUse);
  const draft = surface === 'invoke-agent' ? draftOf(settings, inUse) : undefined;

  const errorOf = (error: unknown, limit: CallLimit, phase: AwsPhase) =>
    limit.reached() ?? awsContractError('Amazon Bedrock Agents', error, phase, inUse.secret);

  const exchangesWithin = (limit: CallLimit): Exchanges => ({
    limit,
    async send(ask) {
      limit.restart();
      try {
        return await ask(limit.signal);
      } catch (error) {
        throw errorOf(error, limit, 'sending');
      }
    },
  });

  async function* updates(
    messages: readonly ChatMessage[],
    options: ChatOptions,
    context: CallContext | undefined,
    stream: boolean,
  ): AsyncGenerator<ChatResponseUpdate> {
    const limit = callLimit(settings.timeout, context?.signal);
    let phase: AwsPhase = 'sending';
    try {
      const { actionGroups, body, screen, warnings } = buildRequest(messages, options, {
        settings,
        adapterId,
        surface,
        stream,
      });
      // Nobody else may come into a session by chance.
      const sessionId = options.conversationId ?? randomUUID();
      const asked = draft?.isAsked(actionGroups, sessionId) ? draft : undefined;
      await asked?.declare(actionGroups, exchangesWithin(limit));
      limit.restart();
      const answer = await sdk.invoke(sessionId, body, limit.signal, asked && draftAliasId);
      phase = 'reading';
      const conversationId = answer.sessionId ?? sessionId;
      asked?.answered(conversationId);
      yield { role: 'assistant', contents: [], conversationId, warnings };
      const reader = new StreamReader({ screen });
      for await (const event of untilAborted(answer.events, limit.signal)) yield* reader.read(event);
      yield reader.end();
    } catch (error) {
      throw errorOf(error, limit, phase);
    } finally {
      limit.release();
    }
  }

  return {
    /** The API streams whatever is asked for, so the whole answer is a stream that was waited for. */
    async getResponse(messages, options = {}, context) {
      const pieces: ChatResponseUpdate[] = [];
      for await (const update of updates(messages, options, context, false)) pieces.push(update);
      return foldUpdates(pieces);
    },

    getStreamingResponse: (messages, options = {}, context) => updates(messages, options, context, true),

    /** Sessions end by themselves; what was declared on an agent is taken away. */
    async close() {
      const limit = callLimit(settings.timeout);
      try {
        await draft?.close(exchangesWithin(limit));
      } finally {
        limit.release();
        sdk.close();
      }
    },
  };
}

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
