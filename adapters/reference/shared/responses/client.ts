/** The API, whoever speaks it: wires the pure parts (response, stream) to the SDK. */
import type OpenAI from 'openai';
import type { Stream } from 'openai/core/streaming';
import type { ResponseCreateParams, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { type Api, warned } from '../client.ts';
import { errors } from '../openai.ts';
import { exchange } from '../stainless.ts';
import type { Request } from './request-members.ts';
import { responseFromBody } from './response.ts';
import { updatesFromEvents } from './stream.ts';

/** @param own what differs from provider to provider: what is sent, and what is deleted in the end */
export function responsesApi(sdk: OpenAI, own: Pick<Api<Request>, 'prepare' | 'close'>): Api<Request> {
  const create = ({ body }: Request, options: { readonly signal: AbortSignal }) =>
    sdk.responses.create(body as unknown as ResponseCreateParams, options);
  const isKept = ({ body }: Request): boolean => body.store !== false;
  return {
    errors,
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
