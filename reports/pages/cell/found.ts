import type { CaseResult, Results } from '../../../spec/results/schema.ts';
import { type FoldedFinding, mergeFindings, stackOf } from '../../findings/excerpt.ts';
import { count, link, list, prose, source } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import { checkAnchor, paths, type To } from '../paths.ts';
import { tag } from '../words.ts';

type CheckResult = CaseResult['checks'][number];

/** Checks that found something: those that fail the case first, then warnings, then notes on what differs. */
export const tellingChecks = ({ checks }: Pick<CaseResult, 'checks'>): readonly CheckResult[] =>
  (['fail', 'warn', 'pass'] as const).flatMap((status) =>
    checks.filter((check) => check.status === status && check.findings.length > 0),
  );

/** As many findings of a check are read before one sees what they have in common. */
const most = 3;

/** What the checks found in a case, the deciding words first. */
export function findings(c: CaseResult, checks: Results['checks'], to: To): Markup {
  const telling = tellingChecks(c);
  if (telling.length === 0) return c.reason !== undefined && html`<p>${c.reason}</p>`;
  const told = new Map<string, string>();
  return html`<ul class="found">${telling.map((check) => {
    const all = mergeFindings(check.findings);
    // A stream that is wrong differs from the complete response, too: told once.
    const own = all.filter((each) => (told.get(keyOf(each)) ?? check.check) === check.check);
    for (const each of own) told.set(keyOf(each), check.check);
    if (own.length === 0) return html`<li class="mut">${checkLink(check.check, to)} finds the same.</li>`;
    return html`${own.slice(0, most).map((each) => finding(each, check, to))}${own.length > most && html`<li class="mut">… and ${count(own.length - most, 'finding')} more of ${checkLink(check.check, to)}</li>`}${check.status === 'fail' && why(check, checks, to)}`;
  })}</ul>`;
}

const keyOf = (f: FoldedFinding): string => `${callOf(f)} ${f.group}`;

/** Why a check demands what it does, and who says so, where no page of checks says it. */
function why({ check }: CheckResult, checks: Results['checks'], to: To): Markup {
  if (to(paths.checks) !== undefined) return null;
  const demand = checks.find(({ id }) => id === check);
  return (
    demand &&
    html`<li class="mut">${prose(demand.reason)}${demand.sources.length > 0 && html` Sources: ${list(demand.sources.map(({ title, url }) => source(title, url)))}.`}</li>`
  );
}

function finding(f: FoldedFinding, { check, level, status }: CheckResult, to: To): Markup {
  const at = callOf(f);
  return html`<li>
    <p><b>${inWords(f.group)}</b> ${tag(f.impact)} <span class="mut">${at !== undefined && `call ${at + 1}, `}${checkLink(check, to)}${level !== 'MUST' && `, ${level}`}${status === 'warn' && ', a warning'}${status === 'pass' && ', a note'}${f.again.length > 0 && `, ${count(f.again.length, 'time')} more`}</span></p>
    <p>${f.message}</p>
    ${stackOf(f).map((line) => html`<p class="path">${line}</p>`)}
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
