import { type Check, contractSource } from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

export const check: Check = {
  id: 'reasoning-equals-wire',
  level: 'MUST',
  title: 'Reasoning and its opaque state are returned as they were on the wire.',
  reason: 'What is not returned cannot go back, and providers that sign reasoning refuse a conversation without it.',
  sources: [contractSource, { title: 'M.E.AI TextReasoningContent.ProtectedData' }],
  judge: factsEqualWire(['reasoning']),
};
