import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { memoize } from '../../../lib/memoize.ts';
import { type Exchange, type HttpRequest, type HttpResponse, headerOf } from '../../../recordings/format/exchange.ts';
import { eventFrames, serverSentEvents } from '../events.ts';
import { jsonOf, parseJson } from '../json.ts';
import {
  type BodyShape,
  type ColumnSchemas,
  type Deviation,
  loadColumnSchemas,
  loadDeviations,
  type OperationShapes,
  type WireDocument,
  wireDocument,
} from './column.ts';
import { type Branch, branchesOf, choose, fitOf, type SchemaProblem } from './validate.ts';

/** Whether what went over the wire fits the provider's own types. */

/** A problem with its place in the exchange: `request.body.tools[0]`, `response.events[3].delta`. */
export interface WireProblem extends SchemaProblem {
  /** The service's words, where it refuses the request for it; set for members of requests that it does not know. */
  readonly refusal?: string;
  /** What it was held against: `MessageCreateParams of @anthropic-ai/sdk 1.11.0`. */
  readonly definition: string;
}

/** What came of one side of an exchange: how many bodies and events were held against a definition, and what does not fit. */
export interface Fitted {
  readonly compared: number;
  readonly problems: readonly WireProblem[];
}

/** Holds the exchanges of a column against the provider's own types. */
export interface WireSchemas {
  /** Where recordings deviate on purpose. */
  readonly deviations: readonly Deviation[];
  request(exchange: Exchange): Fitted;
  /** Of an answer alone, whatever was asked. */
  response(exchange: Exchange): Fitted;
  /** Where a body of an answer, or the data of one of its events, lacks a member that may be null. */
  nullable(operation: string, json: Json, event?: { readonly name: string }): readonly Path[];
}

const nothing: Fitted = { compared: 0, problems: [] };

/** The schemas of a column at work. Never throws, whatever the exchange is. */
function wireSchemasOf(
  { error, exception, unknownMembers, operations }: ColumnSchemas,
  deviations: readonly Deviation[] = [],
): WireSchemas {
  /** A recorded answer is given to each adapter of the column. */
  const answers = memoize((_: HttpResponse) => new Map<string, Fitted>());
  return {
    deviations,
    request: memoize(({ operation, request }: Exchange) => {
      const shapes = operations[operation]?.find(({ when }) => !when || isSo(when, request));
      return shapes && request.body
        ? refusedBy(unknownMembers, bodyFitted(shapes.request, jsonOf(request.body), 'request.body'))
        : nothing;
    }),
    response: (exchange) => {
      const { operation, transport, response } = exchange;
      const known = answers(response);
      const asked = `${operation} ${transport}`;
      const fitted = known.get(asked) ?? answerFitted({ error, exception: exception ?? error, operations }, exchange);
      known.set(asked, fitted);
      return fitted;
    },
    nullable: (operation, json, event) => nullableIn(operations[operation] ?? [], json, event),
  };
}

/** What errors fit: those of the API, and those that AWS says in its place. */
type Errors = Readonly<Record<'error' | 'exception', BodyShape>>;

/** An answer is what it is, whatever the request forgot to say: of variants the nearest is meant. */
function answerFitted(
  { error, exception, operations }: Errors & Pick<ColumnSchemas, 'operations'>,
  exchange: Exchange,
): Fitted {
  const { operation, transport, request, response } = exchange;
  const { status, body } = response;
  // A page says that it is one: it comes from what stands before the API, which the API's types do not speak of. So does
  // a refusal without a word.
  const isForeign = body.text === '' || (headerOf(response, 'content-type')?.startsWith('text/html') ?? false);
  const isNamed = headerOf(response, 'x-amzn-errortype') !== undefined;
  if (status >= 400) {
    return isForeign ? nothing : bodyFitted(isNamed ? exception : error, jsonOf(body), 'response.body');
  }
  const isStream = transport !== 'json' && jsonOf(body) === undefined;
  let nearest: Fitted | undefined;
  // Of those that are as near, the one that was asked for.
  const isAsked = ({ when }: OperationShapes) => !when || isSo(when, request);
  const all = operations[operation] ?? [];
  for (const shapes of all.length > 1 ? all.toSorted((a, b) => Number(isAsked(b)) - Number(isAsked(a))) : all) {
    const fitted = isStream
      ? eventsFitted(shapes, exchange, { error, exception })
      : bodyFitted(shapes.response, jsonOf(body), 'response.body');
    if (!nearest || costOf(fitted) < costOf(nearest)) nearest = fitted;
    if (costOf(nearest) === 0) break;
  }
  return nearest ?? nothing;
}

/** Says of members that the service does not know that it refuses them, where it does. */
function refusedBy(unknown: ColumnSchemas['unknownMembers'], { compared, problems }: Fitted): Fitted {
  if (!('refused' in unknown)) return { compared, problems };
  const { says, url, inBodyAlone } = unknown.refused;
  const isRefused = ({ kind, path }: WireProblem) =>
    kind === 'extra' && (!inBodyAlone || /^request\.body\.[^.[]+$/.test(path));
  return {
    compared,
    problems: problems.map((problem) => (isRefused(problem) ? { ...problem, refusal: `"${says}" (${url})` } : problem)),
  };
}

/** How far an answer is from a definition; what it lacks of what is newly required says nothing. */
const costOf = ({ problems }: Fitted): number =>
  problems.reduce((total, { kind }) => total + { failure: 1000, extra: 1, missing: 0 }[kind], 0);

function isSo({ header, query, path }: NonNullable<OperationShapes['when']>, request: HttpRequest): boolean {
  const { search, pathname } = new URL(request.url);
  return (
    (header !== undefined && headerOf(request, header) !== undefined) ||
    (query !== undefined && search.includes(query)) ||
    (path !== undefined && pathname.includes(path))
  );
}

function bodyFitted(shape: BodyShape, value: Json | undefined, place: string): Fitted {
  if (typeof shape !== 'string') return nothing;
  if (value === undefined) {
    const message = 'is no JSON';
    return { compared: 1, problems: [{ kind: 'failure', path: place, message, definition: inWords(shape) }] };
  }
  return fitted(shape, value, place);
}

function fitted(definition: string, value: Json, place: string): Fitted {
  const [source = '', name = ''] = definition.split('#');
  const problems = fitOf(wireDocument(source))(name, value);
  return {
    compared: 1,
    problems: problems.map((p) => ({ ...p, path: `${place}${p.path}`, definition: inWords(definition) })),
  };
}

/** `anthropic#Message` as people know it. */
function inWords(definition: string): string {
  const [source = '', name] = definition.split('#');
  const packages = wireDocument(source).from.map(({ package: of, version }) => `${of} ${version}`);
  return `${name} of ${packages.join(', ')}`;
}

function eventsFitted(
  { events }: OperationShapes,
  { response, transport }: Exchange,
  { error, exception }: Errors,
): Fitted {
  if (!events) return nothing;
  const { of, as, end } = events;
  const parts = eventsIn(response.body, transport).map(({ name, data, json: value }, i): Fitted => {
    const place = `response.events[${i}]`;
    if (data === end) return nothing;
    if (value === undefined) return bodyFitted(of, value, place);
    if (as === 'data' && name?.endsWith('Exception')) return bodyFitted(exception, value, place);
    if (as === 'data' && isError(value)) return bodyFitted(error, value, place);
    if (as === 'data') return fitted(of, value, place);
    if (as === 'named') return fitted(of, { event: name ?? 'message', data: value }, place);
    return fitted(of, { [name ?? 'message']: value }, place);
  });
  return {
    compared: parts.reduce((total, { compared }) => total + compared, 0),
    problems: parts.flatMap(({ problems }) => problems),
  };
}

/** An error that stands in the place of a piece of the answer. */
const isError = (value: Json): boolean =>
  isJsonObject(value) && (isJsonObject(value.error) || value.object === 'error');

interface WireEvent {
  readonly name?: string | undefined;
  /** Its text, where it is one. */
  readonly data?: string;
  readonly json: Json | undefined;
}

function eventsIn(body: Exchange['response']['body'], transport: Exchange['transport']): readonly WireEvent[] {
  if (transport === 'eventstream') {
    // A frame of type "error" says everything in its headers.
    const frames = eventFrames(body).frames.filter(({ headers }) => headers[':message-type'] !== 'error');
    return frames.map(({ headers, payload }) => ({
      name: headers[':event-type'] ?? headers[':exception-type'],
      // What is no JSON is given as it is.
      json: typeof payload === 'string' ? parseJson(payload) : payload,
    }));
  }
  return serverSentEvents(body.text);
}

/** Where a value may say null and says nothing. */

/** A place within JSON: names of members and numbers of elements. */
export type Path = readonly (string | number)[];

/** Of the shapes that an operation's answers have, the first that a body or an event fits says where it may be null. */
function nullableIn(
  shapes: readonly OperationShapes[],
  json: Json,
  event?: { readonly name: string },
): readonly Path[] {
  for (const { response, events } of shapes) {
    const definition = event ? events?.of : response;
    if (typeof definition !== 'string') continue;
    const [source = '', name = ''] = definition.split('#');
    const isNamed = event !== undefined && events?.as === 'named';
    const value = isNamed ? { event: event.name, data: json } : json;
    if (fitOf(wireDocument(source))(name, value).some(({ kind }) => kind === 'failure')) continue;
    const places = absentNullables(wireDocument(source), name, value);
    return isNamed ? places.filter(([first]) => first === 'data').map(([, ...rest]) => rest) : places;
  }
  return [];
}

/**
 * The places of a value at which a member is absent that may be null by the provider's types. Where a value fits several branches of a
 * union, the first of them counts. Pure.
 *
 * @param definition a name in the document
 */
export function absentNullables({ $defs }: WireDocument, definition: string, value: Json): Path[] {
  const named = (name: string): JsonObject => $defs[name.replace(/^#\/\$defs\//, '')] ?? {};
  const resolved = (schema: JsonObject): JsonObject =>
    typeof schema.$ref === 'string' ? resolved(named(schema.$ref)) : schema;
  const meant = (schema: JsonObject, of: Json): JsonObject => {
    const whole = resolved(schema);
    if (!Array.isArray(whole.anyOf)) return whole;
    const choice = choose(branchesIn(whole.anyOf, named), of);
    return 'branches' in choice ? resolved(choice.branches[0]?.schema ?? {}) : {};
  };
  const walk = (schema: JsonObject, of: Json, path: Path): Path[] => {
    const own = meant(schema, of);
    if (Array.isArray(of)) {
      const { items } = own;
      return isJsonObject(items) ? of.flatMap((element: Json, i) => walk(items, element, [...path, i])) : [];
    }
    if (!isJsonObject(of) || !isJsonObject(own.properties)) return [];
    return Object.entries(own.properties).flatMap(([name, property]) => {
      if (!isJsonObject(property)) return [];
      const there = of[name];
      if (there !== undefined) return walk(property, there, [...path, name]);
      return isNullable(property, resolved) ? [[...path, name]] : [];
    });
  };
  return walk(named(definition), value, []);
}

/** Unions taken apart, which every value of them needs. */
const taken = new WeakMap<readonly Json[], readonly Branch[]>();

function branchesIn(union: readonly Json[], definition: (name: string) => JsonObject): readonly Branch[] {
  const known = taken.get(union) ?? branchesOf(union, definition);
  taken.set(union, known);
  return known;
}

function isNullable(schema: JsonObject, resolved: (schema: JsonObject) => JsonObject): boolean {
  const { type, anyOf, enum: values, const: constant } = resolved(schema);
  return (
    [type].flat().includes('null') ||
    (Array.isArray(values) && values.includes(null)) ||
    constant === null ||
    (Array.isArray(anyOf) &&
      (anyOf as readonly Json[]).some((each) => isJsonObject(each) && isNullable(each, resolved)))
  );
}

// Read once per process, however many adapters of a column there are: these files do not change during a run.
const loaded = new Map<string, Promise<WireSchemas>>();

/** The wire schemas of a column, with the deviations of all recordings. @throws {UserError} a file of them is malformed. */
export function wireSchemasFor(providerApi: string): Promise<WireSchemas> {
  const known = loaded.get(providerApi) ?? load(providerApi);
  loaded.set(providerApi, known);
  return known;
}

async function load(providerApi: string): Promise<WireSchemas> {
  const [column, deviations] = await Promise.all([loadColumnSchemas(providerApi), loadDeviations()]);
  return wireSchemasOf(column, deviations);
}
