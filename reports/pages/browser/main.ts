/// <reference lib="dom" />
import { enableCopy } from './copy.ts';
import { enableEvidence } from './evidence.ts';
import { enableGrid } from './grid.ts';
import { enableLimits } from './limits.ts';
import { enableSearch } from './search.ts';
import { enableTheme } from './theme.ts';

/** All that the pages do in a browser. Without it they say the same. */

enableTheme(document);
enableCopy(document);
enableSearch(document);
enableEvidence(document);
const table = document.querySelector<HTMLTableElement>('table.grid');
if (table) enableGrid(table);
const picker = document.querySelector<HTMLElement>('.models');
if (picker) enableLimits(picker);
