/** A completion, however it travelled, as facts. Source: `ChatCompletion` of `openai`, which others took over. */
import { isJsonObject, type Json, type JsonObject } from '../../../../lib/canonical-json.ts';
import type { ChatRole, Content, Tool } from '../../../contract/index.ts';
import type { CallFact, ErrorFact, Fact, FactReading, LocatedFact, Unrecognized } from '../../../facts/fact.ts';
import { asArray, asObject, asString, otherMembers, parseJson } from '../../../wire/json.ts';
import type { MemberReader } from '../../../wire/requests.ts';
import { type Identity, tokenUsage } from '../../../wire/shared-facts.ts';

/** A completion put together from a JSON body or from the chunks of a stream. */
export interface PlacedCompletion {
  /** Its members but for the choices. */
  readonly envelope: JsonObject;
  readonly path: string;
  /** Its own, or those of its chunks. */
  readonly identities: readonly Identity[];
  readonly usagePath: string;
  /** The first choice but for its message. */
  readonly choice: JsonObject;
  readonly finishPath: string;
  readonly message: JsonObject;
  readonly messagePlaces: MessagePlaces;
  /** The place of each of its `tool_calls`. */
  readonly callPaths: readonly string[];
  /** What was not understood while it was put together. */
  readonly unread: readonly Unrecognized[];
}

/** What one exchange holds: usually one completion; and the errors that came instead or in its midst. */
export interface ExchangeReading {
  readonly completions: readonly PlacedCompletion[];
  readonly errors: readonly LocatedFact[];
  readonly unread: readonly Unrecognized[];
}

export function readCompletion(completion: PlacedCompletion, dialect: ChatDialect): FactReading {
  const { message, messagePlaces, choice, envelope, path } = completion;
  const said = dialect.readMessage(message, messagePlaces);
  const calls = callsOf(completion, dialect);
  const others = otherMembers(message, dialect.known.message).filter((name) => !isEmptyBlock(message[name] ?? null));
  return {
    facts: [...said.facts, ...calls.facts, ...finishOf(completion, calls.facts.length > 0)],
    unread: [
      ...unreadOf(envelope, dialect.known.completion, path, 'completion'),
      ...unreadOf(choice, dialect.known.choice, path, 'choice'),
      ...others.map((name) => ({ path: messagePlaces.of(name), what: `message.${name}` })),
      ...said.unread,
      ...calls.unread,
      ...completion.unread,
    ],
  };
}

const isEmptyBlock = (value: Json): boolean => asArray(value)?.length === 0;

function unreadOf(object: JsonObject, known: ReadonlySet<string>, path: string, what: string): Unrecognized[] {
  return otherMembers(object, known).map((name) => ({ path: `${path}.${name}`, what: `${what}.${name}` }));
}

/** Calls of functions and of custom tools, and the one call that the API knew before it knew tools. */
function callsOf({ message, messagePlaces, callPaths }: PlacedCompletion, dialect: ChatDialect): FactReading {
  const readings = (asArray(message.tool_calls) ?? []).map((value, i): FactReading => {
    const path = callPaths[i] ?? messagePlaces.of('tool_calls');
    const call = asObject(value) ?? {};
    const fact = callOf(call);
    if (!fact) return { facts: [], unread: [{ path, what: `tool call of type ${asString(call.type) ?? '(none)'}` }] };
    const unread = [...unreadOf(call, knownOfCall, path, 'tool_call'), ...strangeArguments(call, path, dialect)];
    return { facts: [{ fact, path }], unread };
  });
  const legacy = asObject(message.function_call);
  // Servers that speak this API write an empty one beside any answer.
  if (legacy && legacy.name !== '') {
    const name = asString(legacy.name) ?? '';
    // It goes back as it came, beside no calls of tools: there its result has no other place.
    const fact: Fact = { kind: 'call', name, arguments: argumentsOf(legacy.arguments), state: { name } };
    readings.push({ facts: [{ fact, path: messagePlaces.of('function_call') }], unread: [] });
  }
  return { facts: readings.flatMap(({ facts }) => facts), unread: readings.flatMap(({ unread }) => unread) };
}

const knownOfCall: ReadonlySet<string> = new Set(['id', 'type', 'index', 'function', 'custom', 'extra_content']);

/**
 * What goes back with a call as it came: its type, where it is of a custom tool, which is no JSON of a function; and the signature of Gemini,
 * which rejects the call without it. Source: https://ai.google.dev/gemini-api/docs/thought-signatures.
 */
function stateOf({ extra_content: extra }: JsonObject, isFunction: boolean): Pick<CallFact, 'state'> {
  const state = { ...(isFunction ? {} : { type: 'custom' }), ...(isJsonObject(extra) ? { extra_content: extra } : {}) };
  return Object.keys(state).length > 0 ? { state } : {};
}

/** What a custom tool is asked is text, whatever it looks like; a function's arguments are an object, mostly as text. */
function callOf(call: JsonObject): CallFact | undefined {
  const id = asString(call.id);
  const named = asObject(call.function) ?? asObject(call.custom);
  if (!named) return undefined;
  const isFunction = isJsonObject(call.function);
  return {
    kind: 'call',
    name: asString(named.name) ?? '',
    arguments: isFunction ? argumentsOf(named.arguments) : (asString(named.input) ?? ''),
    ...(id === undefined || id === '' ? {} : { id }),
    ...stateOf(call, isFunction),
  };
}

/** Arguments as an object, where this wire has them as text: who reads them as documented does not get them. */
export function strangeArguments(call: JsonObject, path: string, { argumentsAreText }: ChatDialect): Unrecognized[] {
  const isStrange = argumentsAreText && isJsonObject(asObject(call.function)?.arguments);
  return isStrange ? [{ path: `${path}.function.arguments`, what: 'arguments that are not text' }] : [];
}

export function argumentsOf(value: Json | undefined): Json {
  if (typeof value !== 'string') return asObject(value) ?? {};
  return value === '' ? {} : (parseJson(value) ?? value);
}

/** Words of the wire in those of the contract. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['function_call', 'tool_calls'],
  ['model_length', 'length'],
]);

/**
 * Where the request named the function to call, the wire says `stop` beside the call: the application must act all the same, and an
 * adapter that says `stop` repeats the wire. It says `stop` beside a refusal too, which is no answer. Some servers
 * that speak this API leave it empty.
 */
function finishOf({ choice, finishPath, message }: PlacedCompletion, calls: boolean): LocatedFact[] {
  const said = asString(choice.finish_reason);
  if (said === undefined) return [];
  const stopped = calls ? 'tool_calls' : asString(message.refusal) ? 'content_filter' : 'stop';
  const isStop = said === 'stop' || said === '';
  const reason = isStop ? stopped : (reasons.get(said) ?? said);
  const repeated = said === '' || (isStop && calls) ? { said } : {};
  return [{ fact: { kind: 'finish', reason, ...repeated }, path: finishPath }];
}

/** Tokens summed over the completions of a call. */
export const usageOf = (completions: readonly PlacedCompletion[]): LocatedFact[] =>
  tokenUsage(
    completions.map(({ envelope, usagePath }) => ({ usage: envelope.usage, path: usagePath })),
    { input: 'prompt_tokens_details', output: 'completion_tokens_details' },
  );

// Chat completions: a wire that one provider began and others took over, each with words of its own. What all of them
// say alike is read in this folder; in what they differ is a dialect.

export interface ChatDialect {
  /** Members that are read, that repeat the request, or that say nothing of the answer. */
  readonly known: {
    readonly completion: ReadonlySet<string>;
    readonly choice: ReadonlySet<string>;
    readonly message: ReadonlySet<string>;
  };
  /** What tells that two pieces of a stream are of one call, where both an index and an id are there: the index, unless told. */
  readonly callsAreToldBy?: 'id';
  /** A function's arguments are text and nothing else; elsewhere they may be an object as well. */
  readonly argumentsAreText?: true;
  /** What an error says, in a body or in the midst of a stream. */
  readonly errorOf: (body: JsonObject | undefined, status?: number) => ErrorFact;
  /** The header in which an answer says what the provider calls the request. */
  readonly idHeader: string;
  /** What the message says besides its calls: text, reasoning, citations. */
  readonly readMessage: (message: JsonObject, at: MessagePlaces) => FactReading;
  /** Several messages of a choice as one, where a choice may have several; `undefined` where there are none. */
  readonly joined?: (messages: readonly Json[]) => JsonObject | undefined;
  /** A part of a message in a request, by the role of who says it; `undefined` where the contract has no word for it. */
  readonly contentOfPart: (part: JsonObject, role: ChatRole) => Content | undefined;
  /** A declared tool; every one can be said, if only raw. */
  readonly toolOf: (declaration: JsonObject, path: string) => { tool: Tool; unread: Unrecognized[] };
  /** Tools that are members of the body, and their places. */
  readonly toolsBeside?: (body: JsonObject) => readonly { readonly tool: Tool; readonly path: string }[];
  /** How members of a request's body are read, beside those that every dialect has. */
  readonly memberReaders: Readonly<Record<string, MemberReader>>;
}

/** Where the parts of a message were read from: one place in a body, runs of events in a stream. */
export interface MessagePlaces {
  /** Place of a member, such as `content`. */
  readonly of: (member: string) => string;
}

/** A message's content as its parts: a text is one part. */
export function partsOf(content: Json | undefined): readonly Json[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return Array.isArray(content) ? content : [];
}
