import type { ProviderApi } from '../../matrix/model.ts';
import { Deck } from '../../recordings/transport/deck.ts';
import { withTransport } from '../../recordings/transport/with-transport.ts';
import type { Adapter } from '../contract/index.ts';
import { transportFor } from '../engine/foreign-process.ts';
import { replaySettings } from '../engine/settings.ts';
import type { Serve } from './play.ts';

/**
 * Serves recorded exchanges of a column through the transport that an adapter's cases are replayed on.
 *
 * @param surface the variant of the column; its first one unless told
 */
export function serveFor(column: ProviderApi, adapter: Adapter, surface?: string): Serve {
  return async (exchanges, use) => {
    const cassette = {
      provenance: { evidence: 'live', sources: [], note: 'read from a corpus' },
      entries: exchanges.map(({ request, response }) => ({ request, response })),
    } as const;
    const settings = replaySettings(column, surface === undefined ? {} : { surface });
    const deck = Deck.of(cassette, column.operations, settings.baseUrl);
    const options = { deck, settings, kind: transportFor(adapter) };
    const { value } = await withTransport(options, (transport) => use(transport.settings()));
    return value;
  };
}
