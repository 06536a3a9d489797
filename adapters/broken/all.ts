/** Every broken adapter. This is the only list: one that is not in it is never played. */
import { brokenAnthropicErrors } from './anthropic-errors.ts';
import { brokenAnthropicRequests } from './anthropic-requests.ts';
import { brokenAnthropicResponses } from './anthropic-responses.ts';
import { brokenBedrockAgents, brokenConverse } from './bedrock.ts';
import type { BrokenAdapter } from './broken-adapter.ts';
import { brokenGoogle } from './google.ts';
import { brokenMistral, brokenMistralChat } from './mistral.ts';
import { brokenAssistants, brokenFoundryAgents } from './openai-assistants.ts';
import { brokenOpenAIChat } from './openai-chat.ts';
import { brokenFoundryAnswers, brokenResponsesAnswers } from './openai-responses-answers.ts';
import { brokenFoundryRequests, brokenResponsesRequests } from './openai-responses-requests.ts';

export const brokenAdapters: readonly BrokenAdapter[] = [
  ...brokenAnthropicRequests,
  ...brokenAnthropicResponses,
  ...brokenAnthropicErrors,
  ...brokenOpenAIChat,
  ...brokenResponsesRequests,
  ...brokenResponsesAnswers,
  ...brokenFoundryRequests,
  ...brokenFoundryAnswers,
  ...brokenAssistants,
  ...brokenFoundryAgents,
  ...brokenConverse,
  ...brokenBedrockAgents,
  ...brokenGoogle,
  ...brokenMistralChat,
  ...brokenMistral,
];
