/** Exchanges for the tests of this folder. */
import { exampleExchanges } from '../example-exchanges.ts';

export const { exampleRequest, jsonExchange, streamExchange, streamText } = exampleExchanges(
  'conversations.start',
  'https://api.mistral.ai/v1/conversations',
);

export const responseOf = (outputs: unknown, more: object = {}) => ({
  object: 'conversation.response',
  conversation_id: 'conv_1',
  outputs,
  usage: {
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 22,
    connector_tokens: 7,
    connectors: { web_search: 1 },
  },
  ...more,
});

export const messageEntry = (content: unknown) => ({
  object: 'entry',
  type: 'message.output',
  id: 'msg_1',
  agent_id: null,
  model: 'mistral-example',
  role: 'assistant',
  content,
});
