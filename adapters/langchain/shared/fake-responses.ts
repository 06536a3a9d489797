/** Answers for the tests of the columns that speak HTTP by `fetch`. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ChatResponseUpdate,
  type ClientSettings,
  foldUpdates,
} from '../../../spec/contract/index.ts';

export const settings: ClientSettings = {
  baseUrl: 'https://api.example',
  model: 'model-of-the-test',
  credentials: { type: 'apiKey', apiKey: 'key-of-the-test' },
  maxOutputTokens: 100,
  timeout: 5_000,
  wait: async () => {},
};

export const question: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hi' }] }];

export type Prepared = Response | ((signal: AbortSignal) => Promise<Response>);

export interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: JsonObject;
}

/** A `fetch` that answers in order, and what was sent by it. */
export function fakeFetch(...prepared: Prepared[]) {
  const sent: Sent[] = [];
  const fake = async (url: unknown, init: RequestInit): Promise<Response> => {
    const answer = prepared[sent.length];
    sent.push({ url: String(url), headers: new Headers(init.headers), body: JSON.parse(String(init.body)) });
    if (!answer) throw new Error('the test prepared no further answer');
    return typeof answer === 'function' ? answer(init.signal as AbortSignal) : answer;
  };
  return { fake, sent };
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** Server-sent events, named where their data have a type. */
export const events = (...list: (JsonObject | string)[]): Response =>
  new Response(list.map(eventText).join(''), { headers: { 'content-type': 'text/event-stream' } });

function eventText(event: JsonObject | string): string {
  if (typeof event === 'string') return `data: ${event}\n\n`;
  return `${typeof event.type === 'string' ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`;
}

/** Never answers, until it is given up. */
export const never = (signal: AbortSignal): Promise<Response> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

export async function updatesOf(client: ChatClient, options?: ChatOptions, messages = question) {
  const updates: ChatResponseUpdate[] = [];
  for await (const update of client.getStreamingResponse(messages, options)) updates.push(update);
  return updates;
}

export const streamed = async (client: ChatClient, options?: ChatOptions, messages = question) =>
  foldUpdates(await updatesOf(client, options, messages));

export const thrown = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => undefined).catch((error: unknown) => error);
