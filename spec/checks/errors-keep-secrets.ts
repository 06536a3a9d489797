import { replaySecret } from '../engine/settings.ts';
import type { ObservedError } from '../engine/trace.ts';
import { type Check, contractSource } from './check.ts';
import { judgeErrors } from './lib/judge-errors.ts';

export const check: Check = {
  id: 'errors-keep-secrets',
  level: 'MUST',
  title: 'An error repeats no credentials, and not the whole of what was said.',
  reason:
    'Errors are logged, shown and sent to trackers. Some providers repeat the key or the request in their words: who passes these on as they are publishes both.',
  sources: [
    contractSource,
    {
      title: 'CWE-532: insertion of sensitive information into log file',
      url: 'https://cwe.mitre.org/data/definitions/532.html',
    },
  ],
  judge: ({ steps }) => judgeErrors(steps, faultOf),
};

/** Characters that say what is wrong, however much else the provider says. */
const most = 2_000;

function faultOf(error: ObservedError): string | undefined {
  const { name, message } = error;
  const told = JSON.stringify(error);
  if (told.includes(replaySecret)) {
    return `the adapter threw ${name}, which repeats the credentials: remove them from whatever the provider says`;
  }
  return message.length > most
    ? `the adapter threw ${name}, whose message has ${message.length} characters: what the provider repeats of the request stands in every log; cut it short`
    : undefined;
}
