/** Exchanges for the tests of this folder. */
import type { Exchange, HttpRequest, WireTransport } from '../../../recordings/format/exchange.ts';

export function exampleRequest(body: unknown): HttpRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { method: 'POST', url: 'https://api.anthropic.com/v1/messages', headers: [], body: { text } };
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
    operation: 'messages.create',
    transport,
    request: exampleRequest({}),
    response: { status, headers: [['content-type', type]], body: { text } },
  };
}

/** A message with the members that every answer has. */
export const message = (content: unknown, more: object = {}) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-example',
  content,
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
  ...more,
});
