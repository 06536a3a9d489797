import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { providerApiIds } from '../../../matrix/ids.ts';
import { loadMatrix } from '../../../matrix/load.ts';
import { providerOf } from '../../../matrix/model.ts';
import { type CassetteLocation, listCassettes, parseCassettePath } from '../../../recordings/format/cassette-path.ts';
import { type Exchange, headerOf } from '../../../recordings/format/exchange.ts';
import { readCassettes } from '../../../recordings/format/store.ts';
import { classify } from '../../../recordings/transport/match-request.ts';
import { wireReaderFor } from '../readers.ts';
import { answerViolations } from '../rules/answers.ts';
import {
  type BodyShape,
  deviationsAt,
  loadColumnSchemas,
  loadDeviations,
  wireDocument,
  wireSchemasFolder,
} from './column.ts';
import { wireSchemasFor } from './exchange.ts';

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
    for (const { events, response } of shapes) {
      // Where nobody types the response, nobody types its events.
      if (typeof response === 'object' && 'none' in response) continue;
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

const deviations = await loadDeviations();

test('every deviation that is listed is one: each recording deviates at one of its places, and at each place one of them', async () => {
  const used = new Set<string>();
  for (const path of await listCassettes()) {
    const location = parseCassettePath(path);
    const recording = location && `${location.providerApi}/${location.tool}/${location.scenario}`;
    if (!location || !deviations.some(({ recordings }) => recordings.includes(recording ?? ''))) continue;
    for (const place of await unfitting(path, location)) {
      if (deviationsAt(deviations, recording ?? '', place).length > 0) used.add(recording ?? '').add(anyIndex(place));
    }
  }
  const listed = deviations.flatMap(({ recordings, places }) => [...recordings, ...places]);
  expect(listed.filter((each) => !used.has(each))).toEqual([]);
}, 60_000);

const anyIndex = (path: string): string => path.replaceAll(/\[\d+\]/g, '[]');

/** The places of a recording's answers that the provider's types or rules do not allow. */
async function unfitting(file: string, { providerApi }: CassetteLocation): Promise<string[]> {
  const column = matrix.providers.find(({ id }) => id === providerApi);
  if (!column) throw new Error(`${file}: there is no such column`);
  const [schemas, reader] = await Promise.all([wireSchemasFor(providerApi), wireReaderFor(providerApi)]);
  const entries = Object.values(readCassettes(file).cassettes).flatMap((cassette) => cassette.entries);
  return entries.flatMap(({ request, response }) => {
    const asked = classify(request as Parameters<typeof classify>[0], column.operations, column.baseUrl);
    if ('reason' in asked) throw new Error(`${file}: ${asked.reason}`);
    const isStream = !headerOf(response, 'content-type')?.includes('json');
    const exchange: Exchange = {
      operation: asked.operation.id,
      transport: isStream ? asked.transport : 'json',
      request,
      response,
    };
    return [...schemas.response(exchange).problems, ...answerViolations(reader, exchange)].map(({ path }) => path);
  });
}
