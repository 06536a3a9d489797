import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';

/** A document that the API takes is sent, and not left out. */
export default async function reproduce({ baseUrl, requests }) {
  const driver = new MistralAIDriver({ apiKey: 'key', endpoint_url: baseUrl });
  const getStream = async () => new Blob(['%PDF-1.7']).stream();
  const file = { name: 'paper.pdf', mime_type: 'application/pdf', getStream };
  await driver
    .execute([{ role: 'user', content: 'Read it.', files: [file] }], { model: 'mistral-medium-latest' })
    .catch(() => {});
  assert.ok(requests.length === 0 || JSON.stringify(requests[0]).includes('application/pdf'));
}
