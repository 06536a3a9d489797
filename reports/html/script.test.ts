import { expect, test } from 'vitest';
import { pageCode } from './script.ts';

test('the code of the page is one short script, alone, that can stand within an element', async () => {
  const code = await pageCode();
  expect(code.length).toBeLessThan(20_000);
  expect(code).not.toMatch(/<\/script|<!--|\bimport\b|\bfetch\b|innerHTML|\beval\b/);
});
