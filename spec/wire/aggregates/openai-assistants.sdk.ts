import OpenAI from 'openai';
import { answering } from './answering.ts';
import type { Aggregate } from './outcome.ts';

/** Run, steps and messages that the SDK's `AssistantStream` makes of a stream, as one list; the newest comes first. */
export const openAiAssistantsAggregate: Aggregate = async (response) => {
  const client = new OpenAI({ apiKey: 'none', fetch: answering(response), maxRetries: 0 });
  const stream = client.beta.threads.runs.stream('thread', { assistant_id: 'any' });
  const run = await stream.finalRun();
  // The SDK gives a run that failed like any other.
  if (run.status === 'failed' || run.status === 'expired') throw new Error(`the run is ${run.status}`);
  const [steps, messages] = [await stream.finalRunSteps(), await stream.finalMessages()];
  const data = [run, ...messages.toReversed(), ...steps.toReversed()];
  return JSON.parse(JSON.stringify({ object: 'list', data }));
};
