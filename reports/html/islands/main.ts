/// <reference lib="dom" />
import { visible } from '../../../files/visible.ts';
import { type Choice, choiceOf, optionsOf, queryOf, usual } from '../grid/choice.ts';
import { unpacked } from '../grid/packed.ts';
import { walkByArrowKeys } from './arrow-keys.ts';
import { gridView } from './grid-view.ts';

/** The switches above the grid: what they choose stands in the address, and what the address says is shown. */

const at = (id: string) => document.getElementById(id) as HTMLElement;
const [switches, status, signs] = [at('switches'), at('shown'), at('signs')];
const table = document.querySelector('table.grid') as HTMLTableElement;
const data = unpacked(at('data').textContent ?? '');
const options = optionsOf(data);
const controls = switches.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
const view = gridView(data, table, signs);

/** Of what is shown, and said, the query and what of it is unknown; the page was made with the usual. */
let shown = '';

function showAddress(): void {
  const { choice, ignored } = choiceOf(location.search, options);
  for (const control of controls) {
    const chosen = choice[control.name as keyof Choice];
    if (control instanceof HTMLSelectElement) control.value = chosen;
    else control.checked = control.value === chosen;
  }
  const unknown = visible(ignored.join(', ').slice(0, 200));
  const now = queryOf(choice) + unknown;
  if (now === shown) return;
  shown = now;
  const sentence = view.show(choice);
  status.textContent = unknown === '' ? sentence : `${sentence} Not known here, and ignored: ${unknown}.`;
}

function choose(choice: Choice): void {
  history.pushState(null, '', `${location.pathname}${queryOf(choice)}${location.hash}`);
  showAddress();
}

switches.addEventListener('change', (event) => {
  const { name, value } = event.target as HTMLInputElement;
  choose({ ...choiceOf(location.search, options).choice, [name]: value });
});
at('reset').addEventListener('click', () => choose(usual));
addEventListener('popstate', showAddress);
addEventListener('pageshow', showAddress);
walkByArrowKeys(table);
showAddress();
switches.hidden = false;
