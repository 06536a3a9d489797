import type { WireSchemaSource } from './source.ts';
import { anthropic, anthropicBeta } from './sources/anthropic.ts';
import { azureFoundryAgents } from './sources/azure-foundry-agents.ts';
import { azureFoundryV2 } from './sources/azure-foundry-v2.ts';
import { bedrockAgent, bedrockAgentRuntime, bedrockRuntime } from './sources/bedrock.ts';
import { google } from './sources/google.ts';
import { mistral, mistralChat } from './sources/mistral.ts';
import { openAiAssistants, openAiChat, openAiResponses } from './sources/openai.ts';

/** Every source of wire schemas. */
export const wireSchemaSources: readonly WireSchemaSource[] = [
  anthropic,
  anthropicBeta,
  azureFoundryAgents,
  azureFoundryV2,
  bedrockAgent,
  bedrockAgentRuntime,
  bedrockRuntime,
  google,
  mistral,
  mistralChat,
  openAiAssistants,
  openAiChat,
  openAiResponses,
];
