import assert from 'node:assert/strict';
import { AIMessageChunk } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { fetching, streamed } from './shared/reproductions.mjs';

/** Arguments that broke off are no arguments: the call is invalid. */
export async function partialArguments() {
  const args = '{"command": "rm -r /srv/20';
  const chunk = new AIMessageChunk({ content: '', tool_call_chunks: [{ index: 0, id: 'call_1', name: 'bash', args }] });
  assert.deepEqual(chunk.tool_calls, []);
  assert.equal(chunk.invalid_tool_calls[0].args, args);
}

/** A stream that breaks off is told from one that is over. */
export async function streamsThatBreakOff() {
  const delta = { role: 'assistant', content: 'Half' };
  const fetch = fetching([{ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta }] }]);
  const model = new ChatOpenAI({ model: 'gpt-5.5', apiKey: 'key', maxRetries: 0, configuration: { fetch } });
  await assert.rejects(streamed(model.stream('Hello.')));
}
