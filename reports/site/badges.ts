import { canonicalJson } from '../../lib/canonical-json.ts';
import type { Results } from '../../spec/results/schema.ts';
import { badgeOf } from '../badges/badges.ts';
import { shieldsOf, svgOf } from '../badges/drawing.ts';
import { html, type Markup } from '../html/markup.ts';
import { type Lookup, lookupOf } from '../snapshot/lookup.ts';
import { snapshotOf } from '../snapshot/snapshot.ts';
import type { SiteModel } from './model.ts';
import { section } from './page-header.ts';
import { badgeStem, type SiteLinks, stems } from './paths.ts';

type Adapter = Results['run']['adapters'][number];

/** Where a site lies as long as nobody has said where. */
const somewhere = 'https://example.org/';

const lookups = new WeakMap<Results, Lookup>();

function badgeFor({ id }: Adapter, { results }: SiteModel) {
  const lookup = lookups.get(results) ?? lookupOf(snapshotOf(results, new Map(), ''));
  lookups.set(results, lookup);
  return badgeOf(lookup, { adapter: id });
}

/** The files of all badges, by path. */
export const badgeFiles = (model: SiteModel): ReadonlyMap<string, string> =>
  new Map(
    model.results.run.adapters.flatMap((adapter): [string, string][] => {
      const badge = badgeFor(adapter, model);
      return [
        [`${badgeStem(adapter.id)}.svg`, svgOf(badge)],
        [`${badgeStem(adapter.id)}.json`, `${canonicalJson({ ...shieldsOf(badge) }, 1)}\n`],
      ];
    }),
  );

/** The badge of an adapter, and what to paste to show it elsewhere. */
export function badgeSection(
  adapter: Adapter,
  model: SiteModel,
  links: SiteLinks,
  baseUrl: string | undefined,
): Markup {
  const { title } = badgeFor(adapter, model);
  const base = baseUrl ?? somewhere;
  const markdown = `[![${adapter.id}](${base}${badgeStem(adapter.id)}.svg)](${base}${stems.adapter(adapter.id)}.html)`;
  const [picture, endpoint] = [links.to(`${badgeStem(adapter.id)}.svg`), links.to(`${badgeStem(adapter.id)}.json`)];
  return section(
    'badge',
    'Badge',
    html`<p><img class="badge-picture" src=${picture} alt=${title} height="20"/></p>
    <p>Markdown to show it in a README${baseUrl === undefined && html` (put the address of this site in the place of <code>${somewhere}</code>)`}:</p>
    <pre class="command"><code>${markdown}</code></pre>
    <p class="note">As a picture: <a href=${picture}>SVG</a>; as an <a href=${endpoint}>endpoint of shields.io</a>.</p>`,
  );
}
