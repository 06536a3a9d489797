import { expect, it, test } from 'vitest';
import { exampleExchanges } from '../example-exchanges.ts';
import { mistralChatReader } from './reader.ts';

const { exampleRequest, jsonExchange } = exampleExchanges(
  'chat.completions.create',
  'https://api.mistral.ai/v1/chat/completions',
);
function read(body: object) {
  const [reading] = mistralChatReader.readRequests([{ ...jsonExchange({}), request: exampleRequest(body) }]);
  if (!reading) throw new Error('every request asks');
  return reading;
}

it('a conversation holds thoughts, documents and named results', () => {
  const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }], signature: 's', closed: true };
  const { messages, options, unread } = read({
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: 'https://a.example/b' },
          { type: 'document_url', document_url: 'https://a.example/c.pdf' },
          { type: 'input_audio', input_audio: 'QQ==' },
          { type: 'file', file_id: 'f' },
        ],
      },
      {
        role: 'assistant',
        prefix: false,
        content: [thought, { type: 'text', text: 'Wait.' }],
        tool_calls: [{ id: 'a23456789', function: { name: 'f', arguments: { x: 1 } }, index: 0 }],
      },
      { role: 'tool', tool_call_id: 'a23456789', name: 'f', content: '1' },
    ],
  });
  expect(options).toEqual({ instructions: 'Be brief.' });
  expect(unread).toEqual([]);
  expect(messages.map(({ contents }) => contents)).toEqual([
    [
      { type: 'uri', uri: 'https://a.example/b', mediaType: 'image/*' },
      { type: 'uri', uri: 'https://a.example/c.pdf', mediaType: 'application/octet-stream' },
      { type: 'data', data: 'QQ==', mediaType: 'audio/*' },
      { type: 'hosted-file', fileId: 'f' },
    ],
    [
      { type: 'reasoning', text: 'Hm.', protectedData: 's', rawRepresentation: thought },
      { type: 'text', text: 'Wait.' },
      { type: 'function-call', callId: 'a23456789', name: 'f', arguments: { x: 1 } },
    ],
    [{ type: 'function-result', callId: 'a23456789', name: 'f', result: '1' }],
  ]);
});

const parameters = { type: 'object' };
const raw = (declaration: object) => ({ type: 'raw', providerApi: 'mistral-chat', declaration });
test.each<[object, object]>([
  [
    { type: 'function', function: { name: 'f', parameters } },
    { type: 'function', name: 'f', parameters },
  ],
  [{ function: { name: 'f', parameters, strict: false } }, { type: 'function', name: 'f', parameters, strict: false }],
  [{ type: 'web_search' }, { type: 'web-search' }],
  [{ type: 'web_search_premium' }, { type: 'provider-specific', name: 'web-search-premium', settings: {} }],
  [
    { type: 'document_library', library_ids: ['l'] },
    { type: 'file-search', vectorStoreIds: ['l'] },
  ],
  [
    { type: 'connector', connector_id: 'docs' },
    { type: 'provider-specific', name: 'connector', settings: { connectorId: 'docs' } },
  ],
  [
    { type: 'web_search', tool_configuration: { include: ['a'] } },
    raw({ type: 'web_search', tool_configuration: { include: ['a'] } }),
  ],
  [{ type: 'telepathy' }, raw({ type: 'telepathy' })],
])('the tool %j', (declaration, tool) => {
  expect(read({ messages: [], tools: [declaration] }).options.tools).toEqual([tool]);
});

it('the older word for a demanded call is the same demand', () => {
  expect(read({ messages: [], tool_choice: 'any' }).options).toEqual({ toolMode: { type: 'required' } });
  expect(read({ messages: [], tool_choice: 'required' }).options).toEqual({ toolMode: { type: 'required' } });
});
