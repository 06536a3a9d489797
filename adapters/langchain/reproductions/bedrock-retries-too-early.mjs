import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { ChatBedrockConverse } from '@langchain/aws';

/** A request that is answered with status 429 and "retry-after: 7" is sent again after 7 seconds, not before. */
export default async function reproduce() {
  const answers = [
    { statusCode: 429, headers: { 'retry-after': '7', 'x-amzn-errortype': 'ThrottlingException' }, body: '{}' },
    {
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        output: { message: { role: 'assistant', content: [{ text: 'Hi' }] } },
        stopReason: 'end_turn',
      }),
    },
  ];
  const requestHandler = {
    handle: async () => {
      const { body, ...answer } = answers.shift();
      return { response: { ...answer, body: Readable.from([Buffer.from(body)]) } };
    },
  };
  const credentials = { accessKeyId: 'id', secretAccessKey: 'key' };
  const client = new BedrockRuntimeClient({
    region: 'us-east-1',
    credentials,
    requestHandler,
    maxAttempts: 3,
    retryMode: 'standard',
  });
  const model = new ChatBedrockConverse({ model: 'us.amazon.nova-2-lite-v1:0', region: 'us-east-1', client });
  // What is waited is noted, and takes no time.
  const waits = [];
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (act, milliseconds) => {
    waits.push(milliseconds);
    return setTimeout(act);
  };
  await model.invoke('Hi').finally(() => {
    globalThis.setTimeout = setTimeout;
  });
  const waited = waits.reduce((sum, each) => sum + each, 0);
  assert.ok(waited >= 7000, `the request was sent again after ${Math.floor(waited)} ms`);
}
