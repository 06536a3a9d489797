import { type Check, contractSource } from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

export const check: Check = {
  id: 'text-equals-wire',
  level: 'MUST',
  title: 'The text returned equals the text on the wire.',
  reason:
    'An application shows it to people and stores it: a lost piece, a doubled one or a torn character is a wrong answer.',
  sources: [contractSource, { title: 'M.E.AI TextContent, ChatResponse.Text' }],
  judge: factsEqualWire(['text']),
};
