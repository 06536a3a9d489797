import { askedIn, credentialsIn, type Demand, queryParameter } from '../demands.ts';
import { eventFrames } from '../event-stream.ts';
import { asObject } from '../json.ts';
import { asksModel } from './draft.ts';

/**
 * Sources: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_agent-runtime_InvokeInlineAgent.html (enableTrace, streamingConfigurations),
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_agent_DeleteAgentActionGroup.html (skipResourceInUseCheck).
 */
export const demands: readonly Demand[] = [
  credentialsIn('authorization'),
  {
    what: '"enableTrace": true, without which an answer has no trace',
    of: ({ transport, response }) =>
      transport === 'eventstream' &&
      eventFrames(response.body).frames.some(({ headers }) => headers[':event-type'] === 'trace'),
    isMet: (exchange) => askedIn(exchange).enableTrace === true,
  },
  {
    what: '"streamingConfigurations": { "streamFinalResponse": true }, without which an answer comes in one piece',
    whenStreaming: true,
    of: asksModel,
    isMet: (exchange) => asObject(askedIn(exchange).streamingConfigurations)?.streamFinalResponse === true,
  },
  {
    // What is enabled counts as in use.
    ...queryParameter('skipResourceInUseCheck'),
    of: ({ operation }) => operation === 'deleteAgentActionGroup',
  },
];
