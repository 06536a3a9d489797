import assert from 'node:assert/strict';
import { concat } from '@langchain/core/utils/stream';
import { ChatOpenAI } from '@langchain/openai';

/** That one choice of a stream has ended does not say that another one has, which breaks off. */
export default async function reproduce() {
  const events = [
    { index: 0, delta: { role: 'assistant', content: 'Half an ans' }, finish_reason: null },
    { index: 1, delta: { role: 'assistant', content: 'Vardø.' }, finish_reason: 'length' },
  ].map((choice) => `data: ${JSON.stringify({ id: 'chatcmpl-1', model: 'gpt-5.5', choices: [choice] })}\n\n`);
  const headers = { 'content-type': 'text/event-stream' };
  const fetch = async () => new Response(events.join(''), { headers });
  const model = new ChatOpenAI({ model: 'gpt-5.5', apiKey: 'key', n: 2, maxRetries: 0, configuration: { fetch } });
  let whole;
  for await (const chunk of await model.stream('Which town?')) whole = whole ? concat(whole, chunk) : chunk;
  const { finish_reason } = whole.response_metadata;
  assert.equal(finish_reason, undefined, `"${whole.content}" ended for "${finish_reason}"`);
}
