import type { LibraryOption } from '../../../spec/engine/library-options.ts';
import type { SnapshotLibrary } from '../../snapshot/schema.ts';
import { prose, section, source } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { PagesModel } from '../model.ts';

/** An option of the library, with the provider APIs whose bridges choose the same. */
interface ChosenOption extends LibraryOption {
  readonly providerApis: readonly string[];
}

/** Each option once, in the order of the files. Pure. */
export function optionsOf({ id }: SnapshotLibrary, { results }: Pick<PagesModel, 'results'>): readonly ChosenOption[] {
  const all = results.run.adapters
    .filter(({ implementation }) => implementation === id)
    .flatMap(({ providerApi, libraryOptions = [] }) => libraryOptions.map((option) => ({ providerApi, option })));
  return [
    ...Map.groupBy(all, ({ option }) => JSON.stringify([option.option, option.value, option.why])).values(),
  ].flatMap(([first, ...others]) =>
    first ? [{ ...first.option, providerApis: [first, ...others].map(({ providerApi }) => providerApi) }] : [],
  );
}

const isUnused = ({ value }: LibraryOption): boolean => value === 'not used';

/** What the verdicts hold under: options that all provider APIs share, then, folded, those of some. */
export function optionSection(library: SnapshotLibrary, model: PagesModel): Markup {
  const options = optionsOf(library, model);
  if (options.length === 0) return null;
  const used = options.filter((option) => !isUnused(option));
  const isShared = ({ providerApis }: ChosenOption) => providerApis.length === library.adapters.length;
  const table = tableOf(model.lookup.titles.providerApi, isShared);
  return section(
    'options',
    'Options that the adapter sets',
    `Judged with these ${used.length}. Everything else is the library’s default.`,
    html`${table(used.filter(isShared))}
      ${folded(
        'more for some provider APIs',
        table,
        used.filter((option) => !isShared(option)),
      )}
      ${folded('not used, and why', table, options.filter(isUnused))}`,
  );
}

type Table = (options: readonly ChosenOption[]) => Markup;

const folded = (what: string, table: Table, options: readonly ChosenOption[]): Markup =>
  options.length > 0 &&
  html`<details class="more"><summary>${options.length} ${what}</summary>${table(options)}</details>`;

const tableOf =
  (titleOf: (providerApi: string) => string, isShared: (option: ChosenOption) => boolean): Table =>
  (options) =>
    options.length > 0 &&
    html`<table class="data stack"><thead><tr><th scope="col">Option</th><th scope="col">Value</th><th scope="col">Why</th><th scope="col">Provider APIs</th></tr></thead><tbody>${options.map(
      (option) =>
        html`<tr><th scope="row"><code>${option.option}</code></th><td data-l="Value">${isUnused(option) ? 'not used' : html`<code>${String(option.value)}</code>`}</td><td data-l="Why">${prose(option.why)} (${source('documented', option.documentation)})</td><td data-l="Provider APIs">${isShared(option) ? 'all' : option.providerApis.map(titleOf).join(', ')}</td></tr>`,
    )}</tbody></table>`;
