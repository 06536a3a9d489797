import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { generateText, streamText } from 'ai';

/** An answer that ends because the context window is full ends for its length, as with the provider of Anthropic itself. */
export default async function reproduce({ baseUrl, mode }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const call = { model: bedrock('us.amazon.nova-2-lite-v1:0'), prompt: 'Hi', maxRetries: 0 };
  for (let answers = 0; answers < 2; answers++) {
    const { finishReason, rawFinishReason } = await (mode === 'stream' ? streamed(call) : generateText(call));
    if (rawFinishReason === 'model_context_window_exceeded') assert.equal(finishReason, 'length');
  }
}

async function streamed(call) {
  const { finishReason, rawFinishReason } = streamText(call);
  return { finishReason: await finishReason, rawFinishReason: await rawFinishReason };
}
