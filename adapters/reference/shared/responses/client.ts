/** The API, whoever speaks it: wires the pure parts (response, stream) to the SDK. */

import type OpenAI from 'openai';
import type { Stream } from 'openai/core/streaming';
import type { ResponseCreateParams, ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { JsonObject } from '../../../../lib/canonical-json.ts';
import type { ChatOptions, Warning } from '../../../../spec/contract/index.ts';
import { type Api, type Request, warned } from '../client.ts';
import { unsupported } from '../declare-tools.ts';
import { nonEmpty } from '../json.ts';
import { errors } from '../openai.ts';
import { exchange } from '../stainless.ts';
import { responseFromBody } from './response.ts';
import { updatesFromEvents } from './stream.ts';

/** @param own what differs from provider to provider: what is sent, and what is deleted in the end */
export function responsesApi(sdk: OpenAI, own: Pick<Api<Request>, 'prepare' | 'close'>): Api<Request> {
  const create = ({ body }: Request, options: { readonly signal: AbortSignal }) =>
    sdk.responses.create(body as unknown as ResponseCreateParams, options);
  const isKept = ({ body }: Request): boolean => body.store !== false;
  return {
    errors,
    takesMediaResults: true,
    sendsAll: ({ conversationId }) => conversationId === undefined,
    ...own,
    async whole(request, call) {
      const body = await exchange(call, errors.provider, 'json', (options) => create(request, options));
      return responseFromBody(body, isKept(request));
    },
    async *streamed(request, call) {
      const events = await exchange(call, errors.provider, 'event-stream', (options) => create(request, options));
      yield* warned(request);
      yield* updatesFromEvents(events as Stream<ResponseStreamEvent>, isKept(request));
    },
  };
}

// Members of a request that do not depend on who speaks the API.

/** A conversation has an id of its own kind, a chain of responses that of the last one. Source: the API's id prefixes. */
export function resumed(id: string | undefined): JsonObject {
  if (id === undefined) return {};
  return id.startsWith('conv_') ? { conversation: id } : { previous_response_id: id };
}

export const unsupportedSettings = ({ stopSequences, reasoning }: ChatOptions): Warning[] =>
  unsupported(
    nonEmpty(stopSequences) !== undefined && 'stopSequences were not sent: OpenAI Responses has none.',
    reasoning?.budgetTokens !== undefined &&
      'reasoning.budgetTokens was not sent: OpenAI Responses takes an effort, no budget.',
  );
