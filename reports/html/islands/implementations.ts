/// <reference lib="dom" />
import { comparingOptions } from '../grid/compared.ts';
import { unpacked } from '../grid/packed.ts';
import { switchedByAddress } from './address.ts';
import { walkByArrowKeys } from './arrow-keys.ts';
import { comparedView } from './compared-view.ts';

/** The switches above implementations side by side. */

const data = unpacked(document.getElementById('data')?.textContent ?? '');
const tables = [...document.querySelectorAll<HTMLTableElement>('table.compared')];

for (const table of tables) walkByArrowKeys(table);
switchedByAddress(comparingOptions(data), comparedView(data, tables));
