/** Exchanges for the tests of this folder. */
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { exampleExchanges } from '../example-exchanges.ts';

export const { exampleRequest, jsonExchange, streamText } = exampleExchanges(
  'models.generateContent',
  'https://generativelanguage.googleapis.com/v1/models/gemini-example:generateContent',
);

/** A response with one candidate. */
export const response = (parts: unknown, candidate: object = {}, more: object = {}) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP', ...candidate }],
  ...more,
});

/** An answer as server-sent events, which have no names on this wire. */
export const streamExchange = (...responses: unknown[]): Exchange =>
  streamText(responses.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join(''));

/** The same exchange with what was asked. */
export const asked = (exchange: Exchange, body: unknown): Exchange => ({ ...exchange, request: exampleRequest(body) });
