import { expect, test } from 'vitest';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { ChatResponse } from '../contract/index.ts';
import { settledBy } from './settled.ts';
import type { Step } from './trace.ts';

const step = (text: string | undefined, exchanges: number): Step => ({
  turn: 0,
  messages: [],
  options: {},
  exchanges: Array.from({ length: exchanges }, () => ({}) as Exchange),
  unexpected: [],
  listenersLeft: 0,
  ...(text === undefined
    ? {}
    : { response: { messages: [{ role: 'assistant', contents: [{ type: 'text', text }] }] } as ChatResponse }),
});

const usual = { steps: [step('first', 1), step('second', 2), step('third', 1)] };

test('what follows is known behind the call whose answer had the fault, where it came out as usual', () => {
  const first = step('first', 1);
  const second = step('second', 2);
  for (const nth of [1, 2]) {
    expect(settledBy(usual, nth)([first])).toBe(false);
    expect(settledBy(usual, nth)([first, second])).toBe(true);
  }
  expect(settledBy(usual, 0)([first])).toBe(true);
});

test('it is not known where the call came out otherwise, or with an error; nor later, for what was said before was something else', () => {
  expect(settledBy(usual, 0)([step('another', 1)])).toBe(false);
  expect(settledBy(usual, 0)([step(undefined, 1)])).toBe(false);
  expect(settledBy(usual, 0)([step('another', 1), step('second', 2)])).toBe(false);
  expect(settledBy(usual, 0)([])).toBe(false);
});
