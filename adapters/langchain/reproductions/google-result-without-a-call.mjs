import assert from 'node:assert/strict';
import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

/** The error of a result that answers no call names the call. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const messages = [new HumanMessage('Hello.'), new ToolMessage({ tool_call_id: 'call_lost', content: 'rain' })];
  await assert.rejects(() => model.invoke(messages), /call_lost/);
}
