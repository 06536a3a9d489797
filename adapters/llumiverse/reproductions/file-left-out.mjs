import assert from 'node:assert/strict';
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';

/** A file of a type that Anthropic does not take is refused; it is not left out without a word. */
export default async function reproduce({ baseUrl, requests }) {
  const driver = new AnthropicDriver({ apiKey: 'key', baseURL: baseUrl });
  const sound = { name: 'sound', mime_type: 'audio/wav', getStream: async () => new Blob(['RIFF']).stream() };
  const said = [{ role: 'user', content: 'What is this?', files: [sound] }];
  await driver.execute(said, { model: 'claude-sonnet-5-5' }).catch(() => {});
  assert.deepEqual(requests, []);
}
