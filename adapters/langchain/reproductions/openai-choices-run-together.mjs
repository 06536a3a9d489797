import assert from 'node:assert/strict';
import { concat } from '@langchain/core/utils/stream';
import { ChatOpenAI } from '@langchain/openai';

/** What two choices of a stream say does not run together. */
export default async function reproduce() {
  const said = ['Vardø.', 'Hammerfest.'];
  const events = [
    ...said.map((content, index) => ({ index, delta: { role: 'assistant', content }, finish_reason: null })),
    ...said.map((_, index) => ({ index, delta: {}, finish_reason: 'stop' })),
  ].map((choice) => `data: ${JSON.stringify({ id: 'chatcmpl-1', model: 'gpt-5.5', choices: [choice] })}\n\n`);
  const headers = { 'content-type': 'text/event-stream' };
  const fetch = async () => new Response(`${events.join('')}data: [DONE]\n\n`, { headers });
  const model = new ChatOpenAI({ model: 'gpt-5.5', apiKey: 'key', n: 2, maxRetries: 0, configuration: { fetch } });
  let whole;
  for await (const chunk of await model.stream('Which town?')) whole = whole ? concat(whole, chunk) : chunk;
  assert.ok(said.includes(whole.content), `the message says "${whole.content}"`);
}
