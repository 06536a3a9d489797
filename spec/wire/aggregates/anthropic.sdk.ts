import Anthropic from '@anthropic-ai/sdk';
import { answering } from './answering.ts';
import type { Aggregate } from './outcome.ts';

/** The message that the SDK's `MessageStream` makes of a stream: `finalMessage()`. */
export const anthropicAggregate: Aggregate = async (response) => {
  const client = new Anthropic({ apiKey: 'none', fetch: answering(response), maxRetries: 0 });
  const stream = client.messages.stream({ model: 'any', max_tokens: 1, messages: [] });
  return JSON.parse(JSON.stringify(await stream.finalMessage()));
};
