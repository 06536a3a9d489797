import { expect, test } from 'vitest';
import { escapeControl, escapeControlDeep, truncate, truncateDeep } from './escape-control-characters.ts';

test('escape sequences and bidirectional overrides are shown, not obeyed', () => {
  expect(escapeControl('\u001b[31mred\u202egnp.exe\r')).toBe('\\u001b[31mred\\u202egnp.exe\\u000d');
});

test('ordinary text, in any script, stays as it is', () => {
  expect(escapeControl('Tromsø ❄ 東京\n\tשלום')).toBe('Tromsø ❄ 東京\n\tשלום');
});

test('in a JSON value every text is made visible, and nothing else changes', () => {
  expect(escapeControlDeep({ a: ['\u001b[2J', 1, null], b: { c: true } })).toEqual({
    a: ['\\u001b[2J', 1, null],
    b: { c: true },
  });
});

test('what cannot be seen is shown: zero-width spaces, tags, lone surrogates', () => {
  expect(escapeControl('a\u200bb\u2060\u{e0041}\ud800')).toBe('a\\u200bb\\u2060\\u{e0041}\\ud800');
  // Scripts and emoji need joiners.
  expect(escapeControl('👩\u200d👧 می\u200cخواهم')).toBe('👩\u200d👧 می\u200cخواهم');
});

test.each<[string, number, string]>([
  ['short', 10, 'short'],
  ['exactly ten', 11, 'exactly ten'],
  ['0123456789', 4, '0123… (6 more)'],
  ['🙂'.repeat(5), 5, '🙂'.repeat(5)],
  ['🙂'.repeat(6), 5, `${'🙂'.repeat(5)}… (1 more)`],
  ['x'.repeat(5_000_000), 3, 'xxx… (4999997 more)'],
])('cut to $1', (text, longest, expected) => {
  expect(truncate(text, longest)).toBe(expected);
});

test('long lists, long texts, many members and deep nesting are cut, and what was is said', () => {
  const bounds = { text: 3, members: 2, levels: 3 };
  expect(truncateDeep({ a: 'xxxxx', b: [1, 2, 3], c: 1 }, bounds)).toEqual({
    a: 'xxx… (2 more)',
    b: [1, 2, '… (1 more)'],
    '…': '1 more',
  });
  expect(truncateDeep([[[[1]]]], bounds)).toEqual([[['… (nested too deeply)']]]);
  expect(truncateDeep(JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`), bounds)).toEqual([
    [['… (nested too deeply)']],
  ]);
  const free = { __proto__: null, a: { b: true, c: null } };
  expect(truncateDeep(free, bounds)).toEqual({ a: { b: true, c: null } });
  expect(truncateDeep(JSON.parse('{"__proto__": {"polluted": 1}}'), { ...bounds, text: 20 })).toEqual(
    JSON.parse('{"__proto__": {"polluted": 1}}'),
  );
});
