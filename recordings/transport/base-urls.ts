import { escapeRegExp } from '../../lib/escape-regexp.ts';
import type { ClientSettings } from '../../spec/contract/client.ts';

/** What stands for placeholders in replay. */
export interface ReplayNames {
  readonly parameters?: Readonly<Record<string, { readonly replay: string }>>;
}

/** Where a column's services are, with placeholders in braces for what is an account's own. */
export interface ColumnPlaces {
  readonly id: string;
  readonly baseUrl: string;
  readonly endpoints?: Readonly<Record<string, string>>;
  readonly recording?: ReplayNames;
  /** Variants of the API, which may be other services. */
  readonly surfaces?: readonly {
    readonly id: string;
    readonly baseUrl?: string;
    readonly recording?: ReplayNames;
  }[];
}

/** Which variant of an API is called. */
type Called = { readonly surface?: string | undefined };

/** What stands for the names of an account in replay, by parameter: of the variant that is called, or of the column. */
export function replayNamesOf(
  { surface }: Pick<ClientSettings, 'surface'>,
  column: ColumnPlaces,
): Record<string, string> {
  return namesIn(variantOf(surface, column)?.recording ?? column.recording);
}

/** What stands for placeholders, by parameter. */
export const namesIn = ({ parameters = {} }: ReplayNames = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).map(([name, { replay }]) => [name, replay]));

const variantOf = (surface: string | undefined, { surfaces }: ColumnPlaces) =>
  surfaces?.find(({ id }) => id === surface);

/** A place that is called, and which one of the column's own it is. */
export interface BaseUrl {
  readonly called: string;
  readonly own: string;
}

/** The base URL of the variant that is called, or of the column. */
export const ownBaseUrl = ({ surface }: Called, column: ColumnPlaces): string =>
  variantOf(surface, column)?.baseUrl ?? column.baseUrl;

/** The base URL, and the endpoints that a client was told of. */
export function baseUrlsOf(
  { baseUrl, endpoints = {}, surface }: Pick<ClientSettings, 'baseUrl' | 'endpoints' | 'surface'>,
  column: ColumnPlaces,
): BaseUrl[] {
  const others = Object.entries(endpoints).map(([name, called]) => ({
    called,
    own: column.endpoints?.[name] ?? called,
  }));
  // A place may begin as another does.
  return [{ called: baseUrl, own: ownBaseUrl({ surface }, column) }, ...others].toSorted(
    (a, b) => b.called.length - a.called.length,
  );
}

/**
 * A URL as it would be at the column's own base URL or endpoint.
 *
 * @param names what stands for placeholders
 */
export function rebaseUrl(url: string, homes: readonly BaseUrl[], names: Readonly<Record<string, string>>): string {
  const home = homes.find(({ called }) => url.startsWith(`${called}/`));
  return home ? exampleUrl(home.own, names) + url.slice(home.called.length) : url;
}

/** A column's base URL with its placeholders filled in: what is particular to an account stays out. */
export const exampleUrl = (baseUrl: string, names: Readonly<Record<string, string>> = {}): string =>
  baseUrl.replaceAll(/\{([^}]*)\}/g, (_, name: string) => names[name] ?? name);

/** True when a base URL leads to the host of the column's own, over TLS, at its usual port. */
export function isProvider(baseUrl: string, ownBaseUrl: string): boolean {
  const { protocol, host } = new URL(baseUrl);
  const ownHost = /^https:\/\/([^/]+)/.exec(ownBaseUrl)?.[1] ?? '';
  const literals = ownHost.split(/\{[^}]*\}/).map(escapeRegExp);
  return protocol === 'https:' && new RegExp(`^${literals.join('[a-z0-9-]+')}$`).test(host);
}
