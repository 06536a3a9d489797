/// <reference lib="dom" />

import { unpacked } from '../grid/compress.ts';
import { optionsOf } from '../grid/filter-state.ts';
import { walkByArrowKeys } from './arrow-keys.ts';
import { gridView } from './grid-view.ts';
import { switchedByAddress } from './url-state.ts';

/** The switches above the grid. */

const at = (id: string) => document.getElementById(id) as HTMLElement;
const table = document.querySelector('table.grid') as HTMLTableElement;
const data = unpacked(at('data').textContent ?? '');
const view = gridView(data, table, at('signs'));

walkByArrowKeys(table);
switchedByAddress(optionsOf(data), view.show);
