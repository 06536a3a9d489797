/** Exchanges for the tests of the readers: whatever the API, they differ only in where they go. */

import type { Json } from '../../lib/canonical-json.ts';
import { bodyOf } from '../../recordings/format/body.ts';
import { joinFrames } from '../../recordings/format/event-stream.ts';
import type { Exchange, HttpRequest, WireTransport } from '../../recordings/format/exchange.ts';
import { requestBodyOf } from './request-requirements.ts';
import type { Rule } from './rules/rule.ts';

interface ExampleExchanges {
  exampleRequest(body: unknown): HttpRequest;
  /** An answer as one JSON document; a string is the body's text as it is. */
  jsonExchange(body: unknown, status?: number): Exchange;
  /** An answer as server-sent events, each with its type as name. */
  streamExchange(...events: { type: string; [member: string]: unknown }[]): Exchange;
  streamText(text: string): Exchange;
  /** An answer as frames of an AWS event stream, each of an event type with its payload. */
  frameExchange(...events: (readonly [eventType: string, payload: Json])[]): Exchange;
}

/** Makes example exchanges of one operation. */
export function exampleExchanges(operation: string, url: string): ExampleExchanges {
  const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));
  const exampleRequest = (body: unknown): HttpRequest => ({
    method: 'POST',
    url,
    headers: [],
    body: { text: textOf(body) },
  });
  const exchange = (transport: WireTransport, type: string, text: string, status: number): Exchange => ({
    operation,
    transport,
    request: exampleRequest({}),
    response: { status, headers: [['content-type', type]], body: { text } },
  });
  const streamText = (text: string) => exchange('sse', 'text/event-stream; charset=utf-8', text, 200);
  return {
    exampleRequest,
    jsonExchange: (body, status = 200) => exchange('json', 'application/json', textOf(body), status),
    streamExchange: (...events) =>
      streamText(events.map((e) => `event: ${e.type}\ndata: ${JSON.stringify(e)}\n\n`).join('')),
    streamText,
    frameExchange: (...events) => {
      const { response, ...rest } = exchange('eventstream', 'application/vnd.amazon.eventstream', '', 200);
      const frames = events.map(([eventType, payload]) => ({
        headers: [
          [':event-type', eventType],
          [':content-type', 'application/json'],
          [':message-type', 'event'],
        ] as const,
        payload: Buffer.from(JSON.stringify(payload)),
      }));
      return { ...rest, response: { ...response, body: bodyOf(joinFrames(frames)) } };
    },
  };
}

/** Ids of the rules that a request breaks. */
export function brokenRules(rules: readonly Rule[], exchange: Exchange, earlier: readonly Exchange[] = []): string[] {
  const asked = { exchange, body: requestBodyOf(exchange), earlier };
  return rules.filter((rule) => rule.judge(asked).breaches.length > 0).map(({ id }) => id);
}
