import { describe, expect, it } from 'vitest';
import { glossary, glossaryRule } from './glossary.ts';

const rule = glossaryRule({
  places: [
    { files: '\\.md$', read: 'prose' },
    { files: '\\.(yaml|ts)$', read: 'members', members: ['title', 'purpose'] },
    { files: '^messages/', read: 'strings' },
    { files: '^comments/', read: 'comments' },
  ],
  words: { 'told|untold': 'reported', 'is no(?! longer)': 'is not a' },
  ids: [{ of: 'scenarios', files: '\\.yaml$', find: '^ *- id: ([a-z-]+)$', begins: ['call', 'stream-error'] }],
  notInIds: ['whose'],
});
const found = (path: string, text: string) => rule({ path, text }).map(({ where, message }) => `${where} ${message}`);

describe('glossary', () => {
  it('names place, word and replacement in Markdown', () => {
    expect(found('a.md', '# Title\n\nAn error is\ntold.\n')).toEqual(['a.md:4 "told" → reported']);
    expect(found('a.md', 'That Is no\nerror.')).toEqual(['a.md:1 "Is no" → is not a']);
  });

  it.each([
    'An error is reported. It is no longer there.',
    'The member `told` and the value `is no`.',
    '```sh\necho told\n```',
    '[text](told.md), https://example.com/told, <img alt="told">',
    'The message is "told".',
    'A stool and a told-ish thing.',
  ])('passes %j', (text) => expect(found('a.md', text)).toEqual([]));

  it('reads the members named, in YAML and TypeScript', () => {
    expect(found('a.yaml', '  title: Reports what is told\n  user: told\n')).toEqual(['a.yaml:1 "told" → reported']);
    expect(found('a.ts', "f({ title: 'It is told', id: 'told' });\n  purpose:\n    'untold',")).toEqual([
      'a.ts:1 "told" → reported',
      'a.ts:3 "untold" → reported',
    ]);
    expect(found('a.yaml', '  purpose: >-\n    A call\n    is told.\n  user: told\n')).toEqual([
      'a.yaml:3 "told" → reported',
    ]);
    expect(found('a.ts', 'f({ title: \'The value "told" is sent\', other: `told` });')).toEqual([]);
  });

  it('reads texts of several words, or comments', () => {
    expect(found('messages/a.js', "f('told', 'nothing is told');")).toEqual(['messages/a.js:1 "told" → reported']);
    expect(found('comments/a.js', "f('told you'); // told\n/** told */")).toHaveLength(2);
  });

  it('names ids that begin otherwise, have words that none has, or are too long', () => {
    expect(found('a.yaml', '- id: call-single\n- id: stream-error-late\n- id: call')).toEqual([]);
    expect(found('a.yaml', '- id: caller-whose-gone')).toEqual([
      'a.yaml:1 "caller-whose-gone": begins with none of call, stream-error',
      'a.yaml:1 "caller-whose-gone": "whose" is not a word of ids',
    ]);
    expect(found('a.yaml', `- id: call-${'x'.repeat(45)}`)).toHaveLength(1);
  });
});

it("the project's own glossary is read", () => {
  const text = (word: string) => glossary({ path: 'docs/architecture.md', text: word }).map(({ message }) => message);
  expect(text('What came back in pieces is told.')).toHaveLength(2);
  expect(text('A request for leave')).toEqual(['"for leave" → approval, approval request']);
  expect(text('Leave out the option. Connection refused by the provider.')).toEqual([]);
});
