import { askedIn, credentialsIn, type Demand } from '../demands.ts';
import { eventFrames } from '../event-stream.ts';

/** Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_agent-runtime_InvokeInlineAgent.html (enableTrace). */
export const demands: readonly Demand[] = [
  credentialsIn('authorization'),
  {
    what: '"enableTrace": true, without which an answer has no trace',
    of: ({ transport, response }) =>
      transport === 'eventstream' &&
      eventFrames(response.body).frames.some(({ headers }) => headers[':event-type'] === 'trace'),
    isMet: (exchange) => askedIn(exchange).enableTrace === true,
  },
];
