import { literalPattern } from '../../files/literal-pattern.ts';
import type { ClientSettings } from '../../spec/contract/client.ts';

/** Where a column's services are, with placeholders for what is an account's own. */
export interface ColumnPlaces {
  readonly id: string;
  readonly baseUrl: string;
  readonly endpoints?: Readonly<Record<string, string>>;
}

/** A place that is called, and which one of the column's own it is. */
export interface Home {
  readonly called: string;
  readonly own: string;
}

/** The base URL, and the endpoints that a client was told of. */
export function homesOf(
  { baseUrl, endpoints = {} }: Pick<ClientSettings, 'baseUrl' | 'endpoints'>,
  column: ColumnPlaces,
): Home[] {
  const others = Object.entries(endpoints).map(([name, called]) => ({
    called,
    own: column.endpoints?.[name] ?? called,
  }));
  // A place may begin as another does.
  return [{ called: baseUrl, own: column.baseUrl }, ...others].toSorted((a, b) => b.called.length - a.called.length);
}

/** A URL as it would be at the column's own base URL or endpoint. */
export function atHome(url: string, homes: readonly Home[]): string {
  const home = homes.find(({ called }) => url.startsWith(`${called}/`));
  return home ? exampleUrl(home.own) + url.slice(home.called.length) : url;
}

/** A column's base URL with its placeholders filled in by their names: what is particular to an account stays out. */
export const exampleUrl = (baseUrl: string): string => baseUrl.replaceAll(/\{([^}]*)\}/g, '$1');

/** True when a base URL leads to the host of the column's own, over TLS, at its usual port. */
export function isProvider(baseUrl: string, ownBaseUrl: string): boolean {
  const { protocol, host } = new URL(baseUrl);
  const ownHost = /^https:\/\/([^/]+)/.exec(ownBaseUrl)?.[1] ?? '';
  const literals = ownHost.split(/\{[^}]*\}/).map(literalPattern);
  return protocol === 'https:' && new RegExp(`^${literals.join('[a-z0-9-]+')}$`).test(host);
}
