import { cellStates } from '../../cells/cell-state.ts';
import { type Choice, optionsOf } from '../grid/choice.ts';
import type { GridData } from '../grid/data.ts';
import { html, type Markup } from '../markup.ts';
import { gradeWords } from '../words.ts';
import { segments, select } from './controls.ts';

/**
 * What the grid shows, chosen. Of no use without the script: hidden then, and where a script may run the place is kept until it
 * does, so that nothing jumps.
 */
export function switches(data: GridData): Markup {
  const options = optionsOf(data);
  const titles = new Map([...data.rows, ...data.columns].map(({ id, title }) => [id, title]));
  const titleOf = (id: string): string => titles.get(id) ?? id;
  return html`<div id="switches" class="switches" role="group" aria-label="What the table shows" hidden>
    ${options.table.length > 1 && segments('table', 'Table', options.table, (table) => tableWords[table])}
    ${segments('mode', 'Mode', options.mode, (mode) => mode)}
    ${select('through', 'Through', options.through, (name) => (name === 'leading' ? 'leading' : name))}
    ${select('tool', 'Tool', options.tool, (id) => (id === 'all' ? 'all' : titleOf(id)))}
    ${select('api', 'Provider API', options.api, (id) => (id === 'all' ? 'all' : titleOf(id)))}
    ${select('state', 'Verdict', options.state, (state) => (state === 'all' ? 'any' : cellStates[state].word))}
    ${select('evidence', 'Evidence', options.evidence, (grade) => evidenceWords[grade])}
    <button type="button" id="reset" class="reset">Reset</button>
  </div>`;
}

const tableWords: Readonly<Record<Choice['table'], string>> = {
  today: 'Today',
  'adr-2025-06-23': 'ADR 2025-06-23',
  'adr-draft': 'Earlier draft',
};

const evidenceWords: Readonly<Record<Choice['evidence'], string>> = {
  all: 'any',
  live: gradeWords.live.word,
  documented: gradeWords.documented.word,
  mixed: gradeWords.mixed.word,
  none: 'none replayed',
};
