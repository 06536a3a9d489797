import { type Check, contractSource } from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

export const check: Check = {
  id: 'finish-reason-equals-wire',
  level: 'MUST',
  title: 'The finish reason returned says what the wire says.',
  reason: 'It decides whether the application must act, may ask for more, or must not trust the answer.',
  sources: [contractSource, { title: 'M.E.AI ChatFinishReason' }],
  judge: factsEqualWire(['finish']),
};
