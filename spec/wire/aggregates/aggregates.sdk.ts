/**
 * A stream, read twice: by our reader from its events, and by the provider's own SDK, whose whole message our reader then
 * reads as a body. The two must say the same: that the reader is our own work must not be the only proof of it.
 */

import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { type Json, toText } from '../../../lib/canonical-json.ts';
import type { Exchange, HttpResponse } from '../../../recordings/format/exchange.ts';
import { compareFacts } from '../../facts/compare-wire-and-adapter.ts';
import { asObject, parseJson } from '../json.ts';
import type { WireReader } from '../reader.ts';

/** What an SDK makes of a whole stream; it rejects where the stream holds an error. */
export type Aggregate = (response: HttpResponse) => Promise<Json>;

/** Everything in which the two differ, in words; empty where they say the same. */
export async function aggregateOutcome(
  exchange: Exchange,
  reader: WireReader,
  aggregate: Aggregate,
): Promise<string[]> {
  const { facts } = reader.readResponses([exchange]);
  const isError = facts.some(({ fact }) => fact.kind === 'error');
  let whole: Json;
  try {
    whole = await aggregate(exchange.response);
  } catch (error) {
    return isError ? [] : [`the SDK threw ${error}`];
  }
  if (isError) return ['the stream holds an error, and the SDK did not throw'];
  const body = { text: JSON.stringify(whole) };
  const response = { status: 200, headers: [['content-type', 'application/json'] as const], body };
  const told = reader.readResponses([{ ...exchange, transport: 'json', response }]).facts;
  return compareFacts(facts, told).differences.map(({ message }) => message);
}

/** True for an answer that is a stream. */
export const isStream = ({ status, headers }: HttpResponse): boolean =>
  status < 400 && headers.some(([name, value]) => name === 'content-type' && value.includes('event-stream'));

/** A `fetch` that gives one answer to everything, out of memory. */
function answering({ status, headers, body }: HttpResponse): typeof fetch {
  return async () => new Response(body.text, { status, headers: headers.map(([name, value]) => [name, value]) });
}

/** The message that the SDK's `MessageStream` makes of a stream: `finalMessage()`. */
export const anthropicAggregate: Aggregate = async (response) => {
  const client = new Anthropic({ apiKey: 'none', fetch: answering(response), maxRetries: 0, logLevel: 'off' });
  const stream = client.messages.stream({ model: 'any', max_tokens: 1, messages: [] });
  return JSON.parse(JSON.stringify(await stream.finalMessage()));
};

/** The response that the SDK's `ResponseStream` gives for a stream: `finalResponse()`, which the last event repeats whole. */
export const openAiAggregate: Aggregate = async (response) => {
  const client = new OpenAI({ apiKey: 'none', fetch: answering(response), maxRetries: 0, logLevel: 'off' });
  const stream = client.responses.stream({ model: 'any', input: 'any' });
  return JSON.parse(JSON.stringify(await stream.finalResponse()));
};

/** The same where the last event does not repeat the output, so that the SDK has to put it together from the other events. */
export const openAiAggregateOfEvents: Aggregate = (response) =>
  openAiAggregate({ ...response, body: { text: withoutFinalOutput(response.body.text) } });

function withoutFinalOutput(stream: string): string {
  return stream.replace(/^data: ?(.*)$/gm, (line, text: string) => {
    const event = asObject(parseJson(text));
    const whole = asObject(event?.response);
    if (!whole || !/^response\.(completed|incomplete|failed)$/.test(toText(event?.type))) return line;
    const { output: _, output_text: __, ...rest } = whole;
    return `data: ${JSON.stringify({ ...event, response: rest })}`;
  });
}

/** The completion that the SDK's `ChatCompletionStream` makes of a stream: `finalChatCompletion()`. */
export const openAiChatAggregate: Aggregate = async (response) => {
  const client = new OpenAI({ apiKey: 'none', fetch: answering(response), maxRetries: 0, logLevel: 'off' });
  const stream = client.chat.completions.stream({ model: 'any', messages: [] });
  return JSON.parse(JSON.stringify(await stream.finalChatCompletion()));
};

/** Run, steps and messages that the SDK's `AssistantStream` makes of a stream, as one list; the newest comes first. */
export const openAiAssistantsAggregate: Aggregate = async (response) => {
  const client = new OpenAI({ apiKey: 'none', fetch: answering(response), maxRetries: 0, logLevel: 'off' });
  const stream = client.beta.threads.runs.stream('thread', { assistant_id: 'any' });
  const run = await stream.finalRun();
  // The SDK gives a run that failed like any other.
  if (run.status === 'failed' || run.status === 'expired') throw new Error(`the run is ${run.status}`);
  const [steps, messages] = [await stream.finalRunSteps(), await stream.finalMessages()];
  const data = [run, ...messages.toReversed(), ...steps.toReversed()];
  return JSON.parse(JSON.stringify({ object: 'list', data }));
};
