import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { generateText, streamText } from 'ai';

/** A signature, and redacted content, that come in pieces go back whole: the one as its pieces, the other as base64 of all bytes. */
export default async function reproduce({ baseUrl, requests }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const call = { model: bedrock('us.anthropic.claude-sonnet-4-5-20250929-v1:0'), maxRetries: 0 };
  const { stream, finalStep } = streamText({ ...call, prompt: 'Hi', onError: () => {} });
  const pieces = [];
  for await (const { type, providerMetadata } of stream) {
    if (type === 'reasoning-delta') pieces.push(providerMetadata?.amazonBedrock.signature ?? '');
  }
  const { response } = await finalStep;
  const content = response.messages[0].content.filter(({ type }) => type === 'reasoning');
  const user = (text) => ({ role: 'user', content: text });
  const messages = [user('Hi'), { role: 'assistant', content }, user('Go on.')];
  await generateText({ ...call, messages }).catch(() => {});
  const blocks = requests[1].messages[1].content.map(({ reasoningContent }) => reasoningContent);
  const [signature] = blocks.flatMap(({ reasoningText }) => reasoningText?.signature ?? []);
  const [redacted] = blocks.flatMap(({ redactedContent }) => redactedContent ?? []);
  assert.deepEqual(
    { signature, redacted },
    { signature: pieces.join(''), redacted: Buffer.from(redacted, 'base64').toString('base64') },
  );
}
