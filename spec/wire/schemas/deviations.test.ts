import { expect, test } from 'vitest';
import { loadMatrix } from '../../../matrix/load.ts';
import { type Exchange, headerOf } from '../../../recordings/format/exchange.ts';
import { type CassetteLocation, listCassettes, parseCassettePath } from '../../../recordings/format/location.ts';
import { readCassette } from '../../../recordings/format/read.ts';
import { classify } from '../../../recordings/transport/match.ts';
import { deviationsAt, loadDeviations } from './deviations.ts';
import { wireSchemasFor } from './load.ts';

const matrix = await loadMatrix();
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

/** The places of a recording's answers that the provider's types do not allow. */
async function unfitting(file: string, { providerApi }: CassetteLocation): Promise<string[]> {
  const column = matrix.providers.find(({ id }) => id === providerApi);
  if (!column) throw new Error(`${file}: there is no such column`);
  const schemas = await wireSchemasFor(providerApi);
  const { entries } = await readCassette(file);
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
    return schemas.response(exchange).problems.map(({ path }) => path);
  });
}
