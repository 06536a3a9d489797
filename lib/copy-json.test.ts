import { expect, test } from 'vitest';
import { copyJson } from './copy-json.ts';

class Made {
  readonly own = 1;
  readonly left = undefined;
  get inherited(): number {
    return 2;
  }
}

const cases: readonly (readonly [string, unknown])[] = [
  ['a text', 'with a lone surrogate \ud800'],
  ['numbers', [0, -0, 1.5, Number.NaN, Number.POSITIVE_INFINITY]],
  ['nothing', undefined],
  ['a function', () => 1],
  ['what is left out of an object', { a: undefined, b: () => 1, c: Symbol('c'), d: null, [Symbol('e')]: 1 }],
  ['what is null in a list', Object.assign([undefined, () => 1, Symbol('c'), null], { 6: 1 })],
  ['what writes itself', { at: new Date(0), url: new URL('https://a.example/'), buffer: Buffer.from('a') }],
  ['what writes itself as nothing', { a: { toJSON: () => undefined }, b: [{ toJSON: () => undefined }] }],
  ['what writes itself as an object', { toJSON: () => ({ a: { toJSON: () => 1 } }) }],
  ['an instance', new Made()],
  ['maps, sets, errors and bytes', [new Map([[1, 2]]), new Set([1]), new Error('no'), new Uint8Array([1, 2])]],
  ['boxed values', [Object(1), Object('a'), Object(true)]],
  ['names that are numbers', { b: 1, 2: 1, a: 1, 1: 1 }],
  ['a member that is named as the prototype', JSON.parse('{"__proto__":{"a":1}}')],
  ['raw JSON', { a: (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON('1.50') }],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
];

test.each(cases)('%s is as JSON has it', (_, value) => {
  const text = JSON.stringify(value);
  const copy = copyJson(value);
  const again = text === undefined ? undefined : JSON.parse(text);
  expect(copy).toStrictEqual(again);
  expect(JSON.stringify(copy)).toBe(JSON.stringify(again));
});

test('a copy shares nothing with the value', () => {
  const value = { a: [{ b: 1 }] };
  const copy = copyJson(value) as typeof value;
  (copy.a[0] as { b: number }).b = 2;
  expect(value).toEqual({ a: [{ b: 1 }] });
});

test('objects are replaced at any depth', () => {
  const replace = (object: object) => (object instanceof Uint8Array ? Buffer.from(object).toString('base64') : object);
  expect(copyJson({ a: [new Uint8Array([1, 2])] }, replace)).toEqual({ a: ['AQI='] });
});

test('what JSON cannot hold is refused as JSON refuses it', () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  expect(() => copyJson(cycle)).toThrow(/circular/);
  expect(() => copyJson([1n])).toThrow(TypeError);
});
