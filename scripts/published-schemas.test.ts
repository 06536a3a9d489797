import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { canonicalJson, type Json } from '../lib/canonical-json.ts';
import { validatorFor } from '../lib/validator.ts';
import { contractVersion } from '../spec/contract/index.ts';
import { repositoryFolder } from '../spec/engine/discover.ts';
import { publishedSchemas, withNamedParts } from './published-schemas.ts';

const folder = join(repositoryFolder, 'schemas');
const schemas = publishedSchemas();

test('the committed schemas are those of the sources (run: npm run schemas)', async () => {
  const there = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  expect(there.sort()).toEqual(Object.keys(schemas).sort());
  for (const [name, schema] of Object.entries(schemas)) {
    expect(JSON.parse(await readFile(join(folder, name), 'utf8')), name).toEqual(schema);
  }
});

test('every published schema is one, and compiles, and the contract’s definitions refuse what is not theirs', () => {
  for (const schema of Object.values(schemas)) expect(validatorFor(schema as object as never)).toBeTypeOf('function');
  const ajv = new Ajv2020({ strict: false, discriminator: true });
  for (const [name, schema] of Object.entries(schemas)) expect(ajv.validateSchema(schema as object), name).toBe(true);
  const ofTool = validatorFor({ ...(schemas['contract.schema.json'] as object), $ref: '#/$defs/Tool' } as never);
  expect(ofTool({ type: 'function', name: 'f', parameters: {} })).toBe(true);
  expect(ofTool({ type: 'function', name: 'f', parameters: {}, extra: 1 })).toBe(false);
  expect(ofTool({ type: 'unknown' })).toBe(false);
});

/** SHA-256 of what each version says, descriptions aside. */
const frozen: Readonly<Record<string, string>> = {
  '1.0.0': '712db5e270174ebeaa24153ad637f7093edc1bb174fc35195bd7fa979a398376',
  '1.1.0': 'bcc34780245604ebca252273ca8c10f9a3f82b197d96741c3b3498a28ebfe359',
  '1.2.0': '80f167a1092f589534414d99dba9ae5a100184e2c9249336c7359069cf654d77',
  '1.3.0': '329b321ddc70c64b1f5868db2f0fe91d7de52233e73b7d1969275aeeb856ca8f',
  '1.4.0': '6e51700e3d50dd56100c574a19fc6577a34e942a26ecd5c2b13c879f83d357f5',
  '1.5.0': 'e627830baabdb4e4758c1895e56196b3a84d13bf2c6ebc689ea11e8827d4e5d4',
};

test('what a version of the contract says does not change', () => {
  const said = canonicalJson(withoutWords(schemas['process.schema.json'] as Json));
  const sha256 = createHash('sha256').update(said).digest('hex');
  const advice =
    'The contract says something else than its version: raise contractVersion (minor: additions, major: the rest) and add its fingerprint.';
  expect(sha256, advice).toBe(frozen[contractVersion]);
});

/** A schema without what only explains it; a member of that name is another thing, and stays. */
function withoutWords(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutWords);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([name, value]) =>
      !(['description', 'examples'].includes(name) && (typeof value === 'string' || Array.isArray(value))),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutWords(value)]));
}

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
