import { type Check, contractSource } from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

export const check: Check = {
  id: 'citation-spans-equal-wire',
  level: 'SHOULD',
  title: 'A citation points to the words that rest on it.',
  reason:
    'Providers count in code points, bytes or UTF-16 units; indexes taken over as they are point beside the words.',
  sources: [contractSource, { title: 'M.E.AI TextSpanAnnotatedRegion' }],
  judge: factsEqualWire(['citation'], 'SHOULD'),
};
