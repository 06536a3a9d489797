import { chatComplete } from '@mistralai/mistralai/funcs/chatComplete.js';
import { chatStream } from '@mistralai/mistralai/funcs/chatStream.js';
import type { Adapter } from '../../../spec/contract/index.ts';
import { referenceAdapter } from '../shared/client.ts';
import { createSdk, errors, type Operation } from '../shared/mistral.ts';
import { buildRequest } from './request.ts';
import { responseFromBody } from './response.ts';
import { updatesFromChunks } from './stream.ts';

/** Mistral's chat completions (`POST /v1/chat/completions`) on the official SDK. */
export const adapter: Adapter = referenceAdapter('mistral-chat', (settings, inUse, adapterId) => {
  const sdk = createSdk(settings, inUse);
  return {
    errors,
    sendsAll: () => true,
    prepare: (messages, options, stream) => buildRequest(messages, options, { settings, adapterId, stream }),
    whole: async ({ body }, call) => responseFromBody(await sdk.answer(complete, body, call)),
    begins: ({ warnings }) => [{ contents: [], warnings: [...warnings] }],
    streamed: ({ body }, call) => updatesFromChunks(sdk.events(stream, body, call)),
  };
});

/** What the SDK takes for a request; what is sent is our own body. */
const anyRequest = { model: 'any', messages: [] };
const complete: Operation = (core, options) => chatComplete(core, anyRequest, options);
const stream: Operation = (core, options) => chatStream(core, anyRequest, options);
