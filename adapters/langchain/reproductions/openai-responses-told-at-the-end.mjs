import assert from 'node:assert/strict';
import { concat } from '@langchain/core/utils/stream';
import { ChatOpenAI } from '@langchain/openai';

/** A call that comes whole, with the item's end alone, is called. */
export default async function reproduce() {
  const item = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'get_time', arguments: '{"city":"Lima"}' };
  const response = { id: 'resp_1', model: 'gpt-5.5', status: 'completed', output: [item] };
  const events = [
    { type: 'response.created', response: { ...response, output: [] } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response },
  ];
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const fetch = async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } });
  const configuration = { fetch };
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    maxRetries: 0,
    useResponsesApi: true,
    configuration,
  });
  let whole;
  for await (const chunk of await model.stream('Hello.')) whole = whole ? concat(whole, chunk) : chunk;
  assert.equal(whole.tool_calls.length, 1);
}
