import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';
import { AIMessage, HumanMessage } from '@langchain/core/messages';

/** A citation goes back with the members alone that a request has: "file_id" is none of them. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
  });
  const location = { type: 'char_location', cited_text: 'a', document_index: 0, document_title: null, file_id: null };
  const citations = [{ ...location, start_char_index: 0, end_char_index: 1 }];
  const said = new AIMessage({ content: [{ type: 'text', text: 'A.', citations }] });
  await model.invoke([new HumanMessage('Read it.'), said, new HumanMessage('Go on.')]).catch(() => {});
  assert.ok(!('file_id' in requests[0].messages[1].content[0].citations[0]));
}
