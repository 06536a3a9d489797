/** Exchanges for the tests of this folder. */
import { exampleExchanges } from '../../wire/example-exchanges.ts';

export const { exampleRequest, jsonExchange, streamExchange, streamText } = exampleExchanges(
  'messages.create',
  'https://api.anthropic.com/v1/messages',
);

/** A message with the members that every answer has. */
export const message = (content: unknown, more: object = {}) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-example',
  content,
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
  ...more,
});
