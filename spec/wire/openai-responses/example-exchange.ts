/** Exchanges for the tests of this folder. */
import type { Exchange, HttpRequest, WireTransport } from '../../../recordings/format/exchange.ts';

export function exampleRequest(body: unknown): HttpRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { method: 'POST', url: 'https://api.openai.com/v1/responses', headers: [], body: { text } };
}

/** An answer as one JSON document; a string is the body's text as it is. */
export function jsonExchange(body: unknown, status = 200): Exchange {
  return exchange('json', 'application/json', typeof body === 'string' ? body : JSON.stringify(body), status);
}

/** An answer as server-sent events, each with its type as name. */
export function streamExchange(...events: { type: string; [member: string]: unknown }[]): Exchange {
  return streamText(events.map((e) => `event: ${e.type}\ndata: ${JSON.stringify(e)}\n\n`).join(''));
}

export function streamText(text: string): Exchange {
  return exchange('sse', 'text/event-stream; charset=utf-8', text, 200);
}

function exchange(transport: WireTransport, type: string, text: string, status: number): Exchange {
  return {
    operation: 'responses.create',
    transport,
    request: exampleRequest({}),
    response: { status, headers: [['content-type', type]], body: { text } },
  };
}

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
