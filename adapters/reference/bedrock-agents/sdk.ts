/** The SDK's client, made of the caller's settings and of nothing else, and the one way to ask it. */
import {
  BedrockAgentRuntimeClient,
  InvokeAgentCommand,
  InvokeInlineAgentCommand,
} from '@aws-sdk/client-bedrock-agent-runtime';
import type { JsonObject } from '../../../files/canonical-json.ts';
import { type ClientSettings, WireError } from '../../../spec/contract/index.ts';
import { giveEventsAsWritten, withBody } from '../shared/aws-as-written.ts';
import { awsClientConfig, withoutSurroundings } from '../shared/aws-client.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import type { Surface } from './request.ts';

/** An answer that has begun. */
export interface Begun {
  /** As the service names it. */
  readonly sessionId: string | undefined;
  readonly events: AsyncIterable<unknown>;
}

export interface Sdk {
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
export function createSdk(settings: ClientSettings, surface: Surface, inUse: SecretInUse): Sdk {
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
export function agentOf({ parameters }: ClientSettings): { agentId: string; agentAliasId: string } {
  const named = (name: string) => {
    const value = parameters?.[name];
    if (value) return value;
    throw new TypeError(`The surface "invoke-agent" needs the parameter "${name}": the agent that is invoked.`);
  };
  return { agentId: named('agentId'), agentAliasId: named('agentAliasId') };
}
