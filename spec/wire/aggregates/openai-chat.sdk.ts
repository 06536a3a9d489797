import OpenAI from 'openai';
import { answering } from './answering.ts';
import type { Aggregate } from './outcome.ts';

/** The completion that the SDK's `ChatCompletionStream` makes of a stream: `finalChatCompletion()`. */
export const openAiChatAggregate: Aggregate = async (response) => {
  const client = new OpenAI({ apiKey: 'none', fetch: answering(response), maxRetries: 0 });
  const stream = client.chat.completions.stream({ model: 'any', messages: [] });
  return JSON.parse(JSON.stringify(await stream.finalChatCompletion()));
};
