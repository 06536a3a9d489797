import { join } from 'node:path';
import { expect, test } from 'vitest';
import { matrixFolder } from './load.ts';
import { MappingFileSchema } from './mapping.ts';
import { ProviderFileSchema, ToolsFileSchema } from './schema.ts';

/** The schemas as files, for editors and for others; written anew with `vitest run -u`. */
test.each([
  ['tools', ToolsFileSchema],
  ['provider', ProviderFileSchema],
  ['mapping', MappingFileSchema],
])('the published schema of %s files is the one that is used', async (name, schema) => {
  const published = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema };
  const path = join(matrixFolder, 'schemas', `${name}.schema.json`);
  await expect(`${JSON.stringify(published, null, 2)}\n`).toMatchFileSnapshot(path);
});
