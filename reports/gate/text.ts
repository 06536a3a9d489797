import { escapeControlDeep } from '../../lib/escape-control-characters.ts';
import { findingLines } from '../findings/lines.ts';
import type { Palette } from '../summary/palette.ts';
import type { ChangedRecording, Decision, GateFinding } from './decision-schema.ts';
import {
  arrowOf,
  changeName,
  groupsOf,
  issueLine,
  issuesOf,
  placeOfChange,
  recordingCounts,
  toldOf,
  verdictLine,
} from './phrases.ts';

/** How much is shown; `--json` has all. */
const most = { cells: 30, groups: 20, alike: 5, knownIssues: 30, recordings: 100, changes: 30 };

/**
 * A decision as a terminal shows it: what became of known issues, the recordings that differ, the cells that flipped, then why, and
 * what plays it again. Pure.
 */
export function gateText(asDecided: Decision, colour: Palette): string {
  // What a provider or a file could have written must not act on the terminal.
  const decision = escapeControlDeep(asDecided);
  const { passes, notes } = decision;
  return [
    ...issueLines(decision, colour),
    ...recordingLines(decision, colour),
    ...cellLines(decision, colour),
    ...ruleLines(decision, colour),
    ...notes.map((note) => colour.dim(`note: ${note}`)),
    ...(notes.length > 0 ? [''] : []),
    (passes ? colour.green : colour.red)(verdictLine(decision)),
  ].join('\n');
}

function cellLines({ cells }: Decision, colour: Palette): string[] {
  if (cells.length === 0) return [];
  const lines = cut(cells, most.cells, 'cells').map((cell) =>
    typeof cell === 'string'
      ? `  ${cell}`
      : `  ${cell.tool} × ${cell.providerApi}, ${cell.implementation}: ${arrowOf(cell)}`,
  );
  return [colour.bold('changed cells'), ...lines, ''];
}

function recordingLines({ recordings }: Decision, colour: Palette): string[] {
  if (!recordings) return [];
  const lines = cut(recordings, most.recordings, 'recordings').flatMap((each) =>
    typeof each === 'string' ? [`  ${each}`] : recordingText(each, colour),
  );
  return [colour.bold(`recordings: ${recordingCounts(recordings)}`), ...lines, ''];
}

function recordingText(recording: ChangedRecording, colour: Palette): string[] {
  const { name, status } = recording;
  const { told, noise, remark } = toldOf(recording);
  const tints = { breaking: colour.red, notable: colour.yellow, quiet: colour.dim };
  return [
    `  ${name}${status === 'changed' ? '' : `  ${colour.yellow(status)}`}`,
    ...(remark === undefined ? [] : [`    ${remark}`]),
    ...cut(told, most.changes, 'changes').flatMap((change) => {
      if (typeof change === 'string') return [`    ${change}`];
      const { severity, before, after } = change;
      const became = [before, after].map((value) => (value === undefined ? 'nothing' : value.replaceAll('\n', '⏎')));
      return [
        `    ${tints[severity](severity.padEnd(9))} ${changeName(change)}  ${became.join(' → ')}`,
        colour.dim(`              ${placeOfChange(change)}`),
      ];
    }),
    ...(noise === undefined ? [] : [colour.dim(`    ${noise}`)]),
  ];
}

function issueLines(decision: Decision, colour: Palette): string[] {
  const told = issuesOf(decision);
  if (told.length === 0) return [];
  const lines = cut(told, most.knownIssues, 'known issues').flatMap((each) => {
    if (typeof each === 'string') return [`  ${each}`];
    const { what, entry } = each;
    return [
      `  ${colour.yellow(what)} ${issueLine(entry)}${entry.by === undefined ? '' : `, listed by ${entry.by}`}`,
      `    ${entry.title}`,
      colour.dim(`    ${entry.place}`),
    ];
  });
  return [colour.bold('known issues'), ...lines, ''];
}

function ruleLines(decision: Decision, colour: Palette): string[] {
  return decision.rules.flatMap((rule) => {
    const found = decision.findings.filter((f) => f.rule === rule.id);
    const [first] = found;
    if (!first) return [];
    const paint = { fails: colour.red, told: colour.yellow, better: colour.green }[first.level];
    const title = `${first.level}${first.accepted ? ' (accepted)' : ''} ${rule.id}: ${rule.title} (${found.length})`;
    const groups = groupsOf(found);
    const shown = cut(groups, rule.level === 'better' ? 5 : most.groups, 'groups of findings');
    return [
      paint(title),
      ...shown.flatMap((group) => (typeof group === 'string' ? [`  ${group}`] : groupLines(group, decision, colour))),
      '',
    ];
  });
}

/** The first of findings that are alike in full, the others by name. */
function groupLines([first, ...others]: readonly GateFinding[], { checks }: Decision, colour: Palette): string[] {
  if (!first) return [];
  const { check } = first;
  const demand = checks.find(({ id }) => id === check?.check);
  const named = others.flatMap((f) => f.case ?? f.what);
  return [
    // Why a case ends with an error, no check says.
    check && first.after !== 'error'
      ? `  ${first.case}${first.before && first.after ? `: ${first.before} → ${first.after}` : ''}`
      : `  ${first.what}`,
    ...(check
      ? findingLines(check, demand && { ...demand, level: check.level }, colour).map((line) => `    ${line}`)
      : []),
    ...(first.place ? [colour.dim(`    at       ${first.place}`)] : []),
    ...(first.level === 'better' ? [] : [colour.dim(`    to do    ${first.todo}`)]),
    ...(first.replay && first.level !== 'better' ? [`    replay   ${first.replay}`] : []),
    ...cut(named, most.alike, 'like it').map((name) => colour.dim(`    as well  ${name}`)),
  ];
}

/** The first of many, and a line that says how many there are besides. */
function cut<T>(items: readonly T[], shown: number, what: string): (T | string)[] {
  const more = items.length - shown;
  return more > 0 ? [...items.slice(0, shown), `… and ${more} more ${what}; --json has all`] : [...items];
}
