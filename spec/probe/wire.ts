/** How a probe says a scenario on the wire of a provider API, and what that provider answers by its documentation. */

import type { Json, JsonObject } from '../../lib/canonical-json.ts';
import type { HttpResponse } from '../../recordings/format/exchange.ts';
import type { ProbedApi, ProbeScenario } from './scenarios.ts';

export interface ProbeWire {
  readonly providerApi: ProbedApi;
  /** Operation of the matrix, and its path below the base URL. */
  readonly operation: string;
  readonly path: string;
  /** Where the documentation of the answers is. */
  readonly source: { readonly title: string; readonly url: string };
  /** A model of the provider, where none is named. */
  readonly model: string;
  headers(key: string | undefined): Readonly<Record<string, string>>;
  request(scenario: ProbeScenario, model: string, isStream: boolean): JsonObject;
  /** The documented answer to a request of this scenario. */
  answer(scenario: ProbeScenario, request: JsonObject, isStream: boolean): HttpResponse;
}

export const jsonResponse = (body: Json, status = 200): HttpResponse => ({
  status,
  headers: [['content-type', 'application/json']],
  body: { text: JSON.stringify(body) },
});

/** Server-sent events, named where they have a type. */
export const eventResponse = (events: readonly JsonObject[], end = ''): HttpResponse => ({
  status: 200,
  headers: [['content-type', 'text/event-stream; charset=utf-8']],
  body: {
    text: `${events
      .map((data) => `${typeof data.type === 'string' ? `event: ${data.type}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
      .join('')}${end}`,
  },
});

/** Tokens that a documented answer says it took. */
export const tokensOf = ({ answer, limit }: ProbeScenario): number => (answer.ended === 'length' ? limit : 9);
