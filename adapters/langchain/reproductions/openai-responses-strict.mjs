import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';

/** A function that is strict is declared as one. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    maxRetries: 0,
    useResponsesApi: true,
    configuration: { baseURL: `${baseUrl}/v1` },
  });
  const parameters = { type: 'object', properties: {}, additionalProperties: false };
  const tools = [{ type: 'function', function: { name: 'set_label', parameters, strict: true } }];
  await model.invoke('Hello.', { tools }).catch(() => {});
  assert.equal(requests[0].tools[0].strict, true);
}
