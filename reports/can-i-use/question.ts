import { UserError } from '../../lib/user-error.ts';
import type { Lookup } from '../snapshot/lookup.ts';
import { called, resolveName, unknownName } from '../snapshot/names.ts';
import type { SnapshotLibrary, SnapshotProvider, SnapshotTool } from '../snapshot/schema.ts';

/** What is asked, as typed. */
export interface Asked {
  /** A tool, or `<tool>/<provider>`. */
  readonly what?: string | undefined;
  readonly tool?: string | undefined;
  readonly library?: string | undefined;
  readonly provider?: string | undefined;
  /** An adapter, a library or, for the reference adapter, a provider API. */
  readonly adapter?: string | undefined;
}

/** What is asked, found in a snapshot. */
export interface Question {
  readonly tool: SnapshotTool;
  /** All of them where none was named. */
  readonly providerApis: readonly SnapshotProvider[];
  readonly library: SnapshotLibrary | undefined;
}

const example = 'for example: npm run atc -- can-i-use web-search --library langchain --provider anthropic';

/**
 * Finds what is asked about. Pure.
 *
 * @throws {UserError} a name that nothing has, or one that has to mean one thing and means several; something named twice
 */
export function questionOf(asked: Asked, lookup: Lookup): Question {
  const [what, ofWhat, ...rest] = asked.what?.split('/') ?? [];
  if (rest.length > 0) {
    throw new UserError(`"${asked.what}": not a tool, a cell or a case`, {
      hint: 'write <tool>, <tool>/<provider> or, to explain a case, <adapter>/<tool>/<scenario>/<mode>',
    });
  }
  const toolName = once('tool', what, asked.tool);
  if (toolName === undefined) throw new UserError('no tool named', { hint: example });
  const tool = only('tool', toolName, resolveName('tool', toolName, lookup));
  const provider = once('provider', ofWhat, asked.provider);
  const who = once('library', asked.library, asked.adapter);
  const named = provider === undefined ? undefined : resolveName('provider API', provider, lookup);
  const all = lookup.snapshot.providerApis;
  if (who === undefined) return { tool, providerApis: named ?? all, library: undefined };
  const { library, providerApi } = whoseIs(who, asked.adapter !== undefined, named !== undefined, lookup);
  if (named && providerApi && !named.includes(providerApi)) {
    throw new UserError(`"${who}" is of ${providerApi.id}, not of "${provider}"`, { hint: 'leave out --provider' });
  }
  return { tool, providerApis: providerApi ? [providerApi] : (named ?? all), library };
}

/** A library, by its name or that of one of its adapters; where `--adapter` says so, the reference adapter of a provider API. */
function whoseIs(name: string, isAdapter: boolean, hasProvider: boolean, lookup: Lookup) {
  const { libraries } = lookup.snapshot;
  const id = name.toLowerCase();
  const adapters = libraries.flatMap((library) => library.adapters.map((adapter) => ({ ...adapter, library })));
  const adapter = adapters.find((one) => one.id === id);
  if (adapter) return { library: adapter.library, providerApi: lookup.providerApi(adapter.providerApi) };
  const found = called(name, libraries);
  if (found.length > 0) return { library: only('library', name, found), providerApi: undefined };
  const providerApi = isAdapter && !hasProvider ? lookup.providerApi(id) : undefined;
  if (!providerApi) throw unknownName(isAdapter ? 'adapter' : 'library', name, [...libraries, ...adapters]);
  const own = adapters.filter((one) => one.providerApi === providerApi.id).map(({ library }) => library);
  return { library: own.find(({ role }) => role === 'reference') ?? own[0], providerApi };
}

function once(what: string, ...given: readonly (string | undefined)[]): string | undefined {
  const [first, second] = given.filter((name) => name !== undefined);
  if (second === undefined) return first;
  throw new UserError(`two names of the ${what}: "${first}" and "${second}"`, { hint: 'leave out one of them' });
}

function only<T extends { readonly id: string }>(what: string, name: string, found: readonly T[]): T {
  const [first] = found;
  if (first && found.length === 1) return first;
  throw new UserError(`"${name}" means more than one ${what}`, {
    hint: `one of: ${found.map(({ id }) => id).join(', ')}`,
  });
}
