import type { GoogleGenAI } from '@google/genai';
import type { Json } from '../../../lib/canonical-json.ts';
import type { Adapter } from '../../../spec/contract/index.ts';
import { referenceAdapter, warned } from '../shared/client.ts';
import { AnswerCopy, createSdk, errors, explained } from '../shared/google.ts';
import { buildRequest, type Request } from './request.ts';
import { responseFromBody, updatesFromEvents } from './response.ts';

/** Google Interactions (`POST /v1/interactions`) on the official SDK. Interactions that Google keeps are the caller's. */
export const adapter: Adapter = referenceAdapter<Request>('google-interactions', (settings, inUse, adapterId) => {
  if (settings.surface === 'vertex') throw new TypeError('Interactions are known on the surface "gemini-api" alone.');
  createSdk(settings, inUse);
  const ask = async (request: Request, signal: AbortSignal, copy: AnswerCopy) => {
    const sdk = createSdk(settings, inUse, copy.fetch);
    return sdk.interactions.create(parameters(request), { fetch_options: { signal }, maxRetries: 0 });
  };
  return {
    errors,
    sendsAll: ({ conversationId }) => conversationId === undefined,
    takesMediaResults: true,
    prepare: (messages, options, stream) => buildRequest(messages, options, { settings, adapterId, stream }),
    async whole(request, call) {
      const copy = new AnswerCopy();
      try {
        await ask(request, call.signal, copy);
        return responseFromBody(copy.json(), request);
      } catch (error) {
        throw explained(error, copy, inUse.secret);
      }
    },
    async *streamed(request, call) {
      const copy = new AnswerCopy();
      const unread = new AbortController();
      try {
        const signal = AbortSignal.any([call.signal, unread.signal]);
        const events = (await ask(request, signal, copy)) as unknown as AsyncIterable<Json>;
        yield* warned(request);
        yield* updatesFromEvents(endedBy(unread, events), request);
      } catch (error) {
        throw explained(error, copy, inUse.secret);
      }
    },
  };
});

/** The same events. Who reads no further ends the request: the SDK would wait for what has not come. */
function endedBy(unread: AbortController, events: AsyncIterable<Json>): AsyncIterable<Json> {
  const iterator = events[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => iterator.next(),
      async return(value?: unknown) {
        unread.abort();
        await iterator.return?.(value).catch(() => {});
        return { done: true, value };
      },
    }),
  };
}

/** The SDK sends the body as it is. It does not go on by itself with an answer that has to be continued, and does not poll. */
const parameters = ({ body }: Request) =>
  ({ ...body, ...(body.background === true ? {} : { automatic_continuation: false }) }) as unknown as Parameters<
    GoogleGenAI['interactions']['create']
  >[0];
