import assert from 'node:assert/strict';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';

const hello = [{ role: 'user', content: 'Hello.' }];

/** A document that the API takes is sent, and not left out. */
export default async function reproduce({ baseUrl, requests }) {
  const driver = new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const getStream = async () => new Blob(['%PDF-1.7']).stream();
  const file = { name: 'paper.pdf', mime_type: 'application/pdf', getStream };
  const prompt = [
    ...hello,
    { role: 'user', content: '', files: [file] },
    { role: 'user', content: '?', files: [file] },
  ];
  await driver.execute(prompt, { model: 'gpt-5.5' }).catch(() => {});
  await driver.execute([prompt[2]], { model: 'gpt-5.5' }).catch(() => {});
  assert.match(JSON.stringify(requests), /application\/pdf/);
}
