import { type Check, notApplicable } from './check.ts';

export const check: Check = {
  id: 'prototypes-untouched',
  level: 'MUST',
  title: 'Nothing that a provider sends changes what all objects have in common.',
  reason:
    'An answer whose members are taken into another object one by one may reach Object.prototype by the name __proto__: from then on every object of the application has what a stranger wrote, its options and rights included.',
  sources: [
    { title: 'CWE-1321: prototype pollution', url: 'https://cwe.mitre.org/data/definitions/1321.html' },
    {
      title: 'MDN: JavaScript prototype pollution',
      url: 'https://developer.mozilla.org/docs/Web/Security/Attacks/Prototype_pollution',
    },
  ],
  judge: ({ trace: { polluted } }) =>
    polluted === 'unseen'
      ? notApplicable
      : {
          compared: 1,
          findings: polluted.map((what) => ({
            message: `while the conversation was played, ${what}: take members of an answer over by Object.defineProperty, or into an object without a prototype`,
            adapterPath: 'trace.polluted',
          })),
        },
};
