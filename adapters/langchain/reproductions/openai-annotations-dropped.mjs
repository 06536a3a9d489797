import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';

/** Where an answer was found is in the message. */
export default async function reproduce() {
  const url_citation = { url: 'https://sea.example/alta', title: 'Alta', start_index: 0, end_index: 5 };
  const message = { role: 'assistant', content: 'Calm.', annotations: [{ type: 'url_citation', url_citation }] };
  const body = { id: 'chatcmpl-1', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] };
  const fetch = async () => Response.json(body);
  const model = new ChatOpenAI({ model: 'gpt-5.5', apiKey: 'key', maxRetries: 0, configuration: { fetch } });
  const answer = await model.invoke('How is the sea at Alta?');
  assert.ok(JSON.stringify(answer).includes(url_citation.url), 'nothing of the message names the source');
}
