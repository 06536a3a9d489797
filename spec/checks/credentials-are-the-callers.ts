import { type Check, type CheckOutcome, contractSource, type JudgedStep, sum } from './check.ts';

export const check: Check = {
  id: 'credentials-are-the-callers',
  level: 'MUST',
  title: 'Requests carry the credentials that the caller gave, and nobody else’s.',
  reason:
    'A key that an SDK finds in the environment bills the wrong account and opens the wrong data; a proof that was changed on the way is refused.',
  sources: [
    contractSource,
    { title: 'RFC 9110, section 11: HTTP Authentication', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-11' },
    {
      title: 'AWS Signature Version 4',
      url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html',
    },
  ],
  judge: ({ steps }) => sum(steps.map(judgeStep)),
};

function judgeStep({ step: { signers = [] }, path }: JudgedStep): CheckOutcome {
  const proved = signers.filter((signer) => signer !== 'nobody');
  const foreign = proved.filter((signer) => signer === 'somebody else').length;
  const message = `${foreign} of ${signers.length} requests carry credentials that are not those, or not all of those, that the caller gave, or something else of the environment; what they hold is not kept`;
  return { compared: proved.length, findings: foreign === 0 ? [] : [{ message, wirePath: `${path}.exchanges` }] };
}
