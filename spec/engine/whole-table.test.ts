/** No cell of the table is a mere claim: each has cases that the reference adapter of its column plays. */
import { expect, test } from 'vitest';
import { providerApiIds, toolIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { cellOf } from '../../matrix/model.ts';
import type { WireTransport } from '../../recordings/format/exchange.ts';
import { loadScenarios } from '../scenarios/load.ts';
import { adapterId } from './case.ts';
import { discoverAdapters } from './discover.ts';
import { expand } from './expand.ts';

const matrix = await loadMatrix();
const scenarios = await loadScenarios();
const adapters = (await discoverAdapters()).filter(({ implementation }) => implementation === 'reference');
const cases = expand(matrix, scenarios, adapters);

test('every column has a reference adapter', () => {
  expect(adapters.map(({ id }) => id).sort()).toEqual(providerApiIds.map((id) => adapterId('reference', id)).sort());
});

const cells = providerApiIds.flatMap((providerApi) => toolIds.map((tool) => [tool, providerApi] as const));

test.for(cells)('%s on %s is tried', ([tool, providerApi]) => {
  const { support } = cellOf(matrix, tool, providerApi);
  const own = cases.filter((c) => c.tool === tool && c.adapter.providerApi === providerApi);
  const modes = new Set(own.map(({ mode }) => mode));
  const kinds = new Set(own.map(({ kind }) => kind));
  expect([...modes].sort()).toEqual(['complete', 'stream']);
  if (support === 'no') return expect([...kinds]).toEqual(['rejection']);
  if (support === 'unknown') return expect([...kinds]).toEqual(['declaration']);
  // Used to a good end, failing, and the turn after, in both modes; refused is no more than a setting, and giving a call up is
  // no matter of its tool: it is played where functions are. Faults are played over these.
  const played = own.filter(
    ({ kind, refusedBy, declared }) =>
      !['abort', 'fault', 'client-setup'].includes(kind) && !(kind === 'rejection' && refusedBy) && !declared,
  );
  expect([...new Set(played.map(({ kind }) => kind))]).toEqual(['scenario']);
  // What only a raw tool declares has one conversation at least.
  const isRaw = played.some(({ scenario }) => scenario.options.tools?.some(({ type }) => type === 'raw'));
  expect(played.length).toBeGreaterThanOrEqual(isRaw ? 2 : 3);
  expect(own.some(({ scenario }) => scenario.expect.length > 1)).toBe(true);
});

test('every column that streams does so by a transport of its own', () => {
  const streams = (transports: readonly WireTransport[]) => transports.some((transport) => transport !== 'json');
  expect(matrix.providers.filter((p) => !p.operations.some((o) => streams(o.transports))).map(({ id }) => id)).toEqual(
    [],
  );
});
