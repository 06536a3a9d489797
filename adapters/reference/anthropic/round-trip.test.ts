/** What the provider said goes back to it block by block, whether it came whole or as a stream, stored or not. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../files/canonical-json.ts';
import { type ChatMessage, foldUpdates } from '../../../spec/contract/index.ts';
import { buildRequest } from './request.ts';
import { responseFromMessage } from './response.ts';
import { updatesFromEvents } from './stream.ts';

const citation = { type: 'web_search_result_location', url: 'https://a.test', title: null, encrypted_index: 'e2' };
const cited = (text: string) => ({ type: 'text', text, citations: [citation] });
const plain = (text: string) => ({ type: 'text', text });
const direct = { type: 'direct' };

const turns: Record<string, JsonObject[]> = {
  'signed and redacted reasoning before calls': [
    { type: 'thinking', thinking: 'Both cities.', signature: 'c2ln' },
    { type: 'redacted_thinking', data: 'b3BhcXVl' },
    plain('Looking.'),
    { type: 'tool_use', id: 'toolu_1', name: 'f', input: { city: 'Bergen' }, caller: direct },
    { type: 'tool_use', id: 'toolu_2', name: 'f', input: {}, caller: direct },
  ],
  'reasoning whose words are omitted': [{ type: 'thinking', thinking: '', signature: 'c2ln' }, plain('Yes.')],
  'cited texts among others': [plain('He said '), cited('yes'), plain(' and '), cited('no'), cited('no'), plain('.')],
  'hosted calls with their results, errors too': [
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' }, caller: direct },
    {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      caller: direct,
      content: [
        { type: 'web_search_result', url: 'https://a.test', title: 'A', encrypted_content: 'e', page_age: null },
      ],
    },
    { type: 'server_tool_use', id: 'srvtoolu_2', name: 'web_fetch', input: { url: 'u' }, caller: direct },
    {
      type: 'web_fetch_tool_result',
      tool_use_id: 'srvtoolu_2',
      content: { type: 'web_fetch_tool_result_error', error_code: 'url_not_allowed' },
    },
    { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'search', server_name: 'docs', input: {} },
    { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [plain('found')] },
    { type: 'block_of_tomorrow', secret: 'e3' },
  ],
};

function sentAgain(messages: readonly ChatMessage[]): unknown {
  const stored = JSON.parse(JSON.stringify(messages)) as ChatMessage[];
  const context = { settings: { model: 'claude-test', maxOutputTokens: 1 }, adapterId: 'the-adapter', stream: false };
  return buildRequest(stored, {}, context).body.messages;
}

/** The events in which a block would come: words and arguments in pieces, the rest whole. */
function eventsOf(block: JsonObject, index: number): object[] {
  const delta = (members: object) => ({ type: 'content_block_delta', index, delta: members });
  const halves = (text: unknown) => [String(text).slice(0, 2), String(text).slice(2)];
  const [empty, deltas] = ((): [object, object[]] => {
    switch (block.type) {
      case 'text': {
        const citations = Array.isArray(block.citations) ? block.citations : [];
        return [
          { ...block, text: '', ...(block.citations ? { citations: [] } : {}) },
          [
            ...halves(block.text).map((text) => delta({ type: 'text_delta', text })),
            ...citations.map((citation) => delta({ type: 'citations_delta', citation })),
          ],
        ];
      }
      case 'thinking':
        return [
          { ...block, thinking: '', signature: '' },
          [
            ...(block.thinking
              ? halves(block.thinking).map((thinking) => delta({ type: 'thinking_delta', thinking }))
              : []),
            delta({ type: 'signature_delta', signature: block.signature }),
          ],
        ];
      case 'tool_use':
      case 'server_tool_use':
      case 'mcp_tool_use':
        return [
          { ...block, input: {} },
          halves(JSON.stringify(block.input)).map((partial_json) => delta({ type: 'input_json_delta', partial_json })),
        ];
      default:
        return [block, []];
    }
  })();
  return [
    { type: 'content_block_start', index, content_block: empty },
    ...deltas,
    { type: 'content_block_stop', index },
  ];
}

async function* streamOf(blocks: readonly JsonObject[]): AsyncGenerator<object> {
  yield { type: 'message_start', message: { id: 'msg_1', content: [] } };
  yield* blocks.flatMap(eventsOf);
  yield { type: 'message_stop' };
}

test.each(Object.entries(turns))('%s', async (_title, blocks) => {
  const expected = [{ role: 'assistant', content: blocks }];
  expect(sentAgain(responseFromMessage({ id: 'msg_1', content: blocks }).messages)).toEqual(expected);
  const updates = [];
  for await (const update of updatesFromEvents(streamOf(blocks))) updates.push(update);
  expect(sentAgain(foldUpdates(updates).messages)).toEqual(expected);
});
