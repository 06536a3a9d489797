/// <reference lib="dom" />

/**
 * Shows the limits that hold for one family of models, and those that hold for all. What is chosen stands in the address:
 * `?model=gemini-3#limits`.
 */
export function enableLimits(picker: HTMLElement): void {
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
