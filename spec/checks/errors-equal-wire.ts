import { type Check, contractSource } from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

export const check: Check = {
  id: 'errors-equal-wire',
  level: 'MUST',
  title: 'An error on the wire is thrown with its status and code, and none is thrown that the wire does not have.',
  reason:
    'Retries, alerts and messages to people hang on status and code; an error taken for an answer is worse than none.',
  sources: [contractSource, { title: 'Errors of the contract: ProviderError' }],
  judge: factsEqualWire(['error']),
};
