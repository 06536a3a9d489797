import assert from 'node:assert/strict';
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';

/** After an answer without a word, which is the fourth here, the next request has each of the user's messages once. */
export default async function reproduce({ baseUrl, requests }) {
  const driver = new AnthropicDriver({ apiKey: 'key', baseURL: baseUrl });
  let conversation;
  for (const content of ['one', 'two', 'three', 'four', 'five']) {
    const options = { model: 'claude-sonnet-5-5', conversation };
    const stream = await driver.stream([{ role: 'user', content }], options);
    await Array.fromAsync(stream);
    conversation = stream.completion.conversation;
  }
  const said = requests[4].messages.filter(({ role }) => role === 'user').flatMap(({ content }) => content);
  assert.deepEqual(
    said.map(({ text }) => text),
    ['one', 'two', 'three', 'four', 'five'],
  );
}
