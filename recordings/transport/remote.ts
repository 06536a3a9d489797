import type { Operation } from '../../matrix/schema.ts';
import { expandBody } from '../format/body.ts';
import { type Exchange, type HttpResponse, headerOf } from '../format/exchange.ts';
import { parameterOf } from './match.ts';

/** Something that a conversation made at the provider: an assistant, a thread. */
export interface RemoteThing {
  readonly what: string;
  readonly id: string;
}

/** A change of what is at the provider. */
export type RemoteChange =
  | { readonly kind: 'made' | 'removed'; readonly thing: RemoteThing }
  | { readonly kind: 'not removed'; readonly thing: RemoteThing; readonly status: number };

/** What an exchange changed at the provider, by what the matrix says of its operation; `undefined` where it changed nothing. */
export function remoteChange(exchange: Exchange, operations: readonly Operation[]): RemoteChange | undefined {
  const operation = operations.find(({ id }) => id === exchange.operation);
  const { makes, removes } = operation ?? {};
  const { status } = exchange.response;
  if (makes && status < 300) {
    const id = documentsOf(exchange.response)
      .map((json) => at(json, makes.id))
      .find((found) => typeof found === 'string');
    return id === undefined ? undefined : { kind: 'made', thing: { what: makes.what, id: String(id) } };
  }
  if (!operation || !removes) return undefined;
  const id = parameterOf(exchange.request.url, operation, removes.parameter);
  if (id === undefined) return undefined;
  const thing = { what: removes.what, id };
  // Who is told that it is not there wanted nothing else.
  return status < 300 || status === 404 ? { kind: 'removed', thing } : { kind: 'not removed', thing, status };
}

/** The JSON of an answer: one document, or those of its events or frames. */
function documentsOf(response: HttpResponse): unknown[] {
  const { _json, _events, _frames } = expandBody(response.body, headerOf(response, 'content-type') ?? '');
  return [_json, ...(_events ?? []).map(({ data }) => data), ...(_frames ?? []).map(({ json }) => json)];
}

/** What a JSON pointer leads to. Names in the matrix hold none of the characters that a pointer escapes. */
const at = (json: unknown, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], plain(json));

/** Numbers and texts of a recording keep their spelling in wrappers. */
const plain = (json: unknown): unknown => (typeof json === 'object' ? JSON.parse(JSON.stringify(json)) : undefined);
