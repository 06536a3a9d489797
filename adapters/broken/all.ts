import { brokenInAborts } from './aborts.ts';
import { brokenInActions } from './actions.ts';
import { brokenOverAnthropic } from './anthropic.ts';
import { brokenOverAnthropicAnswers } from './anthropic-answers.ts';
import { brokenOverAnthropicEdges } from './anthropic-edges.ts';
import { brokenInSights } from './anthropic-sights.ts';
import { brokenInApprovals } from './approvals.ts';
import { brokenInAssistants } from './assistants.ts';
import { brokenInAttachments } from './attachments.ts';
import { brokenInAvailability } from './availability.ts';
import { brokenOnAzureAgents } from './azure-agents.ts';
import { brokenOnBedrockAgents } from './bedrock-agents.ts';
import type { BrokenAdapter } from './break.ts';
import { brokenOff } from './broken-off.ts';
import { brokenInChatCalls, brokenInChatFailures } from './chat.ts';
import { brokenInChatAnswers } from './chat-answers.ts';
import { brokenInChatStreams } from './chat-streams.ts';
import { brokenOnConverse } from './converse.ts';
import { brokenOnConverseBlocks } from './converse-blocks.ts';
import { brokenOnConverseSights } from './converse-sights.ts';
import { brokenInDemands } from './demands.ts';
import { brokenInErrors } from './error.ts';
import { brokenEverywhere } from './everywhere.ts';
import { brokenInFaults } from './faults.ts';
import { brokenInFraming } from './framing.ts';
import { brokenInGoogleAnswers } from './google-answers.ts';
import { brokenInGoogleFailures } from './google-failures.ts';
import { brokenInGoogleRequests } from './google-requests.ts';
import { brokenInGoogleSights } from './google-sights.ts';
import { brokenInHostedTools } from './hosted.ts';
import { brokenInMistral, brokenInMistralChat } from './mistral.ts';
import { brokenInMultiTurn } from './multi-turn.ts';
import { brokenInNames } from './names.ts';
import { brokenInRequest } from './request.ts';
import { brokenInResponse } from './response.ts';
import { brokenInResponsesDeclared } from './responses-declared.ts';
import { brokenInResponsesRead } from './responses-read.ts';
import { brokenInResponsesSent } from './responses-sent.ts';
import { brokenInResponsesStreamed } from './responses-streamed.ts';
import { brokenInRules } from './rules.ts';
import { brokenInSchemas } from './schemas.ts';
import { brokenInSetups } from './setups.ts';
import { brokenInStream } from './stream.ts';
import { brokenInTolerance } from './tolerance.ts';

/** Every broken adapter. This is the only list: one that is not in it is never played. */
export const brokenAdapters: readonly BrokenAdapter[] = [
  ...brokenEverywhere,
  ...brokenInAborts,
  ...brokenInActions,
  ...brokenInApprovals,
  ...brokenInAssistants,
  ...brokenInAttachments,
  ...brokenInAvailability,
  ...brokenInChatCalls,
  ...brokenInChatFailures,
  ...brokenInChatAnswers,
  ...brokenInChatStreams,
  ...brokenInDemands,
  ...brokenInErrors,
  ...brokenInFaults,
  ...brokenOff,
  ...brokenInFraming,
  ...brokenInGoogleAnswers,
  ...brokenInGoogleFailures,
  ...brokenInGoogleRequests,
  ...brokenInGoogleSights,
  ...brokenInHostedTools,
  ...brokenInMistral,
  ...brokenInMistralChat,
  ...brokenInMultiTurn,
  ...brokenInNames,
  ...brokenInRequest,
  ...brokenInResponse,
  ...brokenInResponsesDeclared,
  ...brokenInResponsesRead,
  ...brokenInResponsesSent,
  ...brokenInResponsesStreamed,
  ...brokenInRules,
  ...brokenInSchemas,
  ...brokenInSetups,
  ...brokenInSights,
  ...brokenInStream,
  ...brokenInTolerance,
  ...brokenOnAzureAgents,
  ...brokenOnBedrockAgents,
  ...brokenOnConverse,
  ...brokenOnConverseBlocks,
  ...brokenOnConverseSights,
  ...brokenOverAnthropic,
  ...brokenOverAnthropicAnswers,
  ...brokenOverAnthropicEdges,
];
