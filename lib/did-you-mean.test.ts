import { expect, test } from 'vitest';
import { didYouMean } from './did-you-mean.ts';

test('a word that is nearly known is suggested', () => {
  expect(didYouMean('web-serach', ['web-search', 'shell'])).toBe('did you mean "web-search"?');
});

test('else what is known is listed, in order', () => {
  expect(didYouMean('x', ['web-search', 'shell'])).toBe('known: shell, web-search');
  expect(didYouMean('x', [])).toBe('known: (none)');
});

test('lists the five most similar of hundreds of ids', () => {
  const many = Array.from({ length: 300 }, (_, n) => `conversation-${'x'.repeat(n)}`);
  const said = didYouMean('chat', [...many, 'chatter-box']);
  expect(said).toMatch(/^did you mean: chatter-box, conversation-, .*, … \(301 in total\)$/);
  expect(said.length).toBeLessThan(400);
});
