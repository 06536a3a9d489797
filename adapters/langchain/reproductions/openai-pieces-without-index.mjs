import assert from 'node:assert/strict';
import { concat } from '@langchain/core/utils/stream';
import { ChatOpenAI } from '@langchain/openai';

/** Arguments that come in pieces without an index belong to the call that came before. */
export default async function reproduce() {
  const events = [
    { tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_time', arguments: '{"city"' } }] },
    { tool_calls: [{ function: { arguments: ': "Bergen"}' } }] },
  ].map((delta) => ({
    id: 'chatcmpl-1',
    model: 'gpt-5.5',
    choices: [{ index: 0, delta: { role: 'assistant', ...delta } }],
  }));
  const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const fetch = async () =>
    new Response(`${text}data: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } });
  const model = new ChatOpenAI({ model: 'gpt-5.5', apiKey: 'key', maxRetries: 0, configuration: { fetch } });
  let whole;
  for await (const chunk of await model.stream('How late is it?')) whole = whole ? concat(whole, chunk) : chunk;
  assert.deepEqual(
    whole.tool_calls.map(({ args }) => args),
    [{ city: 'Bergen' }],
  );
}
