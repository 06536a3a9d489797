/** Exchanges for the tests of this folder. */
import { exampleExchanges } from '../example-exchanges.ts';

export const { exampleRequest, jsonExchange, frameExchange } = exampleExchanges(
  'converse',
  'https://bedrock-runtime.eu-north-1.amazonaws.com/model/amazon.nova-2-lite-v1%3A0/converse',
);

/** An answer with the members that every answer has. */
export const answer = (content: unknown, more: object = {}) => ({
  output: { message: { role: 'assistant', content } },
  stopReason: 'end_turn',
  usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
  metrics: { latencyMs: 1 },
  ...more,
});
