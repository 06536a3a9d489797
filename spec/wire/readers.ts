import { suggest } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import type { WireReader } from './reader.ts';
import { wireSchemasFor } from './schemas/index.ts';

/** One reader per provider API, loaded when first asked for. */
const loaders: Readonly<Record<string, () => Promise<WireReader>>> = {
  anthropic: async () => (await import('../provider-apis/anthropic/reader.ts')).anthropicReader,
  google: async () => (await import('../provider-apis/google/reader.ts')).googleReader,
  'bedrock-converse': async () => (await import('../provider-apis/bedrock-converse/reader.ts')).converseReader,
  'azure-foundry-agents': async () =>
    (await import('../provider-apis/azure-foundry-agents/reader.ts')).azureFoundryAgentsReader,
  mistral: async () => (await import('../provider-apis/mistral/reader.ts')).mistralReader,
  'openai-assistants': async () =>
    (await import('../provider-apis/openai-assistants/reader.ts')).openAiAssistantsReader,
  'bedrock-agents': async () => (await import('../provider-apis/bedrock-agents/reader.ts')).bedrockAgentsReader,
  'mistral-chat': async () => (await import('../provider-apis/mistral-chat/reader.ts')).mistralChatReader,
  'openai-chat': async () => (await import('../provider-apis/openai-chat/reader.ts')).openAiChatReader,
  'azure-foundry-v2': async () => (await import('../provider-apis/azure-foundry-v2/reader.ts')).azureFoundryV2Reader,
  'openai-responses': async () => (await import('../provider-apis/openai-responses/reader.ts')).openAiResponsesReader,
};

/** The provider APIs that can be read. */
export const readableProviderApis: readonly string[] = Object.keys(loaders);

/**
 * The reader of a provider API's wire.
 *
 * @throws {UserError} there is none for this id.
 */
export async function wireReaderFor(providerApi: string): Promise<WireReader> {
  const load = Object.hasOwn(loaders, providerApi) ? loaders[providerApi] : undefined;
  if (!load) {
    throw new UserError(`nothing here reads the wire of "${providerApi}"`, {
      hint: suggest(providerApi, readableProviderApis),
    });
  }
  const reader = await load();
  return { ...reader, schemas: await wireSchemasFor(providerApi) };
}
