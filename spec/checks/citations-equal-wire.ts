import { type Check, contractSource } from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

export const check: Check = {
  id: 'citations-equal-wire',
  level: 'MUST',
  title: 'Every citation on the wire is returned with its source, and no other.',
  reason:
    'An answer from the web without its sources cannot be checked, and most providers oblige callers to show them.',
  sources: [contractSource, { title: 'M.E.AI CitationAnnotation' }],
  judge: factsEqualWire(['citation'], 'MUST'),
};
