import { expect, test } from 'vitest';
import { corpusText } from './compare-corpus.ts';

const plain = { bold: (text: string) => text, red: (text: string) => text };
const report = {
  providerApi: 'anthropic',
  adapter: 'reference-anthropic',
  files: 2,
  exchanges: 3,
  calls: 3,
  read: 2,
  facts: 11,
  lost: 1,
  changed: 0,
  invented: 0,
  errors: 1,
  aside: 0,
  notServed: 0,
  contradictory: 1,
  differences: [
    {
      file: 'anthropic-messages/0.json',
      kind: 'lost',
      factKind: 'call',
      message: 'the response has a call at exchanges[0]',
    },
  ],
  errorList: [{ file: 'anthropic-messages/1.json', place: 'exchanges[0]', message: 'TypeError: \u001b[2J\nx' }],
  asideList: [],
  notServedList: [],
  contradictoryList: [{ file: 'anthropic-messages/1.json', place: 'exchanges[1]', message: 'two ends' }],
  unread: [
    { side: 'response', what: 'citation', count: 4 },
    { side: 'response', what: 'compaction', count: 1 },
    { side: 'request', what: 'tool.cache_control', count: 2 },
  ],
} as const;

test('a table, every fault with its place, and what was not read', () => {
  const reading = {
    providers: [report],
    skipped: [{ providerApi: 'google', files: 9, reason: 'there is no wire reader for it' }],
    withoutTraffic: ['mistral'] as const,
    withoutColumn: [{ folder: 'bedrock-invoke', files: 14, reason: 'no column' }],
  };
  expect(corpusText(reading, plain)).toBe(
    [
      'provider API  adapter              files  exchanges  calls  read  facts  lost  changed  invented  errors  contradictory  aside',
      'anthropic     reference-anthropic      2          3      3     2     11     1        0         0       1              1      0',
      '',
      'anthropic: lost call (1)',
      '  anthropic-messages/0.json: the response has a call at exchanges[0]',
      '',
      'anthropic: errors (1)',
      '  anthropic-messages/1.json exchanges[0]: TypeError: \\u001b[2J\\nx',
      '',
      'anthropic: not compared, for it contradicts itself (1)',
      '  anthropic-messages/1.json exchanges[1]: two ends',
      '',
      'anthropic: said, and not compared, for want of a word',
      '  response: citation ×4, compaction ×1',
      '  request: tool.cache_control ×2',
      '',
      'not read yet',
      '  google (9 files): there is no wire reader for it',
      '',
      'columns without real traffic',
      '  mistral',
      '',
      'without a column',
      '  bedrock-invoke (14 files): no column',
      '',
    ].join('\n'),
  );
});

test('nothing read is said as such', () => {
  expect(corpusText({ providers: [], skipped: [], withoutTraffic: [], withoutColumn: [] }, plain)).toBe(
    'no exchange was read\n',
  );
});
