/// <reference lib="dom" />
import { escapeControl } from '../../../lib/escape-control-characters.ts';
import { choiceOf, type OptionsOf, queryOf, usualOf } from '../grid/url-query.ts';

const at = (id: string) => document.getElementById(id) as HTMLElement;

/**
 * Lets switches choose what is shown: what they choose stands in the address, and what the address says is shown. The page has them
 * hidden, beside a button `reset` and a place `shown` for what is said of it.
 *
 * @param show shows a choice, and says in a sentence how much of how much that is; the page was made with the usual one
 */
export function switchedByAddress<C extends object>(options: OptionsOf<C>, show: (choice: C) => string): void {
  const [switches, status] = [at('switches'), at('shown')];
  const controls = switches.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
  const usual = usualOf(options);

  /** Of what is shown, and said, the query and what of it is unknown. */
  let shown = '';

  function showAddress(): void {
    const { choice, ignored } = choiceOf(location.search, options);
    for (const control of controls) {
      const chosen = String(choice[control.name as keyof C]);
      if (control instanceof HTMLSelectElement) control.value = chosen;
      else control.checked = control.value === chosen;
    }
    const unknown = escapeControl(ignored.join(', ').slice(0, 200));
    const now = queryOf(choice, usual) + unknown;
    if (now === shown) return;
    shown = now;
    const sentence = show(choice);
    status.textContent = unknown === '' ? sentence : `${sentence} Not known here, and ignored: ${unknown}.`;
  }

  function choose(choice: C): void {
    history.pushState(null, '', `${location.pathname}${queryOf(choice, usual)}${location.hash}`);
    showAddress();
  }

  switches.addEventListener('change', (event) => {
    const { name, value } = event.target as HTMLInputElement;
    choose({ ...choiceOf(location.search, options).choice, [name]: value });
  });
  at('reset').addEventListener('click', () => choose(usual));
  addEventListener('popstate', showAddress);
  addEventListener('pageshow', showAddress);
  showAddress();
  switches.hidden = false;
}
