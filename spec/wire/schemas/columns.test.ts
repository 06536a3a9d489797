import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { providerApiIds } from '../../../matrix/ids.ts';
import { loadMatrix } from '../../../matrix/load.ts';
import { providerOf } from '../../../matrix/model.ts';
import { type BodyShape, loadColumnSchemas } from './column.ts';
import { wireDocument, wireSchemasFolder } from './document.ts';

const matrix = await loadMatrix();
const columns = providerApiIds;

test.for(columns)('every operation of %s says what its bodies must fit, or why nothing', async (id) => {
  const { error, operations } = await loadColumnSchemas(id);
  const column = providerOf(matrix, id);
  expect(Object.keys(operations).sort()).toEqual(column.operations.map((operation) => operation.id).sort());
  for (const { id: operation, transports } of column.operations) {
    const shapes = operations[operation] ?? [];
    expect(
      shapes.filter(({ when }) => !when),
      `${operation}: one entry holds for what no other does`,
    ).toHaveLength(1);
    for (const { events } of shapes) {
      expect(events !== undefined, `${operation} streams, or not`).toBe(transports.some((t) => t !== 'json'));
    }
  }
  const bodies = Object.values(operations).flatMap((shapes) =>
    shapes.flatMap(({ request, response, events }): BodyShape[] => [request, response, ...(events ? [events.of] : [])]),
  );
  for (const shape of [error, ...bodies]) {
    if (typeof shape !== 'string') continue;
    const [source = '', definition = ''] = shape.split('#');
    expect(Object.keys(wireDocument(source).$defs), shape).toContain(definition);
  }
});

test('every document is used by a column', async () => {
  const used = await Promise.all(columns.map(async (id) => JSON.stringify(await loadColumnSchemas(id))));
  const sources = (await readdir(wireSchemasFolder)).map((name) => name.replace(/\.json$/, ''));
  expect(sources.filter((source) => !used.some((text) => text.includes(`"${source}#`)))).toEqual([]);
});

test('every column has its list, and no list is without a column', async () => {
  const there = (await readdir(join(import.meta.dirname, 'columns'))).map((name) => name.replace(/\.json$/, ''));
  expect(there.sort()).toEqual([...columns].sort());
});
