import { type Check, contractSource } from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

export const check: Check = {
  id: 'files-equal-wire',
  level: 'MUST',
  title: 'Files and inline bytes on the wire are returned.',
  reason: 'A file that the model made and nobody is told of is lost: the provider keeps it for a short time only.',
  sources: [contractSource, { title: 'M.E.AI HostedFileContent, DataContent' }],
  judge: factsEqualWire(['file', 'data']),
};
