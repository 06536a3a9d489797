/// <reference lib="dom" />
import { enableEvidence } from './evidence.ts';
import { enableGrid } from './grid.ts';
import { enableSearch } from './search.ts';

/**
 * Shows the limits that hold for one family of models, and those that hold for all. What is chosen stands in the address:
 * `?model=gemini-3#limits`.
 */
function enableLimits(picker: HTMLElement): void {
  const select = picker.querySelector('select');
  const rows = picker.parentElement?.querySelectorAll<HTMLElement>('tr[data-models]') ?? [];
  if (!select) return;
  const show = () => {
    for (const row of rows) {
      const own = row.dataset.models ?? '';
      row.hidden = select.value !== '' && own !== '' && !own.split(' ').includes(select.value);
    }
  };
  const asked = new URLSearchParams(location.search).get('model');
  if (asked !== null && [...select.options].some(({ value }) => value === asked)) {
    select.value = asked;
    picker.closest('details')?.setAttribute('open', '');
  }
  show();
  picker.hidden = false;
  select.addEventListener('change', () => {
    const address = new URL(location.href);
    if (select.value === '') address.searchParams.delete('model');
    else address.searchParams.set('model', select.value);
    history.replaceState(null, '', address);
    show();
  });
}

/** Shows the button that switches between light and dark. What a reader chooses is kept on this device only. */
function enableTheme(page: Document): void {
  const button = page.getElementById('theme');
  if (!button) return;
  const root = page.documentElement;
  button.hidden = false;
  button.addEventListener('click', () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    try {
      localStorage.setItem('theme', root.dataset.theme);
    } catch {
      // Nothing may be kept on this device: then the choice holds for this page.
    }
  });
}

/** Shows the buttons that copy the command beside them. */
function enableCopy(page: Document): void {
  if (!navigator.clipboard) return;
  for (const button of page.querySelectorAll<HTMLButtonElement>('.copy')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.previousElementSibling?.textContent ?? '');
      button.textContent = 'Copied';
    });
  }
}

/** All that the pages do in a browser. Without it they say the same. */

enableTheme(document);
enableCopy(document);
enableSearch(document);
enableEvidence(document);
const table = document.querySelector<HTMLTableElement>('table.grid');
if (table) enableGrid(table);
const picker = document.querySelector<HTMLElement>('.models');
if (picker) enableLimits(picker);
