import type { Lookup } from '../../snapshot/lookup.ts';
import { count, thousands } from '../elements.ts';
import { html, type Markup } from '../markup.ts';

/** How many of the offered cells have which evidence: that of the best library. The numbers add up to the cells. Pure. */
export function evidenceCounts(
  lookup: Lookup,
): Record<'offered' | 'live' | 'traffic' | 'documented' | 'notJudged', number> {
  const counts = { offered: 0, live: 0, traffic: 0, documented: 0, notJudged: 0 };
  for (const tool of lookup.rows) {
    for (const api of lookup.snapshot.providerApis) {
      if (!lookup.isOffered(tool.id, api.id)) continue;
      counts.offered += 1;
      const { word, libraries } = lookup.best(tool.id, api.id);
      const evidence = libraries[0] && lookup.verdict(tool.id, api.id, libraries[0].id)?.evidence;
      if (word === 'not-judged' || evidence === undefined) counts.notJudged += 1;
      else if (evidence === 'live' || evidence === 'traffic') counts[evidence] += 1;
      else counts.documented += 1;
    }
  }
  return counts;
}

export function evidenceSentence(lookup: Lookup): Markup {
  const { offered, live, traffic, documented, notJudged } = evidenceCounts(lookup);
  return html`<b>Evidence of ${count(offered, 'offered cell')}:</b> ${thousands(live)} recorded live, ${thousands(traffic)} seen in public traffic, ${thousands(documented)} documented only, ${thousands(notJudged)} not judged.`;
}
