import { expect, test } from 'vitest';
import { WireError } from '../../../spec/contract/index.ts';
import { addressable } from './json.ts';

test('a name stays as it is, whatever it holds', () => {
  expect(['a-1', 'a/b?c', '...', '.a'].map(addressable)).toEqual(['a-1', 'a/b?c', '...', '.a']);
});

test('a name that would lead elsewhere, or is no text, is an error of the wire', () => {
  for (const name of ['', '.', '..', '\ud800']) expect(() => addressable(name)).toThrow(WireError);
});
