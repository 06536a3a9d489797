import type { Adapter } from '../../../spec/contract/index.ts';
import { referenceAdapter } from '../shared/client.ts';
import { bedrock, createSdk } from '../shared/openai.ts';
import { responsesApi } from '../shared/responses/client.ts';
import { buildRequest } from '../shared/responses/request.ts';
import type { ToolDialect } from '../shared/responses/tools.ts';

/** OpenAI Responses (`POST /v1/responses`) on the official SDK. */
export const adapter: Adapter = referenceAdapter('openai-responses', (settings, inUse, adapterId) =>
  responsesApi(createSdk(settings, inUse), {
    prepare: (messages, options, stream) =>
      buildRequest(
        messages,
        options,
        { settings, adapterId, stream },
        settings.surface === bedrock ? onBedrock : undefined,
      ),
  }),
);

/** Bedrock runs no tools. Source: Amazon Bedrock user guide, `inference-responses-api`. */
const onBedrock: ToolDialect = {
  providerApi: 'openai-responses',
  lacks: ['code-interpreter', 'file-search', 'image-generation', 'mcp-server', 'web-search'],
};
