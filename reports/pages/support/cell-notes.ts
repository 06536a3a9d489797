import type { Cell, ProviderApi } from '../../../matrix/model.ts';
import type { Lifecycle, Support } from '../../../matrix/schema.ts';
import { prose } from '../elements.ts';
import { html, type Markup } from '../markup.ts';

/** The cell of the matrix; `undefined` for what lies beyond it. */
export function matrixCell(provider: ProviderApi, tool: string): Cell | undefined {
  const cells: Readonly<Record<string, Cell>> = provider.cells;
  return Object.hasOwn(cells, tool) ? cells[tool] : undefined;
}

/** What a lifecycle is called. */
export const lifecycleWords: Readonly<Record<Lifecycle, string>> = {
  ga: 'generally available',
  preview: 'in preview',
  deprecated: 'deprecated',
  retired: 'retired',
};

/** Whether a surface offers a tool: as the cell says, unless it says something of its own. */
export const supportOn = ({ support, surfaces = {} }: Cell, surface: string): Support =>
  surfaces[surface]?.support ?? support;

/** What a reader has to know of a cell, in a line: how long it lasts, under which names it is offered, and the first sentence on it. */
export function noteOf({ lifecycle, variants = [], notes }: Cell): readonly Markup[] {
  const names = variants.flatMap(({ title, support }) =>
    support === 'no' ? [] : [support === 'yes' ? title : `${title} (${support})`],
  );
  const [sentence] = notes?.split(/(?<=[^.]{12}\.)\s/) ?? [];
  const parts = [
    ...(lifecycle === 'ga' ? [] : [`${lifecycle}.`]),
    ...(names.length > 0 ? [`As ${names.join(', ')}.`] : []),
    ...(sentence === undefined ? [] : [prose(sentence)]),
  ];
  return parts.map((part, i) => html`${i > 0 && ' '}${part}`);
}
