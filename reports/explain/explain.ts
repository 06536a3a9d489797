import { countOf } from '../../lib/count-of.ts';
import { didYouMean } from '../../lib/did-you-mean.ts';
import { escapeControlDeep } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Cell, Matrix } from '../../matrix/model.ts';
import { bytesOf } from '../../recordings/format/body.ts';
import { isEventStream, splitFrames } from '../../recordings/format/event-stream.ts';
import { type Exchange, type HttpRequest, type HttpResponse, headerOf } from '../../recordings/format/exchange.ts';
import { describeFact } from '../../spec/facts/describe.ts';
import type { Fact } from '../../spec/facts/fact.ts';
import { shownCassette } from '../../spec/results/case-result.ts';
import type { CaseResult, Evidence, Results } from '../../spec/results/schema.ts';
import { findingLines } from '../findings/lines.ts';
import type { Palette } from '../summary/palette.ts';

/** What was seen of the cases that are told; nobody asks for that of others. */
export type EvidenceByHash = Pick<ReadonlyMap<string, Evidence>, 'get'>;

/**
 * Explains a case (`<adapter>/<tool>/<scenario>/<mode>`): claim → evidence → exchanges → facts → checks → verdict. Pure: evidence is given
 * by hash; what is not there is said to be missing.
 *
 * @throws {UserError} the results have no such case.
 */
export function explain(id: string, whole: Results, evidence: EvidenceByHash, colour: Palette): string {
  const results = escapeControlDeep(whole);
  const matrix = results.matrix as Matrix;
  const { c, column, claimed } = find(id, results);
  const seen = seenOf(c, evidence);
  return [
    colour.bold(`${c.tool} on ${column?.title ?? c.providerApi}`),
    ...claimLines(claimed, colour),
    ...errataLines(claimed?.errata ?? [], matrix.errata ?? [], colour),
    '',
    caseLine(c, colour),
    ...caseLines(c, seen && escapeControlDeep(seen), results.checks, colour),
  ].join('\n');
}

/** What {@link explain} tells, as data: all of it, with nothing cut. Pure. @throws {UserError} see there. */
export function explained(id: string, results: Results, evidence: EvidenceByHash) {
  const { c, claimed } = find(id, results);
  const seen = seenOf(c, evidence);
  const errata = ((results.matrix as Matrix).errata ?? []).filter(({ id: entry }) => claimed?.errata?.includes(entry));
  return escapeControlDeep({
    tool: c.tool,
    providerApi: c.providerApi,
    ...(claimed ? { claimed } : {}),
    errata,
    case: seen ? { ...c, seen } : c,
  });
}

const seenOf = ({ evidenceSha256 }: CaseResult, evidence: EvidenceByHash): Evidence | undefined =>
  evidenceSha256 === undefined ? undefined : evidence.get(evidenceSha256);

function find(id: string, { cases, matrix }: Results) {
  const c = cases.find((one) => one.id === id);
  if (!c) {
    const hint =
      cases.length > 0
        ? didYouMean(
            id,
            cases.map((one) => one.id),
          ).slice(0, 400)
        : 'this run has no cases';
    throw new UserError(`unknown case "${id}"`, { hint });
  }
  const column = (matrix as Matrix).providers.find((p) => p.id === c.providerApi);
  return { c, column, claimed: column?.cells[c.tool as keyof typeof column.cells] as Cell | undefined };
}

function claimLines(cell: Cell | undefined, colour: Palette): string[] {
  if (!cell) return ['Claim: none; the tool has no row in the availability table.'];
  const disagree = new Set(cell.claims.map((c) => c.support)).size > 1 ? ' (they disagree)' : '';
  return [
    `Claim: ${cell.support}, ${cell.lifecycle}${disagree}`,
    ...cell.claims.map((c) => colour.dim(`  ${c.date}  ${c.by.padEnd(16)} ${c.support.padEnd(8)} ${c.source.title}`)),
    ...(cell.wire
      ? [
          colour.dim(`  declared  ${cell.wire.declare}`),
          colour.dim(`  called    ${cell.wire.call}`),
          colour.dim(`  answered  ${cell.wire.result}`),
        ]
      : []),
  ];
}

/** What of the ADR's text does not hold; ids that the results have no entry for are named all the same. */
function errataLines(ids: readonly string[], register: Matrix['errata'], colour: Palette): string[] {
  return ids.flatMap((id) => {
    const entry = register.find((each) => each.id === id);
    if (!entry) return [`Errata: ${id} (not in these results)`];
    return [
      `Errata: ${id}, ${entry.title}`,
      colour.dim(`  the ADR  ${entry.adr}`),
      colour.dim(`  today    ${entry.today}`),
    ];
  });
}

function caseLine(c: CaseResult, colour: Palette): string {
  const paint =
    c.verdict === 'pass' ? colour.green : c.verdict === 'fail' || c.verdict === 'error' ? colour.red : colour.yellow;
  return `${paint(c.verdict)} ${c.id}${c.reason === undefined ? '' : `\n  ${c.reason}`}`;
}

function caseLines(c: CaseResult, seen: Evidence | undefined, checks: Results['checks'], colour: Palette): string[] {
  return [
    `  ${c.title}. ${c.purpose}`,
    `Evidence: ${c.evidence}${c.cassette ? `, ${shownCassette(c.cassette)}` : ''}`,
    ...(c.cassette?.sources ?? []).map((s) => colour.dim(`  ${s.title}`)),
    ...(seen ? seen.steps.flatMap((step, i) => stepLines(step, i, colour)) : ['Nothing was seen of it.']),
    'Checks:',
    ...c.checks.filter((k) => k.status !== 'not-applicable').flatMap((k) => checkLines(k, checks, colour)),
    `Verdict: ${c.verdict}`,
    colour.dim(`  replay  ${c.replay}`),
  ];
}

type Step = Evidence['steps'][number];

function stepLines(step: Step, index: number, colour: Palette): string[] {
  const exchanges = step.exchanges as Exchange[];
  const facts = (list: Step['wire']) =>
    list.map(({ path, fact }) => `  ${describeFact(fact as Fact)}${colour.dim(`  ${path}`)}`);
  return [
    colour.bold(`Call ${index + 1}, turn ${step.turn + 1}`),
    ...exchanges.map(
      ({ request, response, transport }) =>
        `  ${request.method} ${request.url} → ${response.status}, ${transport}, ${sizeOf(request)} out, ${sizeOf(response)} in`,
    ),
    ...(exchanges.length === 0 ? ['  nothing was sent'] : []),
    '  the wire said',
    ...facts(step.wire).map((line) => `  ${line}`),
    '  the adapter said',
    ...facts(step.adapter).map((line) => `  ${line}`),
    ...step.unread.map((u) => colour.yellow(`  not read: ${u.what}  ${u.path}`)),
  ];
}

/** How much a message carries: text in characters, AWS frames by number, other bytes by theirs. */
function sizeOf(message: HttpRequest | HttpResponse): string {
  const { body } = message;
  if (body && isEventStream(headerOf(message, 'content-type') ?? '')) {
    const { frames, problem } = splitFrames(bytesOf(body));
    return `${countOf(frames.length, 'frame')}${problem === undefined ? '' : ` (then ${problem})`}`;
  }
  return body?.encoding ? `${bytesOf(body).length} bytes` : `${body?.text.length ?? 0} characters`;
}

function checkLines(k: CaseResult['checks'][number], checks: Results['checks'], colour: Palette): string[] {
  const { check, status, compared, findings } = k;
  const paint = status === 'pass' ? colour.green : status === 'fail' ? colour.red : colour.yellow;
  const [, ...rest] = findingLines(
    k,
    checks.find((c) => c.id === check),
    colour,
  );
  return [
    `  ${paint(status.padEnd(5))} ${check}${colour.dim(`  ${compared} compared`)}`,
    ...(findings.length === 0 ? [] : rest.map((line) => `      ${line}`)),
  ];
}
