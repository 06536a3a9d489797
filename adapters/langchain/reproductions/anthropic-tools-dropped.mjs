import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';

/** A tool that is declared is sent, or refused: it is not left out. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
  });
  const shapes = [{ required: ['city'] }, { required: ['station'] }];
  const input_schema = { type: 'object', properties: { city: {}, station: {} }, anyOf: shapes };
  const refused = await Promise.resolve()
    .then(() => model.bindTools([{ name: 'get_weather', input_schema }]).invoke('How is the weather?'))
    .then(
      () => false,
      () => requests.length === 0,
    );
  assert.ok(refused || requests[0].tools?.length === 1, 'the tool is neither sent nor refused');
}
