import type { Step } from '../engine/trace.ts';
import { mark } from '../setups/setup.ts';
import { type Check, contractSource, notApplicable } from './check.ts';

export const check: Check = {
  id: 'unusable-settings-refused',
  level: 'MUST',
  title: 'Settings that cannot be used are refused before anything is sent, in words that repeat no secret.',
  reason:
    'Whoever mistyped a key, or left a name out, looks for the cause in the message; sent all the same, it looks like a failure of the provider, and a message with a key in it is in every log.',
  sources: [contractSource, { title: 'Errors of the contract: createClient throws TypeError' }],
  of: ['setup'],
  judge: ({ case: { refusedBy }, steps: [first] }) => {
    if (!first) return notApplicable;
    const { step, path } = first;
    const message = faultOf(step, refusedBy?.names);
    const adapter = step.error;
    return { compared: 1, findings: message ? [{ message, adapterPath: `${path}.error`, adapter }] : [] };
  },
};

function faultOf({ error, exchanges, unexpected }: Step, names = ''): string | undefined {
  const sent = exchanges.length + unexpected.length;
  if (sent > 0) return `${sent} requests were sent with settings that cannot be used`;
  if (!error) return 'a client was made of settings that cannot be used, and its call ended well';
  const ended = `settings that cannot be used ended with ${error.name}`;
  if (error.name !== 'TypeError' && !error.typed)
    return `${ended}; it should be TypeError, or an error of the contract`;
  if (error.message.trim() === '') return `${ended}, without a message`;
  if (error.message.includes(mark)) return `${ended}, whose message repeats the secret`;
  return error.message.includes(names)
    ? undefined
    : `${ended}, whose message does not name what has to change, which is "${names}": ${error.message}`;
}
