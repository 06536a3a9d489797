import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { isNightly } from '../../../lib/nightly-tests.ts';
import type { CassetteFile } from '../../../recordings/format/cassette.ts';
import { listCassettes } from '../../../recordings/format/cassette-path.ts';
import { wireDocument, wireSchemasFolder } from './column.ts';
import { fitOf } from './validate.ts';

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
    Item: { anyOf: [closed({ id: text }), closed({ parts: { type: 'array', items: { $ref: '#/$defs/Answer' } } })] },
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

  it('chooses the branch of a union regardless of newly required members', () => {
    expect(problems('Item', { parts: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] })).toEqual([
      'missing .parts[0].tier is missing',
      'missing .parts[1].tier is missing',
      'missing .parts[2].tier is missing',
    ]);
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

/** What fits is the same as for ajv, a complete validator: recorded answers, and the same with one member removed, added or of another type. */

const subjects = [
  ['anthropic', 'Message', 'anthropic/web-search/'],
  ['openai-responses', 'Response', 'openai-responses/code-interpreter/'],
  ['bedrock-runtime', 'ConverseResponse', 'bedrock-converse/function-calling/'],
] as const;

/** Largest number of recorded answers of a definition. */
const most = 4;

/** The largest, which takes ajv the longest to compile, is compared every night. */
test.for(isNightly ? subjects : subjects.filter(([source]) => source !== 'openai-responses'))(
  '%s: %s',
  async ([source, name, recorded]) => {
    const document = wireDocument(source);
    const misfitsOf = fitOf(document);
    const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
    ajv.addSchema(document, source);
    const isValid = ajv.getSchema(`${source}#/$defs/${name}`) ?? expect.fail('no such definition');
    const paths = (await listCassettes()).filter((path) => path.includes(recorded));
    const bodies = paths.flatMap(answersIn).slice(0, most);
    expect(bodies.length).toBeGreaterThan(2);
    const found = { fitting: 0, unfit: 0 };
    for (const value of bodies.flatMap((body) => [body, ...changed(body)])) {
      const fits = misfitsOf(name, value).length === 0;
      expect(fits, JSON.stringify(value)).toBe(isValid(value));
      found[fits ? 'fitting' : 'unfit'] += 1;
    }
    expect(Math.min(found.fitting, found.unfit)).toBeGreaterThan(10);
  },
);

function answersIn(path: string): Json[] {
  const { json } = JSON.parse(readFileSync(path, 'utf8')) as CassetteFile;
  return (json?.exchanges ?? []).flatMap(({ response }) =>
    response.status === 200 && response.json !== undefined ? [response.json as Json] : [],
  );
}

/** The value with one change at one place, for each place and change. */
function changed(value: Json): Json[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, i) => changed(item).map((other) => value.with(i, other)));
  }
  if (!isJsonObject(value)) return [value === null ? 'text' : null, 1.5, [], {}];
  return [
    { ...value, another: 1 },
    ...Object.entries(value).flatMap(([key, member]) => {
      const { [key]: _, ...others } = value;
      return [others, ...changed(member).map((other) => ({ ...value, [key]: other }))];
    }),
  ];
}
