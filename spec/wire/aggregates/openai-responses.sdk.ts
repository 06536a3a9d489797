import OpenAI from 'openai';
import { asObject, parseJson } from '../json.ts';
import { answering } from './answering.ts';
import type { Aggregate } from './outcome.ts';

/** The response that the SDK's `ResponseStream` gives for a stream: `finalResponse()`, which the last event repeats whole. */
export const openAiAggregate: Aggregate = async (response) => {
  const client = new OpenAI({ apiKey: 'none', fetch: answering(response), maxRetries: 0 });
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
    if (!whole || !/^response\.(completed|incomplete|failed)$/.test(String(event?.type))) return line;
    const { output: _, output_text: __, ...rest } = whole;
    return `data: ${JSON.stringify({ ...event, response: rest })}`;
  });
}
