/** Exchanges for the tests of this folder. */
import { exampleExchanges } from '../../../wire/example-exchanges.ts';

export const { exampleRequest, jsonExchange, streamExchange, streamText } = exampleExchanges(
  'responses.create',
  'https://api.openai.com/v1/responses',
);

/** A response with the members that every answer has. */
export const responseOf = (output: unknown, more: object = {}) => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'gpt-example',
  error: null,
  incomplete_details: null,
  output,
  usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
  ...more,
});

/** A message item with one text. */
export const messageItem = (text: string, annotations: unknown[] = [], id = 'msg_1') => ({
  type: 'message',
  id,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations, logprobs: [] }],
});

export const callItem = (args: string, id = 'fc_1') => ({
  type: 'function_call',
  id,
  call_id: `call_of_${id}`,
  name: 'get_weather',
  arguments: args,
  status: 'completed',
});
