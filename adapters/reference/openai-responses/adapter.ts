import type { Adapter } from '../../../spec/contract/index.ts';
import { referenceAdapter } from '../shared/client.ts';
import { createSdk } from '../shared/openai.ts';
import { responsesApi } from '../shared/responses/client.ts';
import { buildRequest } from '../shared/responses/request.ts';

/** OpenAI Responses (`POST /v1/responses`) on the official SDK. */
export const adapter: Adapter = referenceAdapter('openai-responses', (settings, inUse, adapterId) =>
  responsesApi(createSdk(settings, inUse), {
    prepare: (messages, options, stream) => buildRequest(messages, options, { settings, adapterId, stream }),
  }),
);
