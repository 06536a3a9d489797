import { type Check, type CheckOutcome, contractSource, type JudgedStep, notApplicable, sum } from './check.ts';

export const check: Check = {
  id: 'retries-bounded',
  level: 'MUST',
  title:
    'A request is sent again no more often than settings allow, not before the provider says, and never once it was being answered.',
  reason:
    'A client that asks for ever keeps a service down and a bill growing; one that asks too early is refused again; one that asks again after words were seen says them twice, and calls tools twice.',
  sources: [
    contractSource,
    { title: 'ClientSettings of the contract: retries' },
    { title: 'RFC 9110, section 10.2.3: Retry-After', url: 'https://www.rfc-editor.org/rfc/rfc9110#name-retry-after' },
  ],
  of: ['scenario', 'fault'],
  judge: ({ steps }) => sum(steps.map(judgeStep)),
};

function judgeStep({ step: { refused }, path }: JudgedStep): CheckOutcome {
  if (!refused) return notApplicable;
  const { what, again, allowed, waited, wait = 0 } = refused;
  const times = `the request was sent ${again} more ${again === 1 ? 'time' : 'times'}`;
  const tooOften =
    again > allowed
      ? [`${what}; ${times}, and ${allowed === 0 ? 'it should not have been' : `${allowed} were allowed`}`]
      : [];
  const tooEarly =
    again > 0 && again <= allowed && waited < wait
      ? [`${what}; ${times}, after ${waited} ms, and the answer said to wait ${wait} ms`]
      : [];
  const findings = [...tooOften, ...tooEarly].map((message) => ({ message, adapterPath: `${path}.exchanges` }));
  return { compared: 1, findings };
}
