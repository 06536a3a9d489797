import { answerHolds, askedIn, credentialsIn, type Demand } from '../demands.ts';
import { asObject } from '../json.ts';

/** Source: https://ai.google.dev/gemini-api/docs/thinking (includeThoughts); Vertex AI takes a token, the Gemini API a key. */
export const demands: readonly Demand[] = [
  credentialsIn('x-goog-api-key', 'authorization'),
  {
    what: '"includeThoughts": true, without which thoughts are not told',
    of: (exchange) => answerHolds(exchange, ({ thought, text }) => thought === true && typeof text === 'string'),
    isMet: (exchange) =>
      asObject(asObject(askedIn(exchange).generationConfig)?.thinkingConfig)?.includeThoughts === true,
  },
];
