import assert from 'node:assert/strict';
import { concat } from '@langchain/core/utils/stream';
import { ChatOpenAI } from '@langchain/openai';

/** Two thoughts whose pieces come in turns are two thoughts. */
export default async function reproduce() {
  const piece = (output_index, delta) => ({
    type: 'response.reasoning_summary_text.delta',
    output_index,
    summary_index: 0,
    delta,
  });
  const think = (id, text) => ({ type: 'reasoning', id, summary: [{ type: 'summary_text', text }] });
  const response = { id: 'resp_1', model: 'gpt-5.5', status: 'completed', output: [] };
  const events = [
    { type: 'response.created', response },
    { type: 'response.output_item.added', output_index: 0, item: { ...think('rs_1', ''), summary: [] } },
    { type: 'response.output_item.added', output_index: 1, item: { ...think('rs_2', ''), summary: [] } },
    ...[piece(0, 'First '), piece(1, 'Other '), piece(0, 'thought.'), piece(1, 'words.')],
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
  const thoughts = whole.contentBlocks.filter(({ type }) => type === 'reasoning').map(({ reasoning }) => reasoning);
  assert.deepEqual(thoughts, ['First thought.', 'Other words.']);
}
