import type { Results } from '../../../spec/results/schema.ts';
import { fold, link, prose } from '../../html/components/elements.ts';
import { count, thousands, verdictLabels } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import type { Judged } from '../implementation-view.ts';
import type { SiteLinks } from '../paths.ts';
import { region } from './scroll-region.ts';

type Check = Results['checks'][number];

/** What came of a check through one implementation. */
export interface CheckedBy {
  readonly judged: Judged;
  /** In how many cases that make the run red it fails. */
  readonly red: number;
}

/** What came of each check through each implementation, in one pass over all cases. */
export function checksBy({ cases }: Results): ReadonlyMap<string, ReadonlyMap<string, CheckedBy>> {
  const counts = new Map<string, Map<string, { judged: { -readonly [s in keyof Judged]: number }; red: number }>>();
  for (const c of cases) {
    const isRed = !verdictLabels[c.verdict].acceptable;
    for (const { check, status } of c.checks) {
      const own = counts.get(check) ?? new Map();
      counts.set(check, own);
      const one = own.get(c.implementation) ?? { judged: { pass: 0, fail: 0, warn: 0, 'not-applicable': 0 }, red: 0 };
      own.set(c.implementation, one);
      one.judged[status] += 1;
      if (status === 'fail' && isRed) one.red += 1;
    }
  }
  return counts;
}

/** A row for each check, a column for each implementation: those first that found most; those that found nothing folded below. */
export function checksSideBySide(
  checks: readonly Check[],
  counts: ReadonlyMap<string, ReadonlyMap<string, CheckedBy>>,
  implementations: readonly string[],
  links: SiteLinks,
): Markup {
  const foundBy = ({ id }: Check): number =>
    [...(counts.get(id)?.values() ?? [])].reduce((sum, { judged }) => sum + judged.fail + judged.warn, 0);
  const byFound = checks.toSorted((a, b) => foundBy(b) - foundBy(a));
  const [found, clean] = [
    byFound.filter((check) => foundBy(check) > 0),
    byFound.filter((check) => foundBy(check) === 0),
  ];
  const table = (own: readonly Check[], caption: string) =>
    region(
      caption,
      html`<table class="side-by-side">
      <caption class="unseen">${caption}, by implementation</caption>
      <thead><tr><th scope="col">Check</th>${implementations.map((id) => html`<th scope="col" class="number">${link(links.implementation(id), id)}</th>`)}</tr></thead>
      <tbody>${own.map(
        (check) => html`<tr>
          <th scope="row">${link(links.check(check.id), check.id)} <span class="note demand">${prose(check.title)}</span></th>
          ${implementations.map((id) => inOne(counts.get(check.id)?.get(id)))}
        </tr>`,
      )}</tbody>
    </table>`,
    );
  return html`
    <p>In how many cases a check found something, of those in which it had something to compare. <span class="note"><span class="toned tone-pass">✓</span> held in all of them, ${signs.map(({ tone, glyph, word }, i) => html`${i > 0 && ', '}<span class="toned tone-${tone}">${glyph}</span> ${word}`)}, – nothing to compare.</span></p>
    ${found.length > 0 ? table(found, 'Checks that found something') : html`<p>No check found anything.</p>`}
    ${clean.length > 0 && fold('Checks that found nothing', count(clean.length, 'check'), table(clean, 'Checks that found nothing'))}`;
}

/** What makes a run red stands out from what is listed, and both from what only warns. */
function inOne(one: CheckedBy | undefined): Markup {
  const { pass = 0, fail = 0, warn = 0 }: Partial<Judged> = one?.judged ?? {};
  const compared = pass + fail + warn;
  if (one === undefined || compared === 0)
    return html`<td class="number"><span class="note">–<span class="unseen"> nothing to compare</span></span></td>`;
  const found = signs.flatMap(({ of, tone, glyph, word }) => {
    const n = of(one);
    return n === 0
      ? []
      : html`<strong class="toned tone-${tone}"><span aria-hidden="true">${glyph} </span>${thousands(n)}<span class="unseen"> ${word}</span></strong> `;
  });
  return html`<td class="number">${found.length === 0 ? html`<span class="toned tone-pass"><span aria-hidden="true">✓ </span><span class="unseen">held</span></span>` : found} <span class="of">of ${thousands(compared)}</span></td>`;
}

/** What a check can find, in the order in which it matters. */
const signs: readonly {
  readonly of: (one: CheckedBy) => number;
  readonly tone: 'fail' | 'part';
  readonly glyph: string;
  readonly word: string;
}[] = [
  { of: ({ red }) => red, tone: 'fail', glyph: '✕', word: 'failed' },
  { of: ({ judged, red }) => judged.fail - red, tone: 'part', glyph: '◐', word: 'failed as listed' },
  { of: ({ judged }) => judged.warn, tone: 'part', glyph: '!', word: 'warned' },
];
