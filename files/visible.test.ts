import { expect, test } from 'vitest';
import { visible, visibleIn } from './visible.ts';

test('escape sequences and bidirectional overrides are shown, not obeyed', () => {
  expect(visible('\u001b[31mred\u202egnp.exe\r')).toBe('\\u001b[31mred\\u202egnp.exe\\u000d');
});

test('ordinary text, in any script, stays as it is', () => {
  expect(visible('Tromsø ❄ 東京\n\tשלום')).toBe('Tromsø ❄ 東京\n\tשלום');
});

test('in a JSON value every text is made visible, and nothing else changes', () => {
  expect(visibleIn({ a: ['\u001b[2J', 1, null], b: { c: true } })).toEqual({
    a: ['\\u001b[2J', 1, null],
    b: { c: true },
  });
});

test('what cannot be seen is shown: zero-width spaces, tags, lone surrogates', () => {
  expect(visible('a\u200bb\u2060\u{e0041}\ud800')).toBe('a\\u200bb\\u2060\\u{e0041}\\ud800');
  // Scripts and emoji need joiners.
  expect(visible('👩\u200d👧 می\u200cخواهم')).toBe('👩\u200d👧 می\u200cخواهم');
});
