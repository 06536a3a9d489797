import { type Check, contractSource } from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

export const check: Check = {
  id: 'calls-equal-wire',
  level: 'MUST',
  title: 'Every function call on the wire is returned, with its name, its arguments and its id, and no other.',
  reason:
    'A call that is lost is never answered and one that is changed does the wrong thing; most providers refuse the next request.',
  sources: [contractSource, { title: 'M.E.AI FunctionCallContent' }],
  judge: factsEqualWire(['call']),
};
