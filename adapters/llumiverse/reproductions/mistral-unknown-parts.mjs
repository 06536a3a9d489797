import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';

const hello = [{ role: 'user', content: 'Hello.' }];

/** A part of an answer that nobody knows does not make the answer unreadable. */
export default async function reproduce({ baseUrl }) {
  const driver = new MistralAIDriver({ apiKey: 'key', endpoint_url: baseUrl });
  await assert.doesNotReject(driver.execute(hello, { model: 'mistral-medium-latest' }));
}
