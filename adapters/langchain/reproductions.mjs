import assert from 'node:assert/strict';
import { AIMessageChunk } from '@langchain/core/messages';

/** Arguments that broke off are no arguments: the call is invalid. */
export async function partialArguments() {
  const args = '{"command": "rm -r /srv/20';
  const chunk = new AIMessageChunk({ content: '', tool_call_chunks: [{ index: 0, id: 'call_1', name: 'bash', args }] });
  assert.deepEqual(chunk.tool_calls, []);
  assert.equal(chunk.invalid_tool_calls[0].args, args);
}
