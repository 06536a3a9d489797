import { escapeControl } from '../../lib/escape-control-characters.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { coverageOf, isSeen } from '../../spec/kill-matrix/kill-matrix.ts';
import { phases } from '../../spec/kill-matrix/known-defects.ts';
import { type KillMatrix, places } from '../../spec/kill-matrix/schema.ts';
import type { Palette } from '../summary/palette.ts';

/** The kill matrix as a terminal shows it: where broken adapters sit, what each check kills, then what is missed. Pure. */
export function killMatrixLines(matrix: KillMatrix, colour: Palette): string {
  const { broken, caught, checks, idleChecks, rules, idleRules, missed } = matrix;
  const idle = idleChecks.map((id) => [
    '',
    `${colour.red('idle')} ${id} catches no broken adapter`,
    '  → a check that never fails proves nothing: add a broken adapter that it must catch beside a reference adapter',
  ]);
  const unjudged = idleRules.map(
    (id) => `${colour.red('unjudged')} ${id} is a rule that no broken adapter breaks alone`,
  );
  if (unjudged.length > 0) {
    unjudged.unshift('');
    unjudged.push(
      '  → add a broken adapter whose requests break this rule and no other, caught by request-provider-rules',
    );
  }
  const lost = missed.map(({ id, caughtBy, why, command }) => [
    '',
    `${colour.red('missed')} ${id}, which ${caughtBy} should catch`,
    ...why.map((each) => `  ${escapeControl(each)}`),
    colour.dim(`  ${command}`),
  ]);
  const unseen = matrix.matrix
    .filter((b) => !isSeen(b))
    .map(({ id, shownBy, word }) => [
      '',
      `${colour.red('unseen')} ${id}, ${shownBy ? `which fails in a conversation of tier ${shownBy}, and its cell says "${word}"` : 'which fails nothing'}`,
      '  → the results do not show this defect: a check must fail, with the right impact, in a case that shows it',
    ]);
  return [
    ...coverageLines(matrix, colour),
    '',
    ...killLines(matrix, colour),
    ...idle.flat(),
    ...unjudged,
    ...lost.flat(),
    ...unseen.flat(),
    '',
    shownLine(matrix),
    `${caught} of ${broken} broken adapters caught by the check meant for them; ${checks - idleChecks.length} of ${checks} checks kill; ${rules - idleRules.length} of ${rules} provider rules are broken alone`,
  ].join('\n');
}

/** In how many broken adapters the defect shows where. */
function shownLine({ matrix }: KillMatrix): string {
  const seen = matrix.filter(isSeen);
  const counts = places
    .map((place) => ({ place, of: seen.filter(({ shownBy }) => shownBy === place).length }))
    .filter(({ of }) => of > 0);
  return `shown by: ${[...counts.map(({ place, of }) => `${place} ${of}`), `nothing ${matrix.length - seen.length}`].join(', ')}`;
}

function coverageLines({ matrix }: KillMatrix, colour: Palette): string[] {
  const { count, lacking } = coverageOf(matrix);
  const width = Math.max(...providerApiIds.map((id) => id.length)) + 2;
  const head = colour.bold(`${'broken adapters'.padEnd(width)}${phases.map((p) => p.padStart(p.length + 2)).join('')}`);
  const row = (api: (typeof providerApiIds)[number]) =>
    phases.map((phase) => String(count(api, phase) || '·').padStart(phase.length + 2)).join('');
  const none = lacking.length > 0 ? [colour.yellow(`none yet for: ${lacking.join(', ')}`)] : [];
  return [head, ...providerApiIds.map((api) => `${api.padEnd(width)}${row(api)}`), ...none];
}

function killLines({ kills }: KillMatrix, colour: Palette): string[] {
  const width = Math.max(0, ...kills.map((k) => k.check.length)) + 2;
  const row = ({ check, level, broken }: KillMatrix['kills'][number]) =>
    `${check.padEnd(width)}${level.padEnd(8)}${String(broken.length).padStart(5)}`;
  return [colour.bold(`${'check'.padEnd(width)}${'level'.padEnd(8)}kills`), ...kills.map(row)];
}
