import type { ClientOptions } from 'openai';
import type { Stream } from 'openai/core/streaming';
import type { ChatCompletionChunk, ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import type { Adapter } from '../../../spec/contract/index.ts';
import { type Request, referenceAdapter } from '../shared/client.ts';
import { createSdk, errors } from '../shared/openai.ts';
import { exchange } from '../shared/stainless.ts';
import { buildRequest } from './request.ts';
import { responseFromBody } from './response.ts';
import { updatesFromChunks } from './stream.ts';

/** OpenAI Chat Completions (`POST /v1/chat/completions`) on the official SDK, of OpenAI and of Azure OpenAI. */
export const adapter: Adapter = adapterWith();

/** The same with options of the SDK beside the settings, such as headers that a gateway needs. */
export function adapterWith(own: ClientOptions = {}): Adapter {
  return referenceAdapter<Request>('openai-chat', (settings, inUse, adapterId) => {
    const sdk = createSdk(settings, inUse, own);
    const create = ({ body }: Request, options: { readonly signal: AbortSignal }) =>
      sdk.chat.completions.create(body as unknown as ChatCompletionCreateParams, options);
    return {
      errors,
      sendsAll: () => true,
      prepare: (messages, options, stream) => buildRequest(messages, options, { settings, adapterId, stream }),
      whole: async (request, call) =>
        responseFromBody(await exchange(call, errors.provider, 'json', (options) => create(request, options))),
      async *streamed(request, call) {
        const chunks = await exchange(call, errors.provider, 'event-stream', (options) => create(request, options));
        yield { contents: [], warnings: [...request.warnings] };
        yield* updatesFromChunks(chunks as Stream<ChatCompletionChunk>);
      },
    };
  });
}
