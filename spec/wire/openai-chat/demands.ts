import { answerHolds, askedIn, bodyMember, credentialsIn, type Demand } from '../demands.ts';
import { asObject } from '../json.ts';

/** Source: https://platform.openai.com/docs/api-reference/chat/create (stream_options); Azure OpenAI takes `api-key` as well. */
export const demands: readonly Demand[] = [
  credentialsIn('authorization', 'api-key'),
  bodyMember('model'),
  {
    what: '"stream_options": { "include_usage": true }, without which a stream tells no usage',
    of: (exchange) =>
      exchange.transport === 'sse' && answerHolds(exchange, ({ usage }) => asObject(usage) !== undefined),
    isMet: (exchange) => asObject(askedIn(exchange).stream_options)?.include_usage === true,
  },
];
