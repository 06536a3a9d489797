import assert from 'node:assert/strict';
import { concat } from '@langchain/core/utils/stream';
import { ChatOpenAI } from '@langchain/openai';

/** An item of a tool that the provider runs is kept, whatever its type. */
export default async function reproduce() {
  const item = { type: 'shell_call_output', id: 'sho_1', call_id: 'call_1', output: [{ stdout: 'Linux' }] };
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
  assert.ok(JSON.stringify(whole.contentBlocks).includes('Linux'), 'no block has what the shell printed');
}
