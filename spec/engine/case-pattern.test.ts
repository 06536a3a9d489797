import { expect, test } from 'vitest';
import { adapterIdentity } from './case.ts';
import {
  adapterPart,
  demandMatches,
  matchesAny,
  modePart,
  parsePattern,
  patternForm,
  patternPart,
} from './case-pattern.ts';
import { expand } from './expand.ts';
import { readPlanned } from './plan.ts';

const adapters = [
  adapterIdentity('reference', 'anthropic'),
  adapterIdentity('reference', 'google'),
  adapterIdentity('mine', 'anthropic'),
];
const parts = [
  adapterPart(adapters),
  patternPart('tool', () => ['shell', 'web-search']),
  patternPart('scenario', () => ['call-single', 'search-basic']),
  modePart,
];

test.for([
  ['reference-anthropic', ['reference-anthropic']],
  ['reference', ['reference-anthropic', 'reference-google']],
  ['anthropic/shell', ['reference-anthropic/shell', 'mine-anthropic/shell']],
  ['web-search', ['*/web-search']],
  ['call-single', ['*/*/call-single']],
  ['stream', ['*/*/*/stream']],
  ['*/shell/*/*', ['*/shell']],
  ['mine-anthropic/*/call-single/stream', ['mine-anthropic/*/call-single/stream']],
  ['*', ['*']],
] as const)('parsePattern() reads %s', ([word, patterns]) => {
  expect(parsePattern(word, parts)).toEqual(patterns);
});

test.for([
  ['web-serch', 'unknown adapter, tool, scenario or mode "web-serch"', 'did you mean "web-search"?'],
  ['mine-antropic/shell', 'unknown adapter "mine-antropic"', 'did you mean "mine-anthropic"?'],
  ['*/shel', 'unknown tool "shel"', 'did you mean "shell"?'],
  ['*/*/call-singel', 'unknown scenario "call-singel"', 'did you mean "call-single"?'],
  ['*/*/*/x', 'unknown mode "x"', 'known: complete, stream'],
  ['shell/', '"shell/": not <adapter>/<tool>/<scenario>/<mode>', expect.stringContaining('a part may be *')],
  ['a/b/c/d/e', '"a/b/c/d/e": not <adapter>/<tool>/<scenario>/<mode>', expect.stringContaining('left out')],
  ['', '"": not <adapter>/<tool>/<scenario>/<mode>', expect.stringContaining('one word')],
] as const)('parsePattern() rejects "%s"', ([word, message, hint]) => {
  expect(() => parsePattern(word, parts)).toThrow(expect.objectContaining({ name: 'UserError', message, hint }));
});

test('patternForm() names the parts', () => {
  expect(patternForm([patternPart('provider API', () => []), modePart])).toBe('<provider-api>/<mode>');
});

test('matchesAny() takes in what one of the patterns fits, and all without a pattern', () => {
  const isChosen = matchesAny(['mine-anthropic', '*/shell/*/stream']);
  expect(isChosen(['mine-anthropic', 'web-search', 'search-basic', 'complete'])).toBe(true);
  expect(isChosen(['reference-google', 'shell', 'call-single', 'stream'])).toBe(true);
  expect(isChosen(['reference-google', 'shell', 'call-single', 'complete'])).toBe(false);
  expect(isChosen(['reference-google', 'shell'])).toBe(true);
  expect(isChosen([undefined, 'web-search'])).toBe(true);
  expect(matchesAny([])(['reference-google'])).toBe(true);
});

test('demandMatches() rejects a pattern that nothing fits', () => {
  const all = [['mine-anthropic', 'shell', 'call-single', 'stream']];
  demandMatches(['mine/shell', 'stream'], parts, all);
  expect(() => demandMatches(['mine', 'web-search'], parts, all)).toThrow('no case matches "web-search"');
});

test('no word of the project stands for two parts of a pattern', async () => {
  const { adapters, matrix, scenarios } = await readPlanned();
  const cases = expand(matrix, scenarios, adapters, true);
  const words = [
    ...adapterPart(adapters).ids().keys(),
    ...new Set(cases.map(({ tool }) => tool)),
    ...new Set(cases.map(({ scenario }) => scenario.id)),
    ...modePart.ids().keys(),
  ];
  expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([]);
});
