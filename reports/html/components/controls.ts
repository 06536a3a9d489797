import { html, type Markup } from '../markup.ts';

/** One of a few, side by side. The first is chosen. */
export function segments<T extends string>(
  name: string,
  label: string,
  options: readonly T[],
  wordOf: (o: T) => string,
): Markup {
  return html`<fieldset class="segments"><legend class="switch-name">${label}</legend><span class="segments-row">${options.map(
    (option, i) =>
      html`<label class="segment"><input type="radio" name=${name} value=${option} checked=${i === 0}/><span>${wordOf(option)}</span></label>`,
  )}</span></fieldset>`;
}

/** One of many. The first is chosen. */
export function select<T extends string>(
  name: string,
  label: string,
  options: readonly T[],
  wordOf: (o: T) => string,
): Markup {
  return html`<label class="choose"><span class="switch-name">${label}</span><select name=${name} autocomplete="off">${options.map(
    (option) => html`<option value=${option}>${wordOf(option)}</option>`,
  )}</select></label>`;
}
