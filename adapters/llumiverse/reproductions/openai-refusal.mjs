import assert from 'node:assert/strict';
import { OpenAIResponsesDriver } from '@llumiverse/drivers/openai';

/** Where a model refuses in the midst of an answer, the caller is told of it. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIResponsesDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const { result, finish_reason } = await driver.execute([{ role: 'user', content: 'Hello.' }], { model: 'gpt-5.5' });
  assert.match(JSON.stringify([result, finish_reason]), /I cannot help you|refus|content_filter/);
}
