import { describe, expect, test } from 'vitest';
import { hostileSample, hostileTexts } from '../fixtures/hostile.ts';
import { sample } from '../fixtures/sample.ts';
import { listed } from '../fixtures/sample-issue.ts';
import { outsideSpans } from '../markdown/fixtures/outside-spans.ts';
import type { Palette } from '../summary/palette.ts';
import { decide } from './decide.ts';
import type { ChangedRecording } from './decision-schema.ts';
import { breakCase, decideOn, inOpenai, passing } from './fixtures/runs.ts';
import { gateMarkdown } from './markdown.ts';
import { gateText } from './text.ts';

const plain: Palette = { green: String, red: String, yellow: String, dim: String, bold: String };

/** A change that adds a known issue and breaks two cells. */
const bad = decideOn(({ before, after }) => {
  breakCase(after, passing);
  breakCase(after, inOpenai);
  before.run.knownIssues = [listed(), listed({ id: 'old' })];
  after.run.knownIssues = [listed({ impact: 'breaks', covers: {} }), listed({ id: 'new' })];
});
Object.assign(bad.knownIssues.added[0] ?? {}, { by: 'Somebody' });

const recordings: ChangedRecording[] = [
  {
    name: 'anthropic/web-search/search-basic.json#sse',
    status: 'changed',
    changes: [
      {
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
      },
      { what: 'noise', kind: 'noise', severity: 'quiet', pointer: '/id', reason: 'made up', count: 7 },
    ],
  },
  { name: 'anthropic/web-search/new.json#sse', status: 'added', changes: [] },
  { name: 'anthropic/web-search/odd.json#sse', status: 'changed', changes: [], problem: 'is no JSON' },
  { name: 'anthropic/web-search/spelled.json#sse', status: 'changed', changes: [] },
];

/** The same bad change, by recordings. */
const recorded = decideOn(({ after }) => breakCase(after, passing), { recordings });

/** Recordings in which everything that is not of this project says something hostile. */
const hostileRecordings = hostileTexts.map((text): ChangedRecording => {
  const [renamed = expect.fail(), noise = expect.fail()] = recordings[0]?.changes ?? [];
  const event = { index: 1, type: text };
  return {
    name: text,
    status: 'changed',
    problem: text,
    changes: [
      { ...renamed, operation: text, pointer: text, before: text, after: text, event },
      { ...noise, reason: text },
    ],
  };
});

/** Everything that is free to say in a run says something hostile, and all that may be wrong is. */
const hostile = decide({
  before: { ...sample().results, cases: [], problems: [] },
  after: (() => {
    const { results } = hostileSample(sample());
    results.run.knownIssues = hostileTexts.map((text) => listed({ id: text, title: text, cause: text, place: text }));
    return results;
  })(),
  base: { name: hostileTexts.join(' ') },
  notes: hostileTexts,
});
const allHostile = { ...hostile, recordings: hostileRecordings };

/** The parts of a text in which some words stand, in the order of the text. */
const order = (text: string, words: readonly string[]) => words.toSorted((a, b) => text.indexOf(a) - text.indexOf(b));

describe('the terminal', () => {
  const text = gateText(bad, plain);

  test('tells of known issues first, then of cells, then why, and the verdict last', () => {
    const parts = ['known issues\n', 'changed cells\n', 'fails regression', 'gate: failed'];
    for (const part of parts) expect(text).toContain(part);
    expect(order(text, parts)).toEqual(parts);
  });

  test('of a known issue: who listed it, what it does, in how many cases, and what became of it', () => {
    expect(text).toContain(
      'added sample-anthropic/new: loses, 1 case, listed by Somebody\n    The library drops citations.',
    );
    expect(text).toContain(
      'covers 0 groups of findings instead of 1, changed (impact) sample-anthropic/citations-lost',
    );
    expect(text).toContain('removed sample-anthropic/old');
  });

  test('of a case: what the wire said and where, what the adapter said, why it matters, and the command', () => {
    expect(text).toContain('function-calling × anthropic, sample: works → in part');
    expect(text).toMatch(
      /returns-function-calls {2}MUST\n.*the response has a call.*\n +kind .*\n +wire .*\n +adapter .*\n +why .*\n +source /,
    );
    expect(text).toMatch(/replay {3}npm run atc -- run/);
    expect(text).toContain('adapters/sample/anthropic/adapter.ts:1');
  });

  test('of recordings: what changed and where, and noise in one line', () => {
    expect(gateText(recorded, plain)).toContain(`recordings: 3 changed, 1 added
  anthropic/web-search/search-basic.json#sse
    breaking  member renamed (2 times)  text → words
              messages.create (sse), exchange 0, response, event 14 content_block_delta, /delta/text
    noise in 7 places: made up
  anthropic/web-search/new.json#sse  added
  anthropic/web-search/odd.json#sse
    cannot be compared: is no JSON
  anthropic/web-search/spelled.json#sse
    formatted differently; the content is the same

changed cells
`);
  });

  test('of an error: what went wrong, and what was found', () => {
    const text = gateText(
      decideOn(({ after, caseOf }) => {
        breakCase(after, passing);
        Object.assign(caseOf(passing), { verdict: 'error', reason: 'the recording lacks an answer' });
      }),
      plain,
    );
    expect(text).toMatch(/: pass → error: the recording lacks an answer\n +returns-function-calls {2}MUST\n/);
    expect(text).toContain('to do    the recording differs from its scenario');
  });

  test('what is hostile does nothing', () => {
    expect(gateText(allHostile, plain)).not.toMatch(/[[\p{Cc}--\n]\u202e\u2066]/v);
  });
});

describe('Markdown', () => {
  test('has the same order', () => {
    const parts = [
      '## Gate: failed',
      '### Known issues',
      '### Changed cells',
      '### A case that passed',
      '- why:',
      '- replay:',
    ];
    const text = gateMarkdown(bad);
    for (const part of parts) expect(text).toContain(part);
    expect(order(text, parts)).toEqual(parts);
    expect(text).toContain('listed by `Somebody`');
  });

  test('recordings come last', () => {
    const text = gateMarkdown(recorded);
    expect(text.slice(text.indexOf('### Recordings'))).toBe(`### Recordings (3 changed, 1 added)

- **changed** \`anthropic/web-search/search-basic.json#sse\`
  - **breaking** \`member renamed (2 times)\`: \`text\` → \`words\`, at \`messages.create (sse), exchange 0, response, event 14 content_block_delta, /delta/text\`
  - \`noise in 7 places: made up\`
- **added** \`anthropic/web-search/new.json#sse\`
- **changed** \`anthropic/web-search/odd.json#sse\`
  - \`cannot be compared: is no JSON\`
- **changed** \`anthropic/web-search/spelled.json#sse\`
  - \`formatted differently; the content is the same\`
`);
  });

  test('hostile content stands in code spans, and nowhere else', () => {
    const own = outsideSpans(gateMarkdown(allHostile));
    expect(own).not.toMatch(/[<>[\]!@\\]|\w:\/\/|http|javascript|evil|pwned/);
  });

  test('it fits into a comment, however much went wrong', () => {
    const long = 'x`'.repeat(100_000);
    const [finding = expect.fail('no finding')] = bad.findings;
    const many = bad.rules.flatMap(({ id }) =>
      Array.from({ length: 200 }, (_, n) => ({
        ...finding,
        rule: id,
        case: `${n}${long}`,
        tool: `${n}`,
        what: long,
        todo: long,
        place: long,
        replay: long,
      })),
    );
    const entries = Array.from({ length: 200 }, () => listed({ id: long, title: long, place: long }));
    const cells = Array.from({ length: 500 }, () => ({ tool: long, providerApi: long, implementation: long }));
    const text = gateMarkdown({
      ...bad,
      findings: many,
      cells,
      recordings: Array.from({ length: 200 }, () => ({ name: long, status: 'added' as const, changes: [] })),
      knownIssues: { added: entries, changed: [], removed: entries },
    });
    expect(text.length).toBeLessThan(65_536);
    expect(text).toContain('… and 475 more;');
    expect(text).toContain('… the rest does not fit;');
    expect(outsideSpans(text)).not.toContain('`');
  });
});

test('a run without changes passes, in text and Markdown', () => {
  const good = decideOn(() => {});
  expect(gateText(good, plain)).toMatch(/^gate: passed; \d+ cases, \d+ compared with main\.json: 0 failures/);
  expect(gateMarkdown(good)).not.toContain('###');
});
