import { escapeRegExp } from '../../lib/escape-regexp.ts';
import { exampleUrl, namesIn, type ReplayNames } from '../transport/base-urls.ts';

/** The places of a column: its own base URL, those of its variants, and endpoints beside. Placeholders stand in braces. */
export interface ProviderBaseUrls {
  readonly baseUrl: string;
  readonly endpoints?: Readonly<Record<string, string>>;
  /** What stands for placeholders in replay. */
  readonly recording?: ReplayNames;
  readonly surfaces: readonly { readonly baseUrl?: string; readonly recording?: ReplayNames }[];
}

/** A URL as it would be at the column's own place. */
export interface AtHome {
  readonly url: string;
  /** The host that it was at, where that is none of the provider's. */
  readonly stranger?: string;
}

/**
 * Moves a URL to the column's own place. What belongs to an account there becomes what stands for it in replay. Of another host, which may
 * be a proxy, only the path is kept; a path alone is at home.
 *
 * @param url whole, or from the path on
 */
export function rebaseUrl(url: string, column: ProviderBaseUrls): AtHome {
  const places = ownPlaces(column);
  const origin = new URL(places[0].becomes).origin;
  if (url.startsWith('/')) return { url: origin + url };
  const asked = new URL(url);
  const rest = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const whole = asked.origin + (rest.startsWith('/') ? rest : `/${rest}`);
  for (const { pattern, becomes } of places) {
    const found = pattern.exec(whole)?.[0];
    if (found !== undefined) return { url: becomes + whole.slice(found.length) };
  }
  return { url: origin + whole.slice(asked.origin.length), stranger: asked.host };
}

interface Place {
  readonly pattern: RegExp;
  readonly becomes: string;
}

function ownPlaces({ baseUrl, endpoints = {}, recording, surfaces }: ProviderBaseUrls): [Place, ...Place[]] {
  const variants = surfaces.flatMap((surface) => (surface.baseUrl ? placeOf(surface.baseUrl, surface.recording) : []));
  return [
    placeOf(baseUrl, recording),
    ...Object.values(endpoints).map((endpoint) => placeOf(endpoint, recording)),
    ...variants,
  ];
}

/** Placeholders stand for one label of a host, or one step of a path. */
function placeOf(baseUrl: string, recording?: ReplayNames): Place {
  const literals = baseUrl.split(/\{[^}]*\}/).map(escapeRegExp);
  return {
    pattern: new RegExp(`^${literals.join('[^/?#.]+')}(?=[/?#]|$)`, 'i'),
    becomes: exampleUrl(baseUrl, namesIn(recording)),
  };
}
