import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { wireDocument, wireSchemasFolder } from './document.ts';
import { fitOf } from './fit.ts';

const closed = (properties: JsonObject, required: readonly string[] = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const text = { type: 'string' };

const unfit = fitOf({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'a wire',
  from: [],
  $defs: {
    Text: closed({ type: { const: 'text' }, text }),
    Image: closed({ type: { const: 'image' }, url: text, detail: { enum: ['low', 'high'] } }, ['type', 'url']),
    Search: closed({ type: { enum: ['search', 'search_v2'] }, name: { const: 'search' } }),
    Custom: closed({ type: { type: ['string', 'null'], enum: ['custom', null] }, schema: {} }, ['schema']),
    Block: { anyOf: [{ $ref: '#/$defs/Text' }, { $ref: '#/$defs/Image' }] },
    Tool: { anyOf: [{ $ref: '#/$defs/Search' }, { $ref: '#/$defs/Custom' }, { $ref: '#/$defs/Text' }] },
    Content: { anyOf: [text, { type: 'array', items: { $ref: '#/$defs/Block' } }] },
    Untagged: { anyOf: [closed({ a: text, b: text }), closed({ a: text, c: { type: 'number' } })] },
    Keyed: { anyOf: [closed({ said: text }), closed({ called: closed({ id: text, name: text, input: {} }) })] },
    Answer: { ...closed({ id: text, tier: text }), newlyRequired: ['tier'] },
    Name: { anyOf: [{ const: 'auto' }, { enum: ['none', 'any'] }] },
    Count: { type: 'integer' },
    Counts: { type: 'object', additionalProperties: { $ref: '#/$defs/Count' } },
    Lost: { $ref: '#/$defs/Nowhere' },
  },
});

const problems = (...asked: Parameters<typeof unfit>) =>
  unfit(...asked).map(({ kind, path, message }) => `${kind} ${path || 'the value'} ${message}`);

describe('what does not fit', () => {
  it('is nothing where all fits', () => {
    expect(
      unfit('Content', [
        { type: 'text', text: 'a' },
        { type: 'image', url: 'b' },
      ]),
    ).toEqual([]);
    expect(unfit('Content', 'a')).toEqual([]);
    expect(unfit('Tool', { schema: 1 })).toEqual([]);
    expect(unfit('Tool', { type: null, schema: 1 })).toEqual([]);
  });

  it('is told by the branch that the tag names, and by no other', () => {
    expect(problems('Content', [{ type: 'image', url: 1, detail: 'huge', extra: true }])).toEqual([
      "extra [0].extra is no member that the provider's types have there: detail, type, url",
      'failure [0].url is number 1; expected string',
      'failure [0].detail is "huge"; expected "low" or "high"',
    ]);
  });

  it('is the tag itself where no branch has it', () => {
    expect(problems('Block', { type: 'txt', text: 'a' })).toEqual([
      'failure .type is "txt"; expected "text" or "image"',
    ]);
    expect(problems('Block', { text: 'a' })).toEqual(['failure .type is missing']);
  });

  it('is a constant of the branch that another tag names', () => {
    expect(problems('Tool', { type: 'search_v2', name: 'find' })).toEqual([
      'failure .name is "find"; expected "search"',
    ]);
  });

  it('is the type where no branch takes it', () => {
    expect(problems('Content', 5)).toEqual(['failure the value is number 5; expected string or array']);
  });

  it('is told by the nearest branch where nothing names one', () => {
    expect(problems('Untagged', { a: 'x', c: 1, d: 2 })).toEqual([
      'extra .d is no member that the provider\'s types have there; did you mean "a"?',
    ]);
  });

  it('is told by the branch whose only member is there, however little of it fits', () => {
    expect(problems('Keyed', { called: { id: 1, name: 2 } })).toEqual([
      'failure .called.input is missing',
      'failure .called.id is number 1; expected string',
      'failure .called.name is number 2; expected string',
    ]);
  });

  it('is every value that a union of constants has', () => {
    expect(problems('Name', 'all')).toEqual(['failure the value is "all"; expected "auto" or "none" or "any"']);
  });

  it('is a warning where a member is newly required, and a failure where it always was', () => {
    expect(problems('Answer', {})).toEqual(['failure .id is missing', 'missing .tier is missing']);
  });

  it('keeps apart what names alone could confuse', () => {
    expect(problems('Content', [{ type: 'constructor' }])).toHaveLength(1);
    expect(problems('Answer', { id: 'a', tier: 'b', __proto__x: 1, 'a/b~c': 2 })).toHaveLength(2);
  });
});

describe('fitOf', () => {
  it('takes whole numbers alone for integers, below every other member too', () => {
    expect(problems('Counts', { a: 1, b: 1.5 })).toEqual(['failure .b is number 1.5; expected integer']);
  });

  it('throws for a definition that the document lacks', () => {
    expect(() => unfit('Lost', 1)).toThrow('the wire schemas "a wire" have no definition "Nowhere"');
  });

  it.each(readdirSync(wireSchemasFolder))('knows every keyword of %s', (file) => {
    const { $defs } = wireDocument(file.replace('.json', ''));
    const words = Object.values($defs).flatMap(keywordsOf);
    expect(words.filter((word) => !known.has(word))).toEqual([]);
  });
});

/** Keywords that fitOf compares, and those that assert nothing. */
const known = new Set(
  'type enum const properties required additionalProperties items anyOf $ref newlyRequired format'.split(' '),
);

function keywordsOf(schema: Json): string[] {
  if (!isObject(schema)) return [];
  const { properties, anyOf, items, additionalProperties } = schema;
  const inner = [
    ...Object.values(properties ?? {}),
    ...((anyOf ?? []) as Json[]),
    items ?? null,
    additionalProperties ?? null,
  ];
  const alone =
    (schema.$ref ?? anyOf)
      ? Object.keys(schema)
          .slice(1)
          .map((word) => `${word} beside a reference or union`)
      : [];
  return [...Object.keys(schema), ...alone, ...inner.flatMap(keywordsOf)];
}

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null;
