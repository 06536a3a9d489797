import type { Citation } from '../contract/index.ts';
import { type Check, type CheckOutcome, contractSource, type JudgedAnswer, sum } from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

const equalWire = factsEqualWire(['citation'], 'MUST');

export const check: Check = {
  id: 'citations-equal-wire',
  level: 'MUST',
  title: 'Every citation on the wire is returned with its source, and no other; what is called a URL is one.',
  reason:
    'An answer from the web without its sources cannot be checked, and most providers oblige callers to show them.',
  sources: [contractSource, { title: 'M.E.AI CitationAnnotation' }],
  judge: (context) => sum([equalWire(context), ...context.steps.map(wellNamed)]),
};

/** A source has one name: an address that can be followed, or what the provider calls a file. */
function wellNamed({ step, path }: JudgedAnswer): CheckOutcome {
  const cited = (step.response?.messages ?? []).flatMap(({ contents }, m) =>
    contents.flatMap((content, c) => {
      const annotations = content.type === 'text' ? (content.annotations ?? []) : [];
      return annotations.map((citation, a) => ({
        citation,
        adapterPath: `${path}.response.messages[${m}].contents[${c}].annotations[${a}]`,
      }));
    }),
  );
  const findings = cited.flatMap(({ citation, adapterPath }) => {
    const message = misnamed(citation);
    return message === undefined ? [] : [{ message, adapterPath, adapter: citation }];
  });
  return { compared: cited.length, findings };
}

function misnamed({ url, fileId }: Citation): string | undefined {
  if (url !== undefined && !URL.canParse(url)) return `the source's URL is "${url}", which is none`;
  return url !== undefined && url === fileId ? `the source "${url}" is told as an address and as a file` : undefined;
}
