import { fold, link } from '../../html/components/elements.ts';
import type { Piece } from '../../html/grid/cell-text.ts';
import { count, thousands } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import { type Behaviour, type BehaviourCount, behaviours } from '../../implementations/behaviour.ts';
import type { ImplementationView } from '../implementation-view.ts';
import type { SiteLinks } from '../paths.ts';
import { region } from './scroll-region.ts';

/** How cases behave that do not pass, one way below the other. */
export const behaviourList = (own: readonly BehaviourCount[]): Markup =>
  html`<ul class="behaviours">${own.map((one) => html`<li><span class="times">${thousands(one.cases)} ×</span> ${modelTextOf(one)}</li>`)}</ul>`;

/** The same in a cell of a grid. */
export const behaviourPieces = (own: readonly BehaviourCount[]): Piece[] =>
  own.map((one) => ({
    look: 'behaviour',
    is: [
      { to: 'ears', is: `; ${count(one.cases, 'case')}: ` },
      { to: 'eyes', is: `${thousands(one.cases)} × ` },
      { is: behaviours[one.behaviour].word },
    ],
  }));

const modelTextOf = ({ behaviour, errors }: BehaviourCount): Markup =>
  html`${behaviours[behaviour].word}${errors.length > 0 && html` <span class="note">${errors.join(', ')}</span>`}`;

/** What the words mean. */
export const behaviourLegend = (own: readonly Behaviour[]): Markup =>
  fold(
    'What the words mean',
    count(own.length, 'word'),
    html`<dl class="marks">${own.map((id) => html`<div class="marks-item"><dt>${behaviours[id].word}</dt><dd>${behaviours[id].meaning}</dd></div>`)}</dl>
    <p class="note">Each is read off the places of what the checks found: in a request, in an answer, in what was returned, in an error. A case that behaves in several ways counts for each.</p>`,
  );

/** A row for each way in which cases of any implementation behave, a column for each implementation. */
export function behavioursSideBySide(views: readonly ImplementationView[], links: SiteLinks): Markup {
  const shown = (Object.keys(behaviours) as Behaviour[]).filter((id) => views.some((view) => countOf(view, id)));
  if (shown.length === 0) return html`<p>Every case passes, through each of them.</p>`;
  return html`
    <p>How many cases that do not pass behave in which way. A case that behaves in several ways counts for each.</p>
    ${region(
      'How they behave',
      html`<table class="side-by-side">
      <caption class="unseen">Cases by how they behave, by implementation</caption>
      <thead><tr><th scope="col">The implementation …</th>${views.map(({ id }) => html`<th scope="col" class="number">${link(links.implementation(id), id)}</th>`)}</tr></thead>
      <tbody>${shown.map(
        (id) => html`<tr>
          <th scope="row">${behaviours[id].word} <span class="note">${behaviours[id].meaning}</span></th>
          ${views.map((view) => inOne(countOf(view, id)))}
        </tr>`,
      )}</tbody>
    </table>`,
    )}`;
}

const countOf = (view: ImplementationView, id: Behaviour) => view.behaviours.find((b) => b.behaviour === id);

const inOne = (one: BehaviourCount | undefined): Markup =>
  html`<td class="number">${one ? html`<strong>${thousands(one.cases)}</strong>${one.errors.length > 0 && html` <span class="note">${one.errors.join(', ')}</span>`}` : html`<span class="zero">0</span>`}</td>`;
