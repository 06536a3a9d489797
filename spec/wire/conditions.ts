/** What an answer may be, given its request; and which requests are never answered so. Data per provider API: `conditions.ts` of its folder. */
import { isJsonObject, type Json, type JsonObject, jsonEquals, toText } from '../../lib/canonical-json.ts';
import type { Exchange, HttpRequest, HttpResponse } from '../../recordings/format/exchange.ts';
import { eventFrames, serverSentEvents } from './events.ts';
import { asArray, asObject, asString, jsonOf } from './json.ts';
import { defineRule, type Rule, type Source } from './rules/rule.ts';

/** A default that depends on the model: the first whose pattern fits decides; none is known where none fits. */
export interface ByModel {
  readonly byModel: readonly (readonly [model: RegExp, value: Json])[];
}

/** A member of requests that answers repeat, or that decides whether there is one. */
export interface Member {
  /** What holds where a request does not set it; anything may stand in the answer where it is absent. */
  readonly default?: Json | ByModel;
  /**
   * How an answer repeats it: with all that was sent, and whatever defaults complete it, unless told. `version`: a model by its
   * own name or by that of a dated version, empty in chunks that say nothing of it. `id`: an id as an object that has it.
   * `tools`: a list of them, by what each is called. `start`: a text that others are appended to.
   */
  readonly as?: 'version' | 'id' | 'tools' | 'start';
  readonly source?: Source;
}

/** Something in an answer that a request has to ask for. */
export interface Presupposition {
  /** Paths in the answer, `*` for every item; and what stands at one of them. */
  readonly answer: readonly string[];
  readonly is: RegExp;
  /** Paths in the request, and what stands at one of them. */
  readonly request: readonly string[];
  readonly has: RegExp;
  readonly source: Source;
}

/** A kind of request that the service rejects, and the error that it answers. */
export interface Rejected {
  /** Unique among the rules of its provider API. */
  readonly id: string;
  /** What is demanded, as a sentence. */
  readonly what: string;
  /** What makes a request rejected, all of it, by path. The first is at fault, and is sent; the others may hold by default. */
  readonly when: Readonly<Record<string, (value: Json) => boolean>>;
  readonly status: number;
  /** The error's body. `{value}` stands for the value at fault, `{model}` for the model. */
  readonly body: JsonObject;
  /** Documentation, or a public report that quotes the error. */
  readonly source: Source;
}

/** What holds between requests and answers of a provider API. */
export interface Conditions {
  /** Operations whose answers these are about. */
  readonly operations: readonly string[];
  /** Objects of an answer that repeat the request, by their `object` or `type`; every one where absent. */
  readonly repeatedIn?: readonly string[];
  /** Operations whose last requests hold where a request itself is silent, each over the one before, and the path of what they set. */
  readonly under?: Readonly<Record<string, string>>;
  /** By the path in the request, which is that in the answer. */
  readonly members: Readonly<Record<string, Member>>;
  /** Lists of choices: their path in the answer, what tells one from another, and the member that asks for a number. */
  readonly choices?: { readonly answer: string; readonly index: string; readonly request: string };
  readonly presupposes?: readonly Presupposition[];
  readonly rejects?: readonly Rejected[];
  /** Where the defaults are documented, unless a member says so itself. */
  readonly source: Source;
}

/** Where an answer departs from its request. */
export interface Departure {
  /** Path in the answer. */
  readonly path: string;
  /** A sentence that is understood alone. */
  readonly message: string;
  readonly source: Source;
}

/**
 * Where a recorded answer is not one to its request. Errors are none: they depend on the request in other ways.
 *
 * @param earlier the exchanges of the conversation before it
 */
export function departures(
  all: readonly Conditions[],
  exchange: Exchange,
  earlier: readonly Exchange[],
): readonly Departure[] {
  if (exchange.response.status >= 300) return [];
  return all
    .filter(({ operations }) => operations.includes(exchange.operation))
    .flatMap((conditions) => {
      const sent = sentIn(conditions, exchange, earlier);
      if (!sent) return [];
      const objects = objectsIn(exchange.response);
      const rejected = rejectionOf(conditions, sent);
      return distinct([
        ...objects
          .filter((object) => isRepeating(conditions, object))
          .flatMap((object) => notRepeated(conditions, sent, object)),
        ...wrongNumber(conditions, sent, objects),
        ...(conditions.presupposes ?? []).flatMap((one) => notAskedFor(one, sent, objects)),
        ...(rejected
          ? [{ path: '', message: `the service rejects this request: ${rejected.what}`, source: rejected.source }]
          : []),
      ]);
    });
}

const distinct = (found: readonly Departure[]): Departure[] => [
  ...new Map(found.map((one) => [`${one.path} ${one.message}`, one])).values(),
];

/** What a request asks, with what earlier ones set; `undefined` where these are not known. */
function sentIn(
  { under = {} }: Conditions,
  { request }: Exchange,
  earlier: readonly Exchange[],
): JsonObject | undefined {
  const set = Object.entries(under).flatMap(([id, path]) => {
    const last = earlier.findLast((one) => one.operation === id && one.response.status < 300);
    return last ? [asObject(valuesAt(bodyOf(last.request), path)[0]) ?? {}] : [];
  });
  if (Object.keys(under).length > 0 && set.length === 0) return undefined;
  return Object.assign({}, ...set, bodyOf(request));
}

const bodyOf = ({ body }: HttpRequest): JsonObject => asObject(jsonOf(body)) ?? {};

/** Every object of an answer that may repeat the request or hold a part of the answer: bodies, data of events, and what these wrap. */
function objectsIn({ body }: HttpResponse): JsonObject[] {
  const whole = jsonOf(body);
  const isFrames = body.encoding === 'base64';
  const streamed = (): readonly (Json | undefined)[] =>
    isFrames ? eventFrames(body).frames.map(({ payload }) => payload) : serverSentEvents(body.text).map((e) => e.json);
  const values = whole === undefined ? streamed() : (asArray(whole) ?? [whole]);
  return values
    .flatMap((value): JsonObject[] => (isJsonObject(value) ? [value] : []))
    .flatMap((object) => [object, ...[object.response, object.message].filter(isJsonObject)]);
}

const isRepeating = ({ repeatedIn }: Conditions, { object, type }: JsonObject): boolean =>
  !repeatedIn || repeatedIn.includes(asString(object) ?? asString(type) ?? '');

function notRepeated({ members, source }: Conditions, sent: JsonObject, object: JsonObject): Departure[] {
  return Object.entries(members).flatMap(([path, member]): Departure[] => {
    const [answered] = valuesAt(object, path);
    const [set] = valuesAt(sent, path);
    const asked = set ?? defaultOf(member, sent);
    if (answered === undefined || asked === undefined || isRepeated(member, asked, answered)) return [];
    const what = set === undefined ? 'the default' : 'what was sent';
    const message = `the answer says ${path} ${shown(answered)}; ${what} is ${shown(asked)}`;
    return [{ path, message, source: member.source ?? source }];
  });
}

const shown = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};

function defaultOf({ default: usual }: Member, sent: JsonObject): Json | undefined {
  if (!isJsonObject(usual) || !('byModel' in usual)) return usual as Json | undefined;
  const model = asString(sent.model) ?? '';
  return (usual as unknown as ByModel).byModel.find(([pattern]) => pattern.test(model))?.[1];
}

function isRepeated({ as }: Member, asked: Json, answered: Json): boolean {
  if (as === 'id') return asObject(answered)?.id === (asObject(asked)?.id ?? asked);
  if (as === 'version') {
    const [name = '', said] = [asString(asked)?.replace(/-(0|latest)$/, ''), asString(answered) ?? ''];
    return said === '' || said === asked || said === name || said.startsWith(`${name}-`);
  }
  if (as === 'start') return asString(answered)?.startsWith(asString(asked) ?? '') ?? false;
  return as === 'tools' ? hasTools(answered, asked) : holds(answered, asked);
}

/** Whether a list has the tools of another, whatever their order; those that a search is to find may be missing, and others be found. */
function hasTools(answered: Json, asked: Json): boolean {
  const found = new Set(asArray(answered)?.map(nameOf));
  return (asArray(asked) ?? []).every((tool) => asObject(tool)?.defer_loading === true || found.has(nameOf(tool)));
}

/** The type of a tool, and what tells it from others of that type. */
function nameOf(tool: Json): string {
  const { type, name, server_label: label, function: own } = asObject(tool) ?? {};
  return `${toText(type)} ${toText(name ?? label ?? asObject(own)?.name ?? '')}`;
}

/** Whether a value has all of another: objects may have more members, and absent is null. */
function holds(value: Json | undefined, all: Json): boolean {
  if (isJsonObject(all)) {
    return isJsonObject(value) && Object.entries(all).every(([name, part]) => holds(value[name], part));
  }
  const list = asArray(all);
  if (!list) return jsonEquals(value ?? null, all);
  const items = asArray(value);
  return items?.length === list.length && list.every((part, i) => holds(items[i], part));
}

function wrongNumber({ choices, source }: Conditions, sent: JsonObject, objects: readonly JsonObject[]): Departure[] {
  if (!choices) return [];
  const items = objects.flatMap((object) => valuesAt(object, `${choices.answer}.*`));
  const number = new Set(items.map((item) => asObject(item)?.[choices.index] ?? 0)).size;
  const [asked = 1] = valuesAt(sent, choices.request);
  if (number <= Number(asked)) return [];
  const message = `the answer holds ${number} of ${choices.answer}; ${choices.request} is ${shown(asked)}`;
  return [{ path: choices.answer, message, source }];
}

function notAskedFor(one: Presupposition, sent: JsonObject, objects: readonly JsonObject[]): Departure[] {
  const isAsked = one.request.some((path) => valuesAt(sent, path).some((value) => fits(one.has, value)));
  const [found] = one.answer.flatMap((path) =>
    objects
      .flatMap((object) => valuesAt(object, path).map((value) => ({ path, value })))
      .filter(({ value }) => fits(one.is, value)),
  );
  if (isAsked || !found) return [];
  const places = one.request.join(' or ');
  const message = `the answer holds ${found.path} ${shown(found.value)}, and nothing at ${places} of the request is ${one.has}`;
  return [{ path: found.path, message, source: one.source }];
}

const fits = (pattern: RegExp, value: Json): boolean =>
  value !== null && pattern.test(typeof value === 'string' ? value : JSON.stringify(value));

/** What stands at a path, `*` for every item of a list; nothing where a step leads nowhere. */
function valuesAt(value: Json | undefined, path: string): Json[] {
  const steps = path === '' ? [] : path.split('.');
  return steps.reduce<Json[]>(
    (values, step) =>
      values.flatMap((one) => {
        if (step === '*') return asArray(one) ?? [];
        const next = asObject(one)?.[step];
        return next === undefined ? [] : [next];
      }),
    value === undefined ? [] : [value],
  );
}

/** For what a request is rejected, by what it says and what holds by default. */
function rejectionOf({ rejects = [], members }: Conditions, sent: JsonObject): Rejected | undefined {
  return rejects.find(({ when }) =>
    Object.entries(when).every(([path, applies], i) => {
      const value = valuesAt(sent, path)[0] ?? (i === 0 ? undefined : defaultOf(members[path] ?? {}, sent));
      return value !== undefined && applies(value);
    }),
  );
}

/** The error that the service answers a request with, which a recording would answer; or nothing. */
export function rejectionBy(
  all: readonly Conditions[],
  { operation, request }: Pick<Exchange, 'operation' | 'request'>,
): HttpResponse | undefined {
  for (const conditions of all) {
    if (!conditions.operations.includes(operation)) continue;
    const sent = bodyOf(request);
    const rejected = rejectionOf(conditions, sent);
    if (!rejected) continue;
    const [path = ''] = Object.keys(rejected.when);
    const text = JSON.stringify(rejected.body)
      .replaceAll('{value}', JSON.stringify(valuesAt(sent, path)[0] ?? null))
      .replaceAll('{model}', asString(sent.model) ?? '');
    return { status: rejected.status, headers: [['content-type', 'application/json']], body: { text } };
  }
  return undefined;
}

/** What the service rejects, as rules of its provider API. */
export const rulesOf = (all: readonly Conditions[]): Rule[] =>
  all.flatMap((conditions) =>
    (conditions.rejects ?? []).map(({ id, what, source, when, status }) => {
      const [path = ''] = Object.keys(when);
      return defineRule({
        id,
        what,
        evidence: { grade: 'documented', ...source },
        // What an earlier request set, such as the definition of an agent, is judged where it is used.
        placesOf: ({ exchange, earlier }) =>
          conditions.operations.includes(exchange.operation)
            ? valuesAt(sentIn(conditions, exchange, earlier), path).map((value) => ({ path: `body.${path}`, value }))
            : [],
        wrong: (_, { exchange, earlier }) =>
          rejectionOf(conditions, sentIn(conditions, exchange, earlier) ?? {})?.id === id
            ? `the service rejects this request with status ${status}: ${what}`
            : undefined,
      });
    }),
  );
