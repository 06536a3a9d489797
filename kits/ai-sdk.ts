/** Any provider of the AI SDK as an adapter: what other repositories import as `agent-tools-conformance/ai-sdk`. */
import type { LanguageModel } from 'ai';
import { clientOf } from '../adapters/ai-sdk/shared/client.ts';
import { patching } from '../adapters/ai-sdk/shared/credentials.ts';
import { defined } from '../adapters/ai-sdk/shared/json.ts';
import { modelMessages } from '../adapters/ai-sdk/shared/messages.ts';
import { libraryCall, unsupportedSetting } from '../adapters/ai-sdk/shared/provider-bridge.ts';
import { chatTools } from '../adapters/ai-sdk/shared/tools.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import {
  type Adapter,
  type Capabilities,
  type ChatOptions,
  parseBaseUrl,
  type Warning,
} from '../spec/contract/index.ts';
import type { Conformance } from './conformance.ts';
import { accessFrom, functionsAlone, onFirstSurface } from './settings.ts';

/** What a model of a provider is made with. */
export interface ModelSettings {
  /** Base URL of the provider API as its vendor documents it, without a version and without a slash at its end: `https://api.openai.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly modelId: string;
  /** To be given to the provider: it sends what the AI SDK has no word for. */
  readonly fetch: typeof globalThis.fetch;
}

/** A provider of the AI SDK that is to be judged. */
export interface ProviderUnderTest {
  /** Its name in results: `groq`, `my-gateway`. */
  readonly name: string;
  /** The provider API whose wire it speaks, as the matrix names it: `openai-chat`, `anthropic`. */
  readonly wire: string;
  /** What it means to support; function calling, where absent. */
  readonly capabilities?: Capabilities;
  /** Makes a model. Models of all versions that the AI SDK takes will do. */
  readonly model: (settings: ModelSettings) => LanguageModel;
  /** Options of the provider for one call, by its key in the AI SDK; none, where absent. */
  readonly providerOptions?: (options: ChatOptions) => Record<string, JsonObject>;
}

/** The adapter of a provider: functions are its tools. What it has of its own beside them, this adapter does not call. */
export function adapterOf({
  name,
  wire,
  model,
  providerOptions,
  capabilities = functionsAlone,
}: ProviderUnderTest): Adapter {
  const id = `${name}-${wire}`;
  return {
    id,
    implementation: name,
    providerApi: wire,
    capabilities,
    createClient(settings) {
      const { apiKey, authorized } = accessFrom(settings.credentials, name);
      const baseUrl = parseBaseUrl(settings);
      const modelOf = (modelId: string, patch: JsonObject | undefined) => {
        const { fetch = (input, init) => globalThis.fetch(input, init) } = patching(patch);
        return model({ baseUrl, apiKey, modelId, fetch: authorized(fetch) });
      };
      return clientOf(
        {
          words: { title: name, requestIdHeader: 'x-request-id', codeOf: ({ code, type }) => code ?? type },
          reading: () => ({ key: name }),
          call: (messages, options) =>
            libraryCall(
              {
                model: modelOf(options.modelId ?? settings.model, options.rawRepresentation),
                tools: chatTools(options.tools ?? [], id, wire),
                maxOutputTokens: options.maxOutputTokens,
                messages: modelMessages(messages, { title: name, key: name }),
                providerOptions: providerOptions?.(options) ?? {},
              },
              options,
              settings,
            ),
          unsupported: (options) => (providerOptions ? [] : unsent(options)),
        },
        settings,
      );
    },
  };
}

/** Options that no provider of the AI SDK is told alike. */
function unsent({ allowMultipleToolCalls, conversationId, reasoning, store }: ChatOptions): Warning[] {
  const own = defined({ allowMultipleToolCalls, conversationId, reasoning, store });
  return Object.keys(own).map((option) =>
    unsupportedSetting(`${option} was not sent: providerOptions does not say how.`),
  );
}

/**
 * Declares the generated suite of a provider in a test file of vitest: function calling on the first variant of the provider API,
 * unless `tools` and `surfaces` say otherwise.
 *
 * ```ts
 * import { createGroq } from '@ai-sdk/groq';
 * import { testProvider } from 'agent-tools-conformance/ai-sdk';
 *
 * await testProvider({
 *   name: 'groq',
 *   wire: 'openai-chat',
 *   model: ({ baseUrl, apiKey, modelId, fetch }) => createGroq({ baseURL: `${baseUrl}/v1`, apiKey, fetch })(modelId),
 * });
 * ```
 *
 * @throws {Error} the known issues are malformed, there is no such provider API, its recordings are not installed, or no case fits.
 */
export async function testProvider({
  name,
  wire,
  model,
  providerOptions,
  capabilities,
  ...given
}: ProviderUnderTest & Omit<Conformance, 'adapter'>): Promise<void> {
  const adapter = adapterOf(
    defined({
      name,
      wire,
      model,
      providerOptions,
      capabilities: capabilities ?? (given.tools && { tools: given.tools }),
    }),
  );
  // Whoever plays the adapter with another runner has no vitest.
  const { describeConformance } = await import('./vitest.ts');
  await describeConformance({ ...(await onFirstSurface(wire)), ...given, adapter });
}
