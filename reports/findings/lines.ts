import { escapeControl } from '../../lib/escape-control-characters.ts';
import type { Finding } from '../../spec/engine/verdict.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { isConfirmed } from '../../spec/verdicts/impact.ts';
import type { Palette } from '../summary/palette.ts';
import { excerptOf, expectedBy, type FoldedFinding, mergeFindings, stackOf } from './excerpt.ts';

type RequestRequirement = Results['checks'][number];

/**
 * What a check found, as a terminal shows it: the check, then each finding with what stands where on the wire and in what the
 * adapter returned, then why it matters and who says so. Pure.
 *
 * @param demand the check's own words, where they are known
 * @param most how many findings are shown; that there are more is said
 */
export function findingLines(
  { check, level, findings }: CaseResult['checks'][number],
  demand: RequestRequirement | undefined,
  colour: Palette,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const folded = mergeFindings(findings);
  const more = folded.length - most;
  return [
    `${colour.bold(check)}${colour.dim(`  ${level}`)}`,
    ...folded.slice(0, most).flatMap((finding) => oneFinding(finding, colour)),
    ...(more > 0 ? [`  … and ${more} more findings of this check`] : []),
    ...(demand ? [colour.dim(`  why      ${demand.reason}`)] : []),
    ...(demand?.sources.length ? [colour.dim(`  source   ${demand.sources.map(sourceText).join('; ')}`)] : []),
  ];
}

function oneFinding(finding: FoldedFinding, colour: Palette): string[] {
  const { message, rule, again } = finding;
  return [
    `  ${escapeControl(message)}`,
    colour.dim(`    kind     ${escapeControl(finding.group)}  ${wordsFor(finding)}`),
    ...side('wire', finding.wirePath, finding.wire, colour),
    ...side(expectedBy(finding), finding.adapterPath, finding.adapter, colour),
    ...stackOf(finding).map((line, i) => colour.dim(`    ${i === 0 ? 'thrown  ' : '        '} ${line}`)),
    ...(rule ? [colour.dim(`    rule     ${rule.what}`), colour.dim(`             ${sourceText(rule.source)}`)] : []),
    ...(again.length > 0 ? [colour.dim(`    again    ${again.join(', ')}`)] : []),
  ];
}

/** What it does to a user, and on what that rests. */
const wordsFor = ({ impact, evidence }: Finding): string =>
  `${impact}${impact === 'differs' ? ' (a note, fails nothing)' : ''}, evidence: ${evidence}${isConfirmed(evidence) ? '' : ' (unconfirmed)'}`;

/** A place and what stands there. Facts are told by the message; other values are shown, cut where they are long. */
function side(name: string, path: string | undefined, value: unknown, colour: Palette): string[] {
  const isFact = typeof value === 'object' && value !== null && 'kind' in value;
  const shown = value === undefined || isFact ? [] : [excerptOf(value)];
  const parts = [...(path === undefined ? [] : [path]), ...shown];
  return parts.length === 0 ? [] : [colour.dim(`    ${name.padEnd(8)} ${parts.join('  ')}`)];
}

const sourceText = ({ title, url }: NonNullable<Finding['rule']>['source']): string =>
  url === undefined ? title : `${title} <${url}>`;
