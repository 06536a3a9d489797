/** What an answer keeps to, given its request: whoever serves the API. Recordings and servers are held against it. */

import type { JsonObject } from '../../../lib/canonical-json.ts';
import { validatorFor } from '../../../lib/validator.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { ChatOptions } from '../../contract/index.ts';
import type { CallFact, Fact, FactKind, FactReading, LocatedFact } from '../../facts/fact.ts';
import type { Impact } from '../../verdicts/impact.ts';
import { serverSentEvents } from '../events.ts';
import { asArray, asObject, asString, jsonOf, parseJson } from '../json.ts';
import type { RuleEvidence, RuleOutcome, RuleViolation } from './rule.ts';

/** An answer without an error, with what was asked. */
interface Answered {
  readonly exchange: Exchange;
  /** The body of the request. */
  readonly body: JsonObject;
  readonly options: ChatOptions;
  readonly facts: readonly LocatedFact[];
}

/** A rule of one provider API: what its answers keep to besides their schema. */
export interface AnswerRule {
  /** Unique within its provider API: `choice-none`. */
  readonly id: string;
  /** What holds, as a sentence. */
  readonly what: string;
  readonly impact: Impact;
  readonly evidence: RuleEvidence;
  /** Never throws, whatever the answer is. */
  readonly judge: (answered: Answered) => RuleOutcome;
}

/** Where an answer breaks a rule; `path` begins with `response`. */
export interface AnswerViolation extends RuleViolation {
  readonly rule: AnswerRule;
}

/** What of a reader of a wire rules need. */
interface AnswerReader {
  readonly answerRules?: readonly AnswerRule[];
  readResponses(exchanges: readonly Exchange[], earlier?: readonly Exchange[]): FactReading;
  readRequests(exchanges: readonly Exchange[], earlier?: readonly Exchange[]): readonly { options: ChatOptions }[];
}

/** The rules that an answer breaks. One that is an error, or breaks off, has nothing to keep to. */
export function answerViolations(
  reader: AnswerReader,
  exchange: Exchange,
  earlier: readonly Exchange[] = [],
): AnswerViolation[] {
  const { answerRules: rules = [] } = reader;
  if (rules.length === 0 || exchange.response.status >= 300) return [];
  const { facts } = reader.readResponses([exchange], earlier);
  if (facts.some(({ fact }) => fact.kind === 'error')) return [];
  const body = asObject(jsonOf(exchange.request.body)) ?? {};
  const options = reader.readRequests([exchange], earlier)[0]?.options ?? {};
  return rules.flatMap((rule) =>
    rule
      .judge({ exchange, body, options, facts })
      .breaches.map((breach) => ({ ...breach, path: breach.path.replace(/^exchanges\[0\]\./, ''), rule })),
  );
}

type FactOf<K extends FactKind> = Extract<Fact, { kind: K }>;

const factsOf = <K extends FactKind>({ facts }: Answered, kind: K) =>
  facts.filter((located): located is LocatedFact & { fact: FactOf<K> } => located.fact.kind === kind);

const reasonOf = (answered: Answered): string | undefined => factsOf(answered, 'finish')[0]?.fact.reason;

/** Cut by length, whether it says so or not, or refused: then nothing that was asked for needs to be there. */
const isCut = (answered: Answered): boolean =>
  ['length', 'content_filter'].includes(reasonOf(answered) ?? '') || usedUp(answered) !== undefined;

/** How many tokens are used of how many, where no more may be. */
function usedUp(answered: Answered): { readonly used: number; readonly limit: number } | undefined {
  const { maxOutputTokens: limit } = answered.options;
  const used = factsOf(answered, 'usage')[0]?.fact.outputTokens;
  return limit !== undefined && used !== undefined && used >= limit ? { used, limit } : undefined;
}

/** What a request demands of calls. */
export interface Demand {
  readonly must?: boolean;
  /** The functions that may be called; any where absent. */
  readonly among?: readonly string[];
}

type Given = Pick<AnswerRule, 'evidence'>;

/** The choice of tools is kept: none is none, one that must be is, and it is among those that may be. */
export const choiceIsKept = ({
  evidence,
  ownChoice = () => undefined,
}: Given & {
  /** What a form of the API's own demands, which the contract has no word for. */
  readonly ownChoice?: (body: JsonObject) => Demand | undefined;
}): readonly AnswerRule[] => {
  const demandIn = ({ options: { toolMode }, body }: Answered): Demand => {
    const own = ownChoice(body);
    if (own || toolMode?.type !== 'required') return own ?? {};
    return { must: true, ...(toolMode.functionName === undefined ? {} : { among: [toolMode.functionName] }) };
  };
  const places = (calls: readonly { path: string; fact: CallFact }[]) =>
    calls.map(({ path, fact }) => ({ path, fact }));
  return [
    {
      id: 'choice-none',
      what: 'Where no tool may be called, none is.',
      impact: 'breaks',
      evidence,
      judge: (answered) => {
        if (answered.options.toolMode?.type !== 'none') return nothing;
        const calls = factsOf(answered, 'call');
        return {
          compared: 1,
          breaches: places(calls).map(({ path, fact }) => ({
            path,
            value: fact.name,
            message: 'a function is called although the tool choice is "none"',
          })),
        };
      },
    },
    {
      id: 'choice-required',
      what: 'Where a tool must be called, one is, except in a response that is cut or filtered.',
      impact: 'breaks',
      evidence,
      judge: (answered) => {
        if (!demandIn(answered).must || isCut(answered)) return nothing;
        const isCalled = answered.facts.some(({ fact }) => /call$|^approval/.test(fact.kind));
        const message = 'no tool is called although the request demands a call';
        return { compared: 1, breaches: isCalled ? [] : [{ path: 'response', message }] };
      },
    },
    {
      id: 'choice-among',
      what: 'Only functions are called that the tool choice allows.',
      impact: 'breaks',
      evidence,
      judge: (answered) => {
        const { among } = demandIn(answered);
        if (!among) return nothing;
        const calls = places(factsOf(answered, 'call'));
        const others = calls.filter(({ fact }) => !among.includes(fact.name));
        const allowed = among.map((name) => JSON.stringify(name)).join(' and ');
        return {
          compared: calls.length,
          breaches: others.map(({ path, fact }) => ({
            path,
            value: fact.name,
            message: `a function is called that the tool choice excludes; it allows ${allowed}`,
          })),
        };
      },
    },
  ];
};

const nothing: RuleOutcome = { compared: 0, breaches: [] };

/** Where parallel calls are switched off, there is one call at most. */
export const callsAreSingle = ({ evidence }: Given): AnswerRule => ({
  id: 'parallel-off',
  what: 'Where parallel calls are switched off, one function is called at most.',
  impact: 'breaks',
  evidence,
  judge: (answered) => {
    if (answered.options.allowMultipleToolCalls !== false) return nothing;
    const [, second] = factsOf(answered, 'call');
    const message = 'several functions are called although parallel calls are off';
    return { compared: 1, breaches: second ? [{ path: second.path, value: second.fact.name, message }] : [] };
  },
});

/** An answer in a format fits it. */
export const formatIsKept = ({ evidence }: Given): AnswerRule => ({
  id: 'format-kept',
  what: 'Text whose format is JSON is JSON, and fits the schema of the request, except in a response that is cut or filtered.',
  impact: 'breaks',
  evidence,
  judge: (answered) => {
    const { responseFormat: format } = answered.options;
    if (format?.type !== 'json' || isCut(answered) || factsOf(answered, 'call').length > 0) return nothing;
    const [first, ...more] = factsOf(answered, 'text');
    if (!first)
      return { compared: 1, breaches: [{ path: 'response', message: 'there is no text to have the format' }] };
    const value = parseJson([first, ...more].map(({ fact }) => fact.text).join(''));
    const wrong =
      value === undefined ? 'is no JSON' : fits(format.schema, value) ? undefined : 'does not fit the schema';
    return {
      compared: 1,
      breaches: wrong ? [{ path: first.path, message: `the text ${wrong} that the request demands` }] : [],
    };
  },
});

/** The service promises of strict functions alone that arguments fit; of others they usually do. */
export const strictArguments = ({ evidence }: Given): AnswerRule => ({
  id: 'strict-arguments',
  what: 'Arguments of a strict function fit its schema, except in a response that is cut.',
  impact: 'breaks',
  evidence,
  judge: (answered) => {
    if (isCut(answered)) return nothing;
    const schemas = new Map(
      (answered.options.tools ?? []).flatMap((tool) =>
        tool.type === 'function' && tool.strict ? [[tool.name, tool.parameters] as const] : [],
      ),
    );
    const calls = factsOf(answered, 'call').filter(({ fact }) => schemas.has(fact.name));
    const wrong = calls.filter(({ fact }) => !fits(schemas.get(fact.name), fact.arguments));
    return {
      compared: calls.length,
      breaches: wrong.map(({ path, fact }) => ({
        path,
        value: fact.arguments,
        message: 'the arguments do not fit the schema of the strict function',
      })),
    };
  },
});

/** Whether a value fits a schema; one that is none says nothing. */
function fits(schema: JsonObject | undefined, value: unknown): boolean {
  if (!schema) return true;
  try {
    return validatorFor(schema)(value) === true;
  } catch {
    return true;
  }
}

/** An answer that used up its tokens says so. */
export const limitIsSaid = ({ evidence }: Given): AnswerRule => ({
  id: 'limit-said',
  what: 'A response that used all the tokens it may have says that it is cut.',
  impact: 'breaks',
  evidence,
  judge: (answered) => {
    const all = usedUp(answered);
    const [finish] = factsOf(answered, 'finish');
    if (!all || !finish || ['length', 'content_filter'].includes(finish.fact.reason)) return nothing;
    const { reason } = finish.fact;
    const message = `${all.used} of ${all.limit} tokens are used, and the response ends as ${JSON.stringify(reason)}`;
    return { compared: 1, breaches: [{ path: finish.path, value: reason, message }] };
  },
});

/** Text ends before a stop sequence. */
export const stopIsKept = ({ evidence }: Given): AnswerRule => ({
  id: 'stop-sequence-kept',
  what: 'Text does not hold a stop sequence of the request.',
  impact: 'breaks',
  evidence,
  judge: (answered) => {
    const { stopSequences = [] } = answered.options;
    const texts = stopSequences.length > 0 ? factsOf(answered, 'text') : [];
    const wrong = texts.filter(({ fact }) => stopSequences.some((sequence) => fact.text.includes(sequence)));
    return {
      compared: texts.length,
      breaches: wrong.map(({ path }) => ({ path, message: 'the text goes on behind a stop sequence' })),
    };
  },
});

/** A rule over the events of a stream, whose data are objects with a type. */
export const ofEvents = ({
  wrong,
  ...rule
}: Omit<AnswerRule, 'judge'> & {
  readonly wrong: (events: readonly StreamEvent[]) => readonly RuleViolation[];
}): AnswerRule => ({
  ...rule,
  judge: ({ exchange: { response, transport } }) => {
    if (transport !== 'sse' || jsonOf(response.body) !== undefined) return nothing;
    const events = serverSentEvents(response.body.text).flatMap(({ json }, i): StreamEvent[] => {
      const data = asObject(json);
      return data ? [{ data, type: asString(data.type) ?? '', path: `response.events[${i}]` }] : [];
    });
    return { compared: events.length, breaches: wrong(events) };
  },
});

/** An event of a stream, with its place. */
export interface StreamEvent {
  readonly type: string;
  readonly data: JsonObject;
  readonly path: string;
}

/**
 * `tool_choice: { type: "allowed_tools", mode, tools }` of OpenAI's APIs, which chat completions wrap once more; and the type of a
 * hosted tool.
 */
export function choiceOfOpenAi({ tool_choice: choice }: JsonObject): Demand | undefined {
  const told = asObject(choice);
  if (!told || told.type === 'function') return undefined;
  if (told.type === 'custom') return { must: true, among: [asString((asObject(told.custom) ?? told).name) ?? ''] };
  if (told.type !== 'allowed_tools') return { must: true };
  const { mode, tools } = asObject(told.allowed_tools) ?? told;
  const named = (asArray(tools) ?? []).map((tool) => asObject(tool) ?? {});
  const among = named.map((tool) => asString((asObject(tool.function) ?? tool).name) ?? '');
  return { must: mode === 'required', among };
}
