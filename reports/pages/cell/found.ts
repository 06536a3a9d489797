import type { CaseResult } from '../../../spec/results/schema.ts';
import { type FoldedFinding, mergeFindings } from '../../findings/excerpt.ts';
import { html, type Markup } from '../../html/markup.ts';
import { count, link, source } from '../elements.ts';
import { checkAnchor, paths, type To } from '../paths.ts';
import { tag } from '../words.ts';

type CheckResult = CaseResult['checks'][number];

/** Checks that found something: those that fail the case first. */
export const tellingChecks = ({ checks }: Pick<CaseResult, 'checks'>): readonly CheckResult[] => [
  ...checks.filter(({ status }) => status === 'fail'),
  ...checks.filter(({ status, findings }) => status !== 'fail' && findings.length > 0),
];

/** As many findings of a check are read before one sees what they have in common. */
const most = 3;

/** What the checks found in a case, the deciding words first. */
export function findings(c: CaseResult, to: To): Markup {
  const telling = tellingChecks(c);
  if (telling.length === 0) return c.reason !== undefined && html`<p class="reason">${c.reason}</p>`;
  return html`<ul class="found">${telling.map((check) => {
    const folded = mergeFindings(check.findings);
    return html`${folded.slice(0, most).map((each) => finding(each, check, to))}${folded.length > most && html`<li class="mut">… and ${count(folded.length - most, 'finding')} more of ${checkLink(check.check, to)}</li>`}`;
  })}</ul>`;
}

function finding(f: FoldedFinding, { check, level, status }: CheckResult, to: To): Markup {
  const at = callOf(f);
  return html`<li>
    <p><b>${inWords(f.group)}</b> ${tag(f.impact)} <span class="mut">${at !== undefined && `call ${at + 1}, `}${checkLink(check, to)}${level !== 'MUST' && `, ${level}`}${status === 'warn' && ', a warning'}${status === 'pass' && ', a note'}${f.again.length > 0 && `, ${count(f.again.length, 'time')} more`}</span></p>
    <p>${f.message}</p>
    ${f.rule && html`<p class="mut">Rule of the API: ${f.rule.what} ${source(f.rule.source.title, f.rule.source.url)}</p>`}
  </li>`;
}

/** In which call of the client it was found, from 0. */
export function callOf({ wirePath, adapterPath }: Pick<FoldedFinding, 'wirePath' | 'adapterPath'>): number | undefined {
  const call = /^steps\[(\d+)\]/.exec(wirePath ?? adapterPath ?? '')?.[1];
  return call === undefined ? undefined : Number(call);
}

/** A kind of finding as it is read: `usage.output-tokens.changed` is "usage, output tokens: changed". */
export function inWords(group: string): string {
  if (!/^[a-z-]+(\.[a-z-]+)*$/i.test(group)) return group;
  const words = group.split('.').map((word) => word.replaceAll('-', ' '));
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')}: ${last}`;
}

export const checkLink = (check: string, to: To): Markup =>
  link(to(`${paths.checks}#${checkAnchor(check)}`), html`<code>${check}</code>`);
