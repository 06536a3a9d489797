import { suggest } from '../../files/nearest.ts';
import { UserError } from '../../files/user-error.ts';
import type { WireReader } from './reader.ts';
import { wireSchemasFor } from './schemas/index.ts';

/** One reader per provider API, loaded when first asked for. */
const loaders: Readonly<Record<string, () => Promise<WireReader>>> = {
  anthropic: async () => (await import('./anthropic/reader.ts')).anthropicReader,
  google: async () => (await import('./google/reader.ts')).googleReader,
  'bedrock-converse': async () => (await import('./bedrock-converse/reader.ts')).converseReader,
  'azure-foundry-agents': async () => (await import('./azure-foundry-agents/reader.ts')).azureFoundryAgentsReader,
  mistral: async () => (await import('./mistral/reader.ts')).mistralReader,
  'openai-assistants': async () => (await import('./openai-assistants/reader.ts')).openAiAssistantsReader,
  'bedrock-agents': async () => (await import('./bedrock-agents/reader.ts')).bedrockAgentsReader,
  'mistral-chat': async () => (await import('./mistral-chat/reader.ts')).mistralChatReader,
  'openai-chat': async () => (await import('./openai-chat/reader.ts')).openAiChatReader,
  'azure-foundry-v2': async () => (await import('./azure-foundry-v2/reader.ts')).azureFoundryV2Reader,
  'openai-responses': async () => (await import('./openai-responses/reader.ts')).openAiResponsesReader,
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
