import { type Check, contractSource } from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

export const check: Check = {
  id: 'approval-requests-equal-wire',
  level: 'MUST',
  title: 'Every request for leave on the wire is returned, with its tool, its arguments and its id, and no other.',
  reason:
    'Whoever is asked must see what would be called and with what; a request that is lost is never answered, and the conversation stands still.',
  sources: [contractSource, { title: 'M.E.AI ToolApprovalRequestContent' }],
  judge: factsEqualWire(['approval-request']),
};
