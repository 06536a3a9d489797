import { join } from 'node:path';
import { memoize } from '../../lib/memoize.ts';
import { displayPath } from '../../lib/user-error.ts';
import type { ProviderApi } from '../../matrix/model.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import {
  type CassetteLocation,
  type CassetteSource,
  cassettePath,
  fileNameOf,
  folderFor,
  recordingName,
  repositoryCassettes,
} from '../../recordings/format/cassette-path.ts';
import type { WireTransport } from '../../recordings/format/exchange.ts';
import { cassetteIn, type ReadCassettes, readCassettes } from '../../recordings/format/store.ts';
import { type CassetteCandidate, CassetteSelection } from '../../recordings/transport/cassette-selection.ts';
import type { Scenario } from '../scenarios/schema.ts';
import { type AdapterIdentity, adapterId, type Case } from './case.ts';
import { replaySettings } from './replay-settings.ts';
import type { Mode } from './trace.ts';

/** A recording that a case may be played from. */
export interface CaseCassette extends CassetteCandidate {
  /** Of its file. */
  readonly path: string;
  /** {@link recordingName}, on its shelf. */
  readonly name: string;
  /** Its file and what of it is meant, as messages show it. */
  readonly shown: string;
  /** The cassette, and the hash of its file. @throws {UserError} it is missing or malformed. */
  readonly file: () => { readonly cassette: Cassette; readonly sha256: string };
}

/**
 * The transports that a conversation with a column may come by, the one that the mode asks for first: a caller who waits for
 * the whole answer is usually given JSON, and an adapter may still choose a stream.
 *
 * Operations with more than one transport say which there are. Where no operation has a choice, whatever is streamed is,
 * in both modes.
 */
const transportsOf = memoize(({ operations }: ProviderApi) => ({
  complete: transportsIn(operations, 'complete'),
  stream: transportsIn(operations, 'stream'),
}));

function transportsIn(operations: ProviderApi['operations'], mode: Mode): WireTransport[] {
  const choices = operations.filter(({ transports }) => transports.length > 1).flatMap(({ transports }) => transports);
  const streams = operations.flatMap(({ transports }) => transports).filter((t) => t !== 'json');
  const [first = 'json', ...rest] = new Set(choices.length > 0 ? choices : streams);
  const asked = (transport: WireTransport) => (transport === 'json') === (mode === 'complete');
  return [first, ...rest].sort((a, b) => Number(asked(b)) - Number(asked(a)));
}

/** What was read from a shelf, by path: the cases of a suite, which share one, play each recording some dozen times. */
const filesOf = memoize((_: CassetteSource) => new Map<string, ReadCassettes>());

/**
 * Where the recordings of a case lie. Refusals, declarations and aborted calls share those of a column: a plain answer, served so that an
 * adapter which does not refuse shows what it does instead.
 */
function locationOf({ kind, adapter, tool, scenario }: Case): CassetteLocation {
  const { providerApi } = adapter;
  if (kind !== 'scenario') return { providerApi, tool: 'shared', scenario: 'plain-response' };
  return { providerApi, tool, scenario: scenario.id };
}

/**
 * The recordings that a case may be played from, at least one; first the one of the transport that its mode asks for.
 *
 * @param from where they are; messages name the place that they have there, whatever stands in for them. Of a shelf each is read once, for
 *   as long as it is the same object
 */
export function cassettesOf(
  theCase: Case,
  column: ProviderApi,
  from?: string | CassetteSource,
): readonly [CaseCassette, ...CaseCassette[]] {
  if (typeof from === 'object') return onShelf(column)(from)(theCase);
  return candidatesOf(theCase, column, { folder: from ?? repositoryCassettes.folder });
}

/** A suite plays some dozen conversations from each. */
const onShelf = memoize((column: ProviderApi) =>
  memoize((shelf: CassetteSource) => memoize((theCase: Case) => candidatesOf(theCase, column, shelf))),
);

function candidatesOf(
  theCase: Case,
  column: ProviderApi,
  shelf: CassetteSource,
): readonly [CaseCassette, ...CaseCassette[]] {
  const files = filesOf(shelf);
  const path = cassettePath(locationOf(theCase), shelf.folder);
  const [first, ...rest] = transportsOf(column)[theCase.mode].map((transport): CaseCassette => {
    const name = recordingName(path, transport, shelf.folder);
    const folder = folderFor(shelf, name);
    const there = join(folder, fileNameOf(path, shelf.folder));
    const file = () => {
      const read = files.get(there) ?? readCassettes(there, folder);
      files.set(there, read);
      return { cassette: cassetteIn(read, transport, there, folder), sha256: read.sha256 };
    };
    return { transport, path, name, shown: `${displayPath(path)}#${transport}`, file, open: () => file().cassette };
  });
  if (!first) throw new Error('a column without a transport');
  return [first, ...rest];
}

/**
 * A deck of the recordings that a case may be played from; good for one play.
 *
 * @param changed what is played instead of one of them
 */
export function deckOf(
  theCase: Case,
  column: ProviderApi,
  from?: CassetteSource,
  changed: (one: CaseCassette) => CaseCassette = (one) => one,
): CassetteSelection<CaseCassette> {
  const { baseUrl } = replaySettings(column, theCase.scenario);
  const [first, ...rest] = cassettesOf(theCase, column, from);
  return new CassetteSelection([changed(first), ...rest.map(changed)], column.operations, baseUrl);
}

/** The recordings whose bytes may decide the verdict of a case: its own, or those of the conversations that it plays again. */
export function recordingsBehind(theCase: Case, column: ProviderApi): ReadonlySet<string> {
  const { fault, setup } = theCase;
  const played = fault ? [...fault.over, ...fault.elsewhere] : (setup?.over ?? [theCase]);
  return new Set(played.flatMap((c) => cassettesOf(c, column).map(({ name }) => name)));
}

/** What is said where a tool is refused, declared or given up: nothing that a tool would be needed for. */
export const plainResponse: Scenario = {
  id: 'plain-response',
  title: 'A plain response',
  purpose:
    'Replay returns it if an adapter sends a request that it must reject, so that the report can show the result.',
  options: {},
  turns: [{ user: 'Please help me with this.' }],
  expect: [[{ kind: 'text' }, { kind: 'finish', reason: 'stop' }]],
};

/** The conversations, one per mode, that a column's plain answer is recorded from. No run plays them. */
export function plainResponseCases(providerApi: AdapterIdentity['providerApi']): readonly Case[] {
  const implementation = 'reference';
  const id = adapterId(implementation, providerApi);
  return (['complete', 'stream'] as const).map((mode) => ({
    id: `${id}/shared/${plainResponse.id}/${mode}`,
    kind: 'declaration',
    adapter: { id, implementation, providerApi },
    tool: 'function-calling',
    scenario: plainResponse,
    mode,
  }));
}
