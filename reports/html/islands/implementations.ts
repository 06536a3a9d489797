/// <reference lib="dom" />

import { unpacked } from '../grid/compress.ts';
import { comparingOptions } from '../grid/implementation-comparison.ts';
import { walkByArrowKeys } from './arrow-keys.ts';
import { comparedView } from './comparison-view.ts';
import { switchedByAddress } from './url-state.ts';

/** The switches above implementations side by side. */

const data = unpacked(document.getElementById('data')?.textContent ?? '');
const tables = [...document.querySelectorAll<HTMLTableElement>('table.compared')];

for (const table of tables) walkByArrowKeys(table);
switchedByAddress(comparingOptions(data), comparedView(data, tables));
