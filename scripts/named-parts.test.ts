import { expect, test } from 'vitest';
import { withNamedParts } from './named-parts.ts';

const point = { title: 'Point', type: 'object', properties: { x: { type: 'number' } } };
const line = {
  title: 'Line',
  type: 'object',
  properties: { from: point, to: { ...point, description: 'where it ends' } },
};

test('what has a title and occurs more than once is said once, and keeps its description where it is', () => {
  expect(withNamedParts({ type: 'object', properties: { line } })).toEqual({
    type: 'object',
    properties: {
      line: {
        title: 'Line',
        type: 'object',
        properties: { from: { $ref: '#/$defs/Point' }, to: { $ref: '#/$defs/Point', description: 'where it ends' } },
      },
    },
    $defs: { Point: point },
  });
});

test('parts of a part that is said once are counted once, and members that are called as a word are no words', () => {
  const { $defs } = withNamedParts({ anyOf: [line, { properties: { items: line, title: point } }] });
  expect(Object.keys($defs as object)).toEqual(['Line', 'Point']);
  expect(withNamedParts({ properties: { title: point } })).toEqual({ properties: { title: point } });
});

test('two parts of one title cannot both be named', () => {
  const other = { ...point, required: ['x'] };
  expect(() => withNamedParts({ $id: 'a.json', anyOf: [point, point, other, other] })).toThrow('two parts of a.json');
});
