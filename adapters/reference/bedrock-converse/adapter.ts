import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime';
import { type Adapter, WireError } from '../../../spec/contract/index.ts';
import {
  awsClientConfig,
  bedrock,
  giveEventsAsWritten,
  keepingAnswer,
  withBody,
  withoutSurroundings,
} from '../shared/aws.ts';
import { referenceAdapter, warned } from '../shared/client.ts';
import { builtInsOf } from './actions.ts';
import { buildRequest, type Request } from './request.ts';
import { responseFromAnswer } from './response.ts';
import { StreamReader, updatesFromEvents } from './stream.ts';

/** Amazon Bedrock Converse and ConverseStream (`POST /model/{modelId}/converse`, `/converse-stream`) on the official SDK. */
export const adapter: Adapter = referenceAdapter<Request>('bedrock-converse', (settings, inUse, adapterId) => {
  const sdk = withoutSurroundings(new BedrockRuntimeClient(awsClientConfig(settings, inUse)));
  giveEventsAsWritten(sdk);
  return {
    errors: bedrock,
    sendsAll: () => true,
    takesMediaResults: true,
    prepare: (messages, options) => buildRequest(messages, options, { settings, adapterId }),
    async whole({ modelId, body }, { signal: abortSignal }) {
      const command = withBody(new ConverseCommand({ modelId }), body);
      const answer = keepingAnswer(command);
      await sdk.send(command, { abortSignal });
      return responseFromAnswer(answer.json(), builtInsOf(body));
    },
    begins: warned,
    async *streamed({ modelId, body }, call) {
      const command = withBody(new ConverseStreamCommand({ modelId }), body);
      const { stream } = await sdk.send(command, { abortSignal: call.signal });
      call.phase = 'reading';
      if (!stream) throw new WireError('The answer of Amazon Bedrock is no stream.');
      yield* updatesFromEvents(stream, new StreamReader(builtInsOf(body)));
    },
    /** Only its connections are closed. */
    close: async () => sdk.destroy(),
  };
});
