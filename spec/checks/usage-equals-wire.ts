import { type Check, contractSource } from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

export const check: Check = {
  id: 'usage-equals-wire',
  level: 'MUST',
  title: 'The tokens returned equal those on the wire, summed over the call.',
  reason: 'People are billed by it and budgets are kept by it.',
  sources: [contractSource, { title: 'M.E.AI UsageDetails' }],
  judge: factsEqualWire(['usage']),
};
