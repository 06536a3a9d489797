import { place } from '../../files/data-file.ts';
import type { ProviderApi } from '../../matrix/model.ts';
import type { WireTransport } from '../../recordings/format/exchange.ts';
import { type CassetteLocation, cassettePath } from '../../recordings/format/location.ts';
import type { Case } from './case.ts';
import type { Mode } from './trace.ts';

/** How a column answers a mode: by JSON, or by the stream its operations have. */
function transportOf(column: ProviderApi, mode: Mode): WireTransport {
  if (mode === 'complete') return 'json';
  return column.operations.flatMap((o) => o.transports).find((t) => t !== 'json') ?? 'json';
}

/**
 * Where the recording of a case lies. Refusals and declarations share one per column and transport: a plain answer, served so
 * that an adapter which does not refuse shows what it does instead.
 */
function locationOf({ kind, adapter, tool, scenario, mode }: Case, column: ProviderApi): CassetteLocation {
  const transport = transportOf(column, mode);
  const { providerApi } = adapter;
  if (kind !== 'scenario') return { providerApi, tool: 'refused', scenario: 'plain-answer', transport };
  return { providerApi, tool, scenario: scenario.id, transport };
}

/** The path of a case's recording, and how messages show it. */
export function cassetteOf(
  theCase: Case,
  column: ProviderApi,
  folder?: string,
): { readonly path: string; readonly shown: string } {
  const path = cassettePath(locationOf(theCase, column), folder);
  return { path, shown: place(path) };
}
