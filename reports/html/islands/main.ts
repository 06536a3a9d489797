/// <reference lib="dom" />
import { optionsOf } from '../grid/choice.ts';
import { unpacked } from '../grid/packed.ts';
import { switchedByAddress } from './address.ts';
import { walkByArrowKeys } from './arrow-keys.ts';
import { gridView } from './grid-view.ts';

/** The switches above the grid. */

const at = (id: string) => document.getElementById(id) as HTMLElement;
const table = document.querySelector('table.grid') as HTMLTableElement;
const data = unpacked(at('data').textContent ?? '');
const view = gridView(data, table, at('signs'));

walkByArrowKeys(table);
switchedByAddress(optionsOf(data), view.show);
