/** Exchanges for the tests of this folder. */
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { exampleExchanges } from '../example-exchanges.ts';

export const { exampleRequest, jsonExchange, streamText } = exampleExchanges(
  'chat.completions.create',
  'https://api.openai.com/v1/chat/completions',
);

/** A completion with the members that every answer has. */
export const completionOf = (message: object, finish = 'stop', more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 0,
  model: 'gpt-example',
  choices: [
    { index: 0, message: { role: 'assistant', refusal: null, ...message }, logprobs: null, finish_reason: finish },
  ],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  ...more,
});

/** A chunk that holds one delta. */
export const chunkOf = (delta: object, finish: string | null = null, more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 0,
  model: 'gpt-example',
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  usage: null,
  ...more,
});

/** A stream of chunks, closed as this API closes it. */
export const chunkExchange = (...chunks: object[]): Exchange =>
  streamText([...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'].join(''));
