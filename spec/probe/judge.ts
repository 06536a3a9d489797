/** What is wrong with the answers of a server: held against the provider's schemas, rules and documented answers. Pure. */

import { truncate } from '../../lib/escape-control-characters.ts';
import { type Exchange, headerOf } from '../../recordings/format/exchange.ts';
import type { Fact, FactKind, FactReading } from '../facts/fact.ts';
import { byImpact, type Impact } from '../verdicts/impact.ts';
import { departures } from '../wire/conditions.ts';
import { serverSentEvents } from '../wire/events.ts';
import { asObject, asString, jsonOf } from '../wire/json.ts';
import type { WireReader } from '../wire/reader.ts';
import { answerViolations } from '../wire/rules/answers.ts';
import type { Path, WireProblem } from '../wire/schemas/index.ts';
import type { ProbeScenario } from './scenarios.ts';

/** A difference between an answer and the provider's wire. */
export interface ProbeFinding {
  /** What found it: `schema`, the id of a rule, `status`, `sdk-stream-helper`. */
  readonly rule: string;
  readonly impact: Impact;
  /** Place in the exchange: `response.body.choices[0]`. */
  readonly path: string;
  readonly message: string;
  /** What states it: a rule with its source, or a definition of the provider's types. */
  readonly source: string;
  /** Of a schema: the member at fault and the definition that it is of. */
  readonly member?: { readonly name: string; readonly owner: string };
}

/**
 * `not offered`: the server says that it has no such thing. `inconclusive`: the model did not do what would have shown it.
 */
export type ProbeVerdict = 'as documented' | 'wrong' | 'not offered' | 'inconclusive';

export interface ProbeOutcome {
  readonly verdict: ProbeVerdict;
  /** Why it is not offered, or shows nothing. */
  readonly reason?: string;
  readonly findings: readonly ProbeFinding[];
}

/** What differs only in form, and is no reason to call an answer wrong. */
export const isNotice = ({ impact }: Pick<ProbeFinding, 'impact'>): boolean => impact === 'differs';

const documentation = 'the documented answer to this request';

/**
 * Judges an answer.
 *
 * @param documented what the provider answers to the same request
 * @param others what else was found: what the provider's SDK makes of the stream
 */
export function judgeAnswer(
  scenario: ProbeScenario,
  documented: Exchange,
  exchange: Exchange,
  reader: WireReader,
  others: readonly ProbeFinding[] = [],
): ProbeOutcome {
  const fitted = schemaFindings(exchange, reader);
  const refusal = refused(scenario, exchange, fitted);
  if (refusal) return refusal;
  const reading = reader.readResponses([exchange]);
  const asked = reader.readResponses([documented]).facts.map(({ fact }) => fact);
  const findings = [
    ...fitted,
    ...answerFindings(exchange, reading, reader),
    ...expectedFindings(asked, exchange, reading),
    // A helper that reads nothing repeats what the schemas say. It is listed too, since users meet it first.
    ...others,
  ];
  if (findings.some((finding) => !isNotice(finding))) return { verdict: 'wrong', findings };
  const reason = shownNothing(scenario, reading);
  return reason === undefined ? { verdict: 'as documented', findings } : { verdict: 'inconclusive', reason, findings };
}

/** What a status alone decides; nothing where the answer is what it should be: an answer, or an error. */
function refused(
  { answer, invalid }: ProbeScenario,
  { response }: Exchange,
  fitted: readonly ProbeFinding[],
): ProbeOutcome | undefined {
  const { status } = response;
  const said = messageOf(response.body.text);
  const finding = (impact: Impact, message: string): ProbeFinding => ({
    rule: 'status',
    impact,
    path: 'response.status',
    message,
    source: documentation,
  });
  const outcome = (...found: ProbeFinding[]): ProbeOutcome => {
    const findings = [...found, ...fitted];
    return { verdict: findings.every(isNotice) ? 'as documented' : 'wrong', findings };
  };
  if (status >= 300 && status < 400) return outcome(finding('breaks', `the server redirects (status ${status})`));
  if (answer.status !== undefined) {
    if (status < 300) return outcome(finding('differs', `what the provider refuses is accepted (${invalid})`));
    if (status >= 500)
      return outcome(finding('loses', `an invalid request is answered ${status}, as a fault of the server`));
    return outcome();
  }
  if (status < 300) return undefined;
  if (isNotOffered(status, said)) {
    const wrongStatus = finding('loses', `what is not offered is answered ${status}, as a fault of the server`);
    const findings = status === 500 ? [wrongStatus, ...fitted] : fitted;
    return { verdict: 'not offered', reason: `${status} ${said}`.trim(), findings };
  }
  if (status === 429) return { verdict: 'inconclusive', reason: `429 ${said}`.trim(), findings: [] };
  return outcome(finding('breaks', `a valid request is answered ${status}: ${said}`));
}

function messageOf(text: string): string {
  const body = asObject(jsonOf({ text }));
  const error = asObject(body?.error) ?? body;
  const said = asString(error?.message) ?? asString(body?.error) ?? asString(body?.detail) ?? text;
  return truncate(said.replaceAll(/\s+/g, ' '), 160);
}

/** An honest word that something is not there. */
const isNotOffered = (status: number, said: string): boolean =>
  [404, 405, 501].includes(status) ||
  ([400, 403, 422, 500].includes(status) &&
    /not (?:yet |currently )?(?:supported|implemented|available|enabled)|unsupported|(?:un|not )recogni[sz]ed|unknown (?:tool|type|parameter|field)|does(?: not|n't) support|(?:only|must be) [^.]*function|type must be/i.test(
      said,
    ));

/** Where an answer does not fit the provider's own types. A live server has no excuse of age. */
function schemaFindings(exchange: Exchange, { schemas }: WireReader): ProbeFinding[] {
  const { problems } = schemas?.response(exchange) ?? { problems: [] };
  return problems.map((problem): ProbeFinding => {
    const last = problem.path.slice(problem.path.lastIndexOf('.') + 1).replaceAll(/\[\d+\]/g, '');
    return {
      rule: 'schema',
      impact: impactOf(problem, exchange, schemas),
      path: problem.path,
      message: problem.message,
      source: problem.definition.replace(/^.* of /, 'types of '),
      member: { name: last, owner: problem.owner ?? problem.definition.replace(/ of .*$/, '') },
    };
  });
}

function impactOf({ kind, path }: WireProblem, exchange: Exchange, schemas: WireReader['schemas']): Impact {
  if (kind === 'extra') return 'differs';
  if (kind === 'failure') return 'breaks';
  return isNullable(path, exchange, schemas) ? 'differs' : 'loses';
}

/** Whether what is absent might say null. */
function isNullable(path: string, { operation, response }: Exchange, schemas: WireReader['schemas']): boolean {
  const [, index, rest = ''] = /^response\.(?:body|events\[(\d+)\])\.?(.*)$/.exec(path) ?? [];
  const event = index === undefined ? undefined : serverSentEvents(response.body.text)[Number(index)];
  const json = index === undefined ? jsonOf(response.body) : event?.json;
  if (json === undefined) return false;
  const places = schemas?.nullable(operation, json, event && { name: event.name ?? 'message' }) ?? [];
  return places.some((place) => placed(place) === rest);
}

const placed = (path: Path): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');

/** Where an answer breaks the rules of its provider API, or is not one to its request. */
function answerFindings(exchange: Exchange, { unread }: FactReading, reader: WireReader): ProbeFinding[] {
  const contradictions = unread.filter(({ contradicts }) => contradicts);
  return [
    ...answerViolations(reader, exchange).map(({ rule, path, message }) => ({
      rule: rule.id,
      impact: rule.impact,
      path,
      message,
      source: `${rule.what} ${rule.evidence.title}`,
    })),
    ...departures(reader.conditions ?? [], exchange, []).map(
      ({ path, message, source }): ProbeFinding => ({
        rule: 'belongs-to-request',
        impact: path === 'model' ? 'differs' : 'loses',
        path: `response.${path}`,
        message,
        source: source.title,
      }),
    ),
    ...contradictions.map(
      ({ path, what }): ProbeFinding => ({
        rule: 'contradiction',
        impact: 'breaks',
        path: path.replace(/^exchanges\[0\]\./, ''),
        message: what,
        source: documentation,
      }),
    ),
  ];
}

/** What an answer of this kind has, whatever the model said. */
function expectedFindings(asked: readonly Fact[], exchange: Exchange, { facts }: FactReading): ProbeFinding[] {
  const found = (message: string, impact: Impact, rule: string): ProbeFinding => ({
    rule,
    impact,
    path: 'response',
    message,
    source: documentation,
  });
  const type = headerOf(exchange.response, 'content-type') ?? '';
  if (exchange.transport === 'sse' && !type.includes('event-stream')) {
    return [found('a stream was asked for, and none came', 'breaks', 'transport')];
  }
  const has = (kind: FactKind) => facts.some(({ fact }) => fact.kind === kind);
  const [error] = facts.flatMap(({ fact }) => (fact.kind === 'error' ? [fact] : []));
  if (error) {
    const words = error.unreadable === undefined ? `an error comes with status 200: ${error.message}` : broken;
    return [found(words, 'breaks', 'whole')];
  }
  const lacking = (['usage', 'response-id', 'model', 'finish'] as const).filter(
    (kind) => asked.some((fact) => fact.kind === kind) && !has(kind),
  );
  const leaked = facts.filter(({ fact }) => fact.kind === 'text' && callMarkup.test(fact.text));
  const isHosted = asked.some(({ kind }) => kind === 'hosted-call');
  const [reason, other] = [facts.map(({ fact }) => fact), asked].map(endOf);
  const isSameKind = has('call') === asked.some(({ kind }) => kind === 'call');
  const isCut = [reason, other].includes('length');
  return [
    ...(isHosted && has('call') && !has('hosted-call')
      ? [found('a hosted tool is called as if it were a function of the application', 'breaks', 'hosted-tool')]
      : []),
    ...leaked.map(({ path }) => ({
      ...found('the markup of a call stands in the text, as the model wrote it', 'breaks', 'call-markup'),
      path: path.replace(/^exchanges\[0\]\./, ''),
    })),
    ...lacking.map((kind) => found(`there is no ${kind.replace('-', ' ')}`, 'loses', 'complete')),
    ...(isSameKind && !isCut && reason !== undefined && other !== undefined && reason !== other
      ? [
          found(
            `the answer ends as ${JSON.stringify(reason)}; documented is ${JSON.stringify(other)}`,
            'loses',
            'finish-reason',
          ),
        ]
      : []),
  ];
}

/** How models write calls, which a server has to read. */
const callMarkup = /<tool_call>|<function=|<\|(?:tool|python|channel)|\[TOOL_CALLS\]/;

const broken = 'the answer breaks off, or is none of this API';

const endOf = (facts: readonly Fact[]): string | undefined =>
  facts.flatMap((fact) => (fact.kind === 'finish' ? [fact.reason] : []))[0];

/** Why an answer without a fault shows nothing; nothing where it does. */
function shownNothing({ answer, stop }: ProbeScenario, reading: FactReading): string | undefined {
  const facts = reading.facts.map(({ fact }) => fact);
  const calls = facts.filter(({ kind }) => kind === 'call').length;
  if (answer.ended === 'length' && endOf(facts) !== 'length') return 'the answer ended before the limit';
  if (answer.ended === 'stop-sequence' && endOf(facts) === 'length') return `no ${JSON.stringify(stop)} came`;
  if ((answer.calls?.length ?? 0) > 1 && calls < 2 && endOf(facts) !== 'length') return 'the model called one function';
  if ((answer.calls?.length ?? 0) > 0 && calls === 0) return 'the answer was cut before a call';
  return undefined;
}

// Findings of all answers, told once.

/** A finding with where it was met. */
export interface MetFinding extends ProbeFinding {
  /** `<scenario>/<mode>` of each answer that has it. */
  readonly in: readonly string[];
  /** How often, all told. */
  readonly times: number;
}

/**
 * Findings of one cause as one, the worst and the most frequent first. Members that are wrong in the same way are told together: one
 * of several objects, or several of the same objects.
 */
export function toldOnce(found: readonly Located[]): MetFinding[] {
  const byMember = joined(
    found.map(asGroup),
    (group) => `${group.finding.rule} ${group.finding.impact} ${words(group)}`,
  );
  const byObject = joined(byMember, ({ finding, owners, in: places, members }, i) =>
    members.size > 0 ? `${finding.impact} ${wordsOf(finding.message)} ${[...owners].sort()} ${places}` : `alone ${i}`,
  );
  return byObject
    .map(({ finding: { member: _, ...finding }, owners, members, in: places, times }) => {
      const message =
        members.size === 0
          ? finding.message
          : `${shownList(members)} of ${nouns(owners)} ${verb(finding.message, members.size)}`;
      return { ...finding, message, in: places, times };
    })
    .toSorted((a, b) => byImpact(a.impact, b.impact) || b.times - a.times);
}

interface Located {
  readonly at: string;
  readonly finding: ProbeFinding;
}

interface Group {
  readonly finding: ProbeFinding;
  readonly in: readonly string[];
  readonly times: number;
  readonly members: ReadonlySet<string>;
  readonly owners: ReadonlySet<string>;
}

const asGroup = ({ at, finding }: Located): Group => ({
  finding,
  in: [at],
  times: 1,
  members: new Set(finding.member ? [finding.member.name] : []),
  owners: new Set(finding.member ? [finding.member.owner] : []),
});

function joined(groups: readonly Group[], keyOf: (group: Group, at: number) => string): Group[] {
  return [...Map.groupBy(groups, keyOf).values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    return {
      finding: first.finding,
      in: [...new Set(alike.flatMap((one) => one.in))],
      times: alike.reduce((sum, one) => sum + one.times, 0),
      members: new Set(alike.flatMap((one) => [...one.members])),
      owners: new Set(alike.flatMap((one) => [...one.owners])),
    };
  });
}

const words = ({ finding: { message }, members }: Group): string => `${[...members]} ${wordsOf(message)}`;

const shownList = (names: ReadonlySet<string>): string => [...names].map((name) => `"${name}"`).join(', ');

/** Objects by name, the first three of many. */
function nouns(owners: ReadonlySet<string>): string {
  const [first = '', second, third, ...more] = owners;
  const named = [first, second, third].filter((name) => name !== undefined).join(', ');
  return more.length > 0 ? `${named} and ${more.length} more` : named;
}

const verb = (message: string, count: number): string => (count > 1 ? message.replace(/^is /, 'are ') : message);

/** A message without what differs from answer to answer, and without what is allowed instead. */
const wordsOf = (message: string): string =>
  message.replaceAll(/"(?:[^"\\]|\\.)*"|\d+/g, '…').replace(/(?:;| that the provider's types).*/s, '');
