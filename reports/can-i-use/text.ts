import { countOf } from '../../lib/count-of.ts';
import { type CellState, cellStates } from '../cells/cell-state.ts';
import type { Palette } from '../summary/palette.ts';
import type { CanIUse } from './schema.ts';

/** The answer as text: one line, then its reasons. */
export function canIUseText(answer: CanIUse, colour: Palette): string {
  const { tool, providerApi, adapter, mode, says, gaps, newest, knownIssues, others, run, commands } = answer;
  const who = `${adapter ?? providerApi}, ${tool}${mode === undefined ? '' : ` (${mode})`}`;
  const lines = [
    `${paintOf(answer, colour)(colour.bold(says))}${colour.dim(`  ${who}`)}`,
    ...(gaps.length > 0 ? [row('gaps', gaps.map(({ title }) => title).join('; '))] : []),
    ...(newest ? [row('newest', newestSays(newest))] : []),
    ...claimed(answer),
    ...proof(answer),
    ...knownIssues.map((e) =>
      row('known', `${countOf(e.cases, 'known failure')} (${e.impact}): ${e.title} (${e.place})`),
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
    ...(run.isSelection ? [row('partial', 'partial run; for all cases, run: npm run conformance')] : []),
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

function proof({ proof: { cases, passed, evidence, oldest, ageInDays, freshUntil, stale }, run }: CanIUse): string[] {
  if (cases === 0) return [row('run', `no case ran on ${run.asOf}`)];
  const ran = row('run', `${passed} of ${countOf(cases, 'case')} passed on ${run.asOf}`);
  if (evidence === undefined) return [ran];
  const what = {
    live: 'recorded live',
    documented: 'not recorded live',
    mixed: 'partly recorded live',
  };
  const age = oldest === undefined ? '' : `, oldest ${oldest} (${countOf(ageInDays ?? 0, 'day')} before the run)`;
  const fresh = stale ? ', stale' : freshUntil ? `, fresh until ${freshUntil}` : '';
  return [ran, row('evidence', `${evidence} (${what[evidence as keyof typeof what]})${age}${fresh}`)];
}

const newestSays = ({ state, packages }: NonNullable<CanIUse['newest']>): string =>
  `${cellStates[state as CellState].word}, with ${packages.map(({ name, version }) => `${name} ${version}`).join(', ')}`;

const row = (label: string, text: string): string => `  ${label.padEnd(8)} ${text}`;

function paintOf({ answer }: CanIUse, colour: Palette): (text: string) => string {
  return answer === 'yes' ? colour.green : answer === 'no' ? colour.red : colour.yellow;
}
