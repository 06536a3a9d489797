import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { type Adapter, InvalidToolError, type Tool } from '../../../spec/contract/index.ts';
import { referenceAdapter } from '../shared/client.ts';
import { defined } from '../shared/json.ts';
import { createSdk } from '../shared/openai.ts';
import { responsesApi } from '../shared/responses/client.ts';
import { buildRequest } from '../shared/responses/request.ts';
import type { ToolDialect } from '../shared/responses/tools.ts';

/** xAI Responses on the SDK of OpenAI, which xAI's documents reach by its base URL. */
export const adapter: Adapter = referenceAdapter('xai-responses', (settings, inUse, adapterId) =>
  responsesApi(createSdk({ ...settings, surface: 'openai-compatible' }, inUse, { fetch: withNestedErrors }), {
    prepare: (messages, options, stream) => buildRequest(messages, options, { settings, adapterId, stream }, dialect),
  }),
);

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;

/** What xAI takes of the contract's tools, otherwise than OpenAI. Source: xAI, "Tools"; `@ai-sdk/xai`, `src/responses`. */
const dialect: ToolDialect = {
  providerApi: 'xai-responses',
  lacks: ['computer-use', 'shell'],
  lacksOfSearch: ['maximumUses', 'userLocation'],
  own: {
    'code-interpreter': ({ containerId, fileIds }) => {
      if (containerId === undefined && fileIds === undefined) return { type: 'code_interpreter' };
      const set = containerId === undefined ? 'fileIds' : 'containerId';
      throw new InvalidToolError('code-interpreter', `"${set}" cannot be said to xAI, whose sandbox takes neither.`);
    },
    'web-search': ({ allowedDomains, blockedDomains }: Of<'web-search'>): JsonObject =>
      defined({ type: 'web_search', allowed_domains: allowedDomains, excluded_domains: blockedDomains }),
  },
};

/** An error of xAI is `{ code, error: "…" }`: the SDK would keep its message, and drop its code. */
const withNestedErrors: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.status < 400 || !response.headers.get('content-type')?.includes('json')) return response;
  const text = await response.text();
  const body = parsed(text);
  const { error, ...rest } = isJsonObject(body) ? body : {};
  const nested = typeof error === 'string' ? JSON.stringify({ error: { ...rest, message: error } }) : text;
  return new Response(nested, response);
};

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
