import { type CellState, cellStates } from '../cells/cell-state.ts';
import type { Palette } from '../summary/palette.ts';
import type { CanIUse } from './schema.ts';

/** The answer as a terminal shows it: first in one line, then what it rests on. */
export function canIUseText(answer: CanIUse, colour: Palette): string {
  const { tool, providerApi, adapter, mode, says, gaps, newest, knownIssues, others, run, commands } = answer;
  const who = `${adapter ?? providerApi}, ${tool}${mode === undefined ? '' : ` (${mode})`}`;
  const lines = [
    `${paintOf(answer, colour)(colour.bold(says))}${colour.dim(`  ${who}`)}`,
    ...(gaps.length > 0 ? [row('gaps', gaps.map(({ title }) => title).join('; '))] : []),
    ...(newest ? [row('newest', newestSays(newest))] : []),
    ...claimed(answer),
    row('proof', proof(answer)),
    ...knownIssues.map((e) =>
      row('known', `${e.cases} ${e.cases === 1 ? 'case' : 'cases'}, ${e.impact}: ${e.title} (${e.place})`),
    ),
    ...answer.claimed.by.map(({ date, who: by, support, source }) =>
      colour.dim(
        row(
          'claim',
          `${date}  ${by.padEnd(16)} ${support.padEnd(8)} ${source.title}${source.url ? `  ${source.url}` : ''}`,
        ),
      ),
    ),
    ...others.map((other) => row('others', `${other.adapter}  ${other.says}`)),
    ...(run.isSelection ? [row('run', 'it was one of a selection; everything is run by: npm run conformance')] : []),
    colour.dim(row('more', commands.explain)),
    ...(commands.replay ? [colour.dim(row('replay', commands.replay))] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function claimed({ claimed: { support, lifecycle, api, notes, elsewhere } }: CanIUse): string[] {
  const days = [api.since ? `since ${api.since}` : [], api.until ? `until ${api.until}` : []].flat().join(', ');
  const whole = `the API: ${api.lifecycle}${days ? ` ${days}` : ''}${api.notes ? `. ${api.notes}` : ''}`;
  return [
    row('served', support === 'no' ? whole : `the tool: ${lifecycle}; ${whole}`),
    ...(notes ? [row('notes', notes)] : []),
    ...elsewhere.map((e) =>
      row('but', `${e.id}: ${e.support}${e.lifecycle ? `, ${e.lifecycle}` : ''}${e.notes ? `. ${e.notes}` : ''}`),
    ),
  ];
}

function proof({ proof: { cases, passed, evidence, oldest, ageInDays, freshUntil, stale }, run }: CanIUse): string {
  if (cases === 0) return `none; no case of the run of ${run.asOf} has tried it`;
  const said = `${passed} of ${cases} cases pass in the run of ${run.asOf}`;
  if (evidence === undefined) return said;
  const what = {
    live: 'recorded live',
    documented: 'written from public documents, not recorded',
    mixed: 'partly recorded live, partly written from public documents',
  };
  const age = oldest === undefined ? '' : `, the oldest of ${oldest} (${ageInDays} days before)`;
  const believed = stale ? '; stale' : freshUntil ? `; believed until ${freshUntil}` : '';
  return `${said}; evidence ${evidence}: ${what[evidence as keyof typeof what]}${age}${believed}`;
}

const newestSays = ({ state, packages }: NonNullable<CanIUse['newest']>): string =>
  `${cellStates[state as CellState].word}, with ${packages.map(({ name, version }) => `${name} ${version}`).join(', ')}`;

const row = (label: string, text: string): string => `  ${label.padEnd(7)} ${text}`;

function paintOf({ answer }: CanIUse, colour: Palette): (text: string) => string {
  return answer === 'yes' ? colour.green : answer === 'no' ? colour.red : colour.yellow;
}
