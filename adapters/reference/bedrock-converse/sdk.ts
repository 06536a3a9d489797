/** The SDK's client, made of the caller's settings and of nothing else; bodies, answers and events stay as they are written. */
import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime';
import type { JsonObject } from '../../../files/canonical-json.ts';
import { type ClientSettings, WireError } from '../../../spec/contract/index.ts';
import { giveEventsAsWritten, keepingAnswer, withBody } from '../shared/aws-as-written.ts';
import { awsClientConfig, withoutSurroundings } from '../shared/aws-client.ts';
import type { SecretInUse } from '../shared/credentials.ts';

/**
 * @param inUse is kept up to date
 * @throws TypeError when the credentials, the base URL or the region cannot be used
 */
export function createSdk(settings: ClientSettings, inUse: SecretInUse): BedrockRuntimeClient {
  const client = withoutSurroundings(new BedrockRuntimeClient(awsClientConfig(settings, inUse)));
  giveEventsAsWritten(client);
  return client;
}

/** The answer's JSON, whole; `undefined` where it is none. */
export async function converse(
  sdk: BedrockRuntimeClient,
  modelId: string,
  body: JsonObject,
  abortSignal: AbortSignal,
): Promise<unknown> {
  const command = withBody(new ConverseCommand({ modelId }), body);
  const answer = keepingAnswer(command);
  await sdk.send(command, { abortSignal });
  return answer.json();
}

/** The events of the answer, each `{ [type]: payload }`. */
export async function converseStream(
  sdk: BedrockRuntimeClient,
  modelId: string,
  body: JsonObject,
  abortSignal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  const command = withBody(new ConverseStreamCommand({ modelId }), body);
  const { stream } = await sdk.send(command, { abortSignal });
  if (!stream) throw new WireError('The answer of Amazon Bedrock is no stream.');
  return stream;
}
