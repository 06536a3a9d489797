import { expect, test } from 'vitest';
import type { Change } from '../../recordings/review/change.ts';
import { hostileTexts } from '../../reports/html/fixtures/hostile.ts';
import { outsideSpans } from '../../reports/markdown/fixtures/outside-spans.ts';
import type { Compared } from './flip.ts';
import type { Review } from './review.ts';
import { reviewMarkdown } from './review-markdown.ts';
import { reviewText } from './review-text.ts';

const plain = (text: string) => text;
const colour = { green: plain, red: plain, yellow: plain, dim: plain, bold: plain };

const renamed: Change = {
  what: 'member renamed',
  kind: 'contract',
  severity: 'breaking',
  operation: 'messages.create',
  transport: 'sse',
  exchange: 0,
  side: 'response',
  event: { index: 14, type: 'content_block_delta' },
  pointer: '/delta/text',
  before: 'text',
  after: 'words',
  count: 2,
};
const noise: Change = { what: 'noise', kind: 'noise', severity: 'quiet', pointer: '/id', reason: 'made up', count: 7 };

const flip: Compared = {
  case: 'reference-anthropic/web-search/cited-answer/stream',
  kind: 'scenario',
  tool: 'web-search',
  providerApi: 'anthropic',
  adapter: 'reference-anthropic',
  implementation: 'reference',
  scenario: 'cited-answer',
  mode: 'stream',
  before: { verdict: 'pass' },
  after: { verdict: 'fail', reason: 'text-equals-wire: lost' },
  direction: 'worse',
  checks: [{ check: 'text-equals-wire', level: 'MUST', before: 'pass', after: 'fail', finding: 'the text is lost' }],
};

const review: Review = {
  before: 'HEAD (0123456789)',
  after: 'the working tree',
  cassettes: [
    { name: 'anthropic/web-search/cited-answer.sse.har', status: 'changed', changes: [renamed, noise] },
    { name: 'anthropic/web-search/new.sse.har', status: 'added', changes: [] },
    { name: 'anthropic/web-search/odd.sse.har', status: 'changed', changes: [], problem: 'is no JSON' },
  ],
  played: 8,
  flips: [flip],
  aside: [],
};

test('a terminal is told what changed, which cells flip by which check, and what to do', () => {
  expect(reviewText(review, colour)).toBe(`recordings: 2 changed, 1 added; the working tree against HEAD (0123456789)

anthropic/web-search/cited-answer.sse.har
  breaking  member renamed (2 times)  text → words
            messages.create (sse), exchange 0, response, event 14 content_block_delta, /delta/text
  noise in 7 places: made up

anthropic/web-search/new.sse.har  added

anthropic/web-search/odd.sse.har
  cannot be compared is no JSON

8 cases played with both: 1 worse, 0 better, 0 otherwise

web-search/anthropic
  worse  pass → fail  reference-anthropic/web-search/cited-answer/stream
         text-equals-wire: the text is lost

→ fail: mend the adapter that the finding names; what a foreign one cannot do goes into its exceptions.yaml, with a public source
→ all that was found of a case, once npm run conformance has run: npm run atc -- explain <case>
`);
});

test('where nothing differs, that is all that is said', () => {
  const none = { ...review, cassettes: [], flips: [], played: 0 };
  expect(reviewText(none, colour)).toBe('recordings: none differ; the working tree against HEAD (0123456789)\n');
  expect(reviewMarkdown(none)).not.toContain('###');
});

test('a changed contract that no case noticed, recordings that no case plays, and those that lie aside, are pointed at', () => {
  expect(reviewText({ ...review, flips: [] }, colour)).toContain('→ the contract changed and no case came out worse');
  expect(reviewText({ ...review, flips: [], played: 0 }, colour)).toContain('→ no case plays these recordings');
  expect(reviewText({ ...review, aside: ['a/b/c.json.har'] }, colour)).toContain(
    'npm run atc -- diff recordings/aside',
  );
});

/** Everything that is not of this project says something hostile. */
function hostile(text: string): Review {
  const { reason: _, ...rest } = renamed;
  const change: Change = {
    ...rest,
    operation: text,
    pointer: text,
    before: text,
    after: text,
    event: { index: 1, type: text },
  };
  return {
    ...review,
    after: text,
    cassettes: [{ name: text, status: 'changed', changes: [change, { ...noise, reason: text }], problem: text }],
    flips: [
      {
        ...flip,
        case: text,
        tool: text,
        after: { verdict: 'error', reason: text },
        checks: flip.checks.map((c) => ({ ...c, check: text, finding: text })),
      },
    ],
  };
}

test.each(hostileTexts)('%j stands in code spans, and acts on no terminal', (text) => {
  const own = outsideSpans(reviewMarkdown(hostile(text)));
  expect(own).not.toMatch(/[<>[\]!@\\]|http|javascript|evil|pwned/);
  expect(own.match(/^#+ .*/gm)).toEqual([
    '## Recordings: 1 cases come out worse',
    '### Cells',
    '### What to do',
    '### What changed',
  ]);
  expect(reviewText(hostile(text), colour)).not.toMatch(/[[\p{Cc}--[\n\t]]\p{Cs}\u202e\u2066\u200b]/v);
});

test('it fits into a comment, however much changed', () => {
  const long = hostile('`'.repeat(100_000));
  const many = <T>(list: readonly T[]): T[] => Array.from({ length: 2000 }, () => list[0] as T);
  const cassettes = many(long.cassettes).map((c) => ({ ...c, changes: many(c.changes) }));
  const flips = many(long.flips).map((f, n) => ({ ...f, tool: `${n}${f.tool}` }));
  const text = reviewMarkdown({ ...long, cassettes, flips });
  expect(text.length).toBeLessThan(65_536);
  expect(text).toContain('more lines; `npm run atc -- diff --json` has all.');
});
