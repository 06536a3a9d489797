import { type Check, contractSource } from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

export const check: Check = {
  id: 'hosted-tools-equal-wire',
  level: 'MUST',
  title: 'Calls and results of hosted tools are returned, in order and whole, known or not.',
  reason:
    'An application must be able to show what the provider did on its behalf and to send it back; that a tool is unknown is no reason to lose it.',
  sources: [contractSource, { title: 'dotnet/extensions proposal HostedToolResultContent' }],
  judge: factsEqualWire(['hosted-call', 'hosted-result']),
};
