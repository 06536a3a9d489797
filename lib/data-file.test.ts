import Type from 'typebox';
import { expect, test } from 'vitest';
import { parseData } from './data-file.ts';
import { UserError } from './user-error.ts';

const schema = Type.Object(
  {
    name: Type.String(),
    cells: Type.Record(
      Type.String(),
      Type.Object({ support: Type.Union([Type.Literal('yes'), Type.Literal('no')]) }, { additionalProperties: false }),
    ),
  },
  { $id: 'test.schema.json', additionalProperties: false },
);

function failure(text: string, path: string): UserError {
  try {
    parseData(text, path, schema, 'matrix file');
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('expected an error');
}

test('a value that fits comes back as it is', () => {
  expect(parseData('name: a\ncells: {}\n', 'x.yaml', schema, 'matrix file')).toEqual({ name: 'a', cells: {} });
});

test('a wrong value is located by line and column, in JSON as in YAML', () => {
  expect(failure('{\n "name": "a",\n "cells": {"x": {"support": "maybe"}}\n}', 'x.json').toString()).toContain(
    'x.json:3:29',
  );
  expect(failure('name: a\ncells:\n  x:\n    support: maybe\n', 'x.yaml').toString()).toBe(
    'x.yaml:4:14: /cells/x/support is "maybe"; expected "yes" or "no"\n  → this matrix file does not fit its schema (test.schema.json)',
  );
});

test('a mistyped member gets a suggestion', () => {
  expect(failure('name: a\ncells:\n  x: {supprt: yes, support: "no"}\n', 'x.yaml').message).toContain(
    'did you mean "support"?',
  );
});

test('text that does not parse names the place', () => {
  expect(failure('{\n "name": \n}', 'x.json').where).toMatch(/^x\.json/);
  expect(failure('name: [a\ncells: {}\n', 'x.yaml').where).toMatch(/^x\.yaml:\d+:\d+$/);
});

test('of a file that is wrong in hundreds of thousands of places, the first few are told', () => {
  const list = Type.Array(Type.Object({ name: Type.String() }));
  const text = `[${'{},'.repeat(200_000)}{}]`;
  try {
    parseData(text, 'x.json', list, 'list');
    expect.fail('it was read');
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    expect(String(error).split('\n')).toHaveLength(6);
  }
});
