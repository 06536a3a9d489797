/** Messages by Amazon Bedrock's InvokeModel and InvokeModelWithResponseStream (`POST /model/{modelId}/invoke…`), on the SDK of AWS. */
import {
  BedrockRuntimeClient,
  InvokeModelCommand,
  InvokeModelWithResponseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import { type ClientSettings, WireError } from '../../../spec/contract/index.ts';
import {
  awsClientConfig,
  bedrock,
  giveEventsAsWritten,
  keepingAnswer,
  withBody,
  withoutSurroundings,
} from '../shared/aws.ts';
import type { Api, Call, Request } from '../shared/client.ts';
import type { SecretInUse } from '../shared/settings.ts';
import { betasOf } from './tools.ts';

/** Who answers a body: whole, or event by event. */
export interface Service extends Pick<Api<Request>, 'errors' | 'close'> {
  whole(body: JsonObject, call: Call): Promise<unknown>;
  events(body: JsonObject, call: Call): Promise<AsyncIterable<unknown>>;
}

/** @param inUse is kept up to date */
export function invokeModel(settings: ClientSettings, inUse: SecretInUse): Service {
  const sdk = withoutSurroundings(new BedrockRuntimeClient(awsClientConfig(settings, inUse)));
  giveEventsAsWritten(sdk);
  return {
    errors: bedrock,
    async whole(asked, call) {
      call.begin();
      const { modelId, body } = invocationOf(asked);
      const command = withBody(new InvokeModelCommand({ modelId }), body);
      const answer = keepingAnswer(command);
      await sdk.send(command, { abortSignal: call.signal });
      return answer.json();
    },
    async events(asked, call) {
      call.begin();
      const { modelId, body } = invocationOf(asked);
      const command = withBody(new InvokeModelWithResponseStreamCommand({ modelId }), body);
      const { body: frames } = await sdk.send(command, { abortSignal: call.signal });
      call.phase = 'reading';
      if (!frames) throw new WireError('The answer of Amazon Bedrock is no stream.');
      return eventsIn(frames);
    },
    close: async () => sdk.destroy(),
  };
}

/**
 * The path names the model and says that a stream is wanted; version and betas are in the body. Sources: `@anthropic-ai/bedrock-sdk` 1.1.3;
 * of the version https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html.
 */
function invocationOf({ model, stream: _, ...body }: JsonObject): { modelId: string; body: JsonObject } {
  const betas = betasOf(body);
  return {
    modelId: String(model),
    body: {
      ...body,
      anthropic_version: 'bedrock-2023-05-31',
      ...(betas.length === 0 ? {} : { anthropic_beta: [...betas] }),
    },
  };
}

/** Each frame holds one event, in base64. */
async function* eventsIn(frames: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  for await (const frame of frames) {
    const chunk = isJsonObject(frame) ? frame.chunk : undefined;
    if (!isJsonObject(chunk) || typeof chunk.bytes !== 'string') continue;
    yield JSON.parse(Buffer.from(chunk.bytes, 'base64').toString('utf8'));
  }
}
