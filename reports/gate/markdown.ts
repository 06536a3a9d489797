import { countOf } from '../../lib/count-of.ts';
import { excerptOf, expectedBy } from '../findings/excerpt.ts';
import { code, sectionsWith } from '../markdown/summary.ts';
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
} from './phrases.ts';

const section = sectionsWith('the log of the job has them');

/** How much is told, so that the whole fits into a comment of a pull request (65,536 characters). */
const most = {
  knownIssues: 12,
  recordings: 30,
  changes: 8,
  excerpt: 120,
  cells: 25,
  groups: 8,
  better: 5,
  alike: 4,
  notes: 5,
  message: 250,
  id: 120,
  command: 250,
};

/**
 * A decision in Markdown, for a comment of a pull request: what became of known issues, the cells that flipped, then why, and what
 * plays it again. Whatever a provider, an adapter or a file could have written stands in code spans, where nothing acts. Pure.
 */
export function gateMarkdown(decision: Decision): string {
  const { passes, counts, base, cells, notes, asOf, recordings = [] } = decision;
  const of = `${code(base.name, most.id)}${base.commit ? ` (${code(base.commit.slice(0, 12), 12)})` : ''}`;
  const lines = [
    `## Gate: ${passes ? 'passed' : 'failed'}`,
    '',
    `**${countOf(counts.fails, 'failure')}, ${countOf(counts.told, 'note')}, ${countOf(counts.better, 'improvement')}**; ${countOf(counts.cases, 'case')}, ${counts.compared} compared with ${of}; as of ${asOf}.`,
    ...section('Known issues', issuesOf(decision), most.knownIssues, ({ what, entry }) => [
      `- **${what}** ${code(issueLine(entry), most.id)}${entry.by === undefined ? '' : `, listed by ${code(entry.by, 60)}`}`,
      `  - ${code(entry.title, most.message)}, ${code(entry.place, most.id)}`,
    ]),
    ...section('Changed cells', cells, most.cells, (cell) => [
      `- ${code(`${cell.tool} × ${cell.providerApi}, ${cell.implementation}`, most.id)}: ${arrowOf(cell)}`,
    ]),
    ...decision.rules.flatMap(({ id, title }) => {
      const found = decision.findings.filter((f) => f.rule === id);
      const [first] = found;
      if (!first) return [];
      const told = { fails: 'fails', told: first.accepted ? 'accepted' : 'told', better: 'better' }[first.level];
      const shown = first.level === 'better' ? most.better : most.groups;
      return section(`${title} (${told}, ${found.length})`, groupsOf(found), shown, (group) =>
        groupLines(group, decision),
      );
    }),
    ...section('Notes', notes, most.notes, (note) => [`- ${code(note, most.message)}`]),
    ...section(`Recordings (${recordingCounts(recordings)})`, recordings, most.recordings, recordingLines),
  ];
  return fitting(`${lines.join('\n')}\n`);
}

/** Room for what is said of what does not fit. */
const longest = 65_000;

/** Cut between two entries: no code span goes over the end of a line. */
function fitting(text: string): string {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf('\n- ', longest);
  return `${text.slice(0, end)}\n\n… the rest does not fit; the log of the job has it.\n`;
}

function recordingLines(recording: ChangedRecording): string[] {
  const { told, noise, remark } = toldOf(recording);
  return [
    `- **${recording.status}** ${code(recording.name, most.id)}`,
    ...(remark === undefined ? [] : [`  - ${code(remark, most.message)}`]),
    ...told.slice(0, most.changes).map((change) => {
      const [was, is] = [change.before, change.after].map((value) =>
        value === undefined ? 'nothing' : code(value, most.excerpt),
      );
      return `  - **${change.severity}** ${code(changeName(change), most.id)}: ${was} → ${is}, at ${code(placeOfChange(change), most.message)}`;
    }),
    ...(told.length > most.changes ? [`  - … and ${told.length - most.changes} more changes`] : []),
    ...(noise === undefined ? [] : [`  - ${code(noise, most.message)}`]),
  ];
}

function groupLines([first, ...others]: readonly GateFinding[], { checks }: Decision): string[] {
  if (!first) return [];
  const { check } = first;
  const demand = checks.find(({ id }) => id === check?.check);
  const finding = check?.findings[0];
  const arrow = first.before && first.after ? `: ${first.before} → ${first.after}` : '';
  const alike = others.map((f) => code(f.case ?? f.what, most.id));
  const more = alike.length - most.alike;
  return [
    first.case && first.level !== 'better'
      ? `- ${code(first.case, most.id)}${arrow}`
      : `- ${code(first.what, most.message)}`,
    ...(check && finding
      ? [
          `  - ${code(check.check, most.id)}: ${code(finding.message, most.message)}`,
          ...side('wire', finding.wirePath, finding.wire),
          ...side(expectedBy(finding), finding.adapterPath, finding.adapter),
          ...(demand ? [`  - why: ${code(demand.reason, most.message)}`] : []),
        ]
      : []),
    ...(first.case && first.level !== 'better' && (!check || first.after === 'error')
      ? [`  - ${code(first.what, most.message)}`]
      : []),
    ...(first.level === 'better' ? [] : [`  - to do: ${code(first.todo, most.message)}`]),
    ...(first.place && first.level !== 'better' ? [`  - at ${code(first.place, most.id)}`] : []),
    ...(first.replay && first.level !== 'better' ? [`  - replay: ${code(first.replay, most.command)}`] : []),
    ...(alike.length > 0
      ? [`  - as well: ${alike.slice(0, most.alike).join(', ')}${more > 0 ? `, … and ${more} more` : ''}`]
      : []),
  ];
}

function side(name: string, path: string | undefined, value: unknown): string[] {
  const parts = [
    ...(path === undefined ? [] : [code(path, most.id)]),
    ...(value === undefined ? [] : [code(excerptOf(value), most.message)]),
  ];
  return parts.length === 0 ? [] : [`  - ${name}: ${parts.join(' ')}`];
}
