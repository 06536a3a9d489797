import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { validatorFor } from '../files/validator.ts';
import { repositoryFolder } from '../spec/engine/discover.ts';
import { publishedSchemas } from './published-schemas.ts';

const folder = join(repositoryFolder, 'schemas');
const schemas = publishedSchemas();

test('the committed schemas are those of the sources (mend: npm run atc -- schemas)', async () => {
  expect((await readdir(folder)).sort()).toEqual(Object.keys(schemas).sort());
  for (const [name, schema] of Object.entries(schemas)) {
    expect(JSON.parse(await readFile(join(folder, name), 'utf8')), name).toEqual(schema);
  }
});

test('every published schema compiles, and the contract’s definitions refuse what is not theirs', () => {
  for (const schema of Object.values(schemas)) expect(validatorFor(schema as object as never)).toBeTypeOf('function');
  const ofTool = validatorFor({ ...(schemas['contract.schema.json'] as object), $ref: '#/$defs/Tool' } as never);
  expect(ofTool({ type: 'function', name: 'f', parameters: {} })).toBe(true);
  expect(ofTool({ type: 'function', name: 'f', parameters: {}, extra: 1 })).toBe(false);
  expect(ofTool({ type: 'unknown' })).toBe(false);
});
