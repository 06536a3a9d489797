/** When two facts of one kind are the same: the one place that knows, for every kind. */
import { isJsonObject, type Json, jsonEquals } from '../../lib/canonical-json.ts';
import { howItDiffers, isEncodedTwice, quote, shown, whereTextsPart } from './describe.ts';
import type { ActionCallFact, CitationFact, Fact, FactKind, HostedCallFact, HostedResultFact } from './fact.ts';
import { differingOutputs } from './hosted-outputs.ts';
import { contractToolOf } from './hosted-tools.ts';

type FactOf<K extends FactKind> = Extract<Fact, { kind: K }>;

/** One thing that differs: its name, lower case with dashes, and what differs of it, in words, or what finds them: most are never read. */
export type Aspect = readonly [name: string, words: string | (() => string)];

const aspect = (...one: Aspect): Aspect => one;

/** How facts of one kind are compared. */
export interface Rule<F extends Fact> {
  /** What differs; empty where the two say the same. */
  readonly differing: (wire: F, adapter: F) => Aspect[];
  /** What differs besides, and only should not. */
  readonly differingSlightly?: (wire: F, adapter: F) => Aspect[];
  /** What links two facts wherever they stand. Where there is none, their order counts. */
  readonly id?: (fact: F) => string | undefined;
  /** Of several that have one id, whether these two belong together; all do, where this is not said. */
  readonly exact?: (wire: F, adapter: F) => boolean;
  /** Their order says nothing, with or without an id. */
  readonly unordered?: true;
  /** Whether one can be taken for the other, changed; otherwise one is lost and the other invented. */
  readonly alike?: (wire: F, adapter: F) => boolean;
  /** An application can live without it: a fact of the wire that is not told is lost and no more than that. */
  readonly lost?: 'SHOULD';
  /** A fact of the wire that nobody needs to tell. */
  readonly needNotBeTold?: (wire: F) => boolean;
  /** What only the adapter has is no invention, for the wire says it in another place. */
  readonly saidElsewhere?: (adapter: F, wire: readonly Fact[]) => boolean;
}

export const rules: { readonly [K in FactKind]: Rule<FactOf<K>> } = {
  /** The text of each message, to the letter. */
  text: {
    differing: (wire, adapter) =>
      wire.text === adapter.text ? [] : [aspect('text', `the text ${whereTextsPart(wire.text, adapter.text, sides)}`)],
  },
  /** Text and opaque state, to the letter: the provider verifies both. */
  reasoning: {
    differing: (wire, adapter) => [
      ...(wire.text === adapter.text
        ? []
        : [aspect('text', `the text ${whereTextsPart(wire.text, adapter.text, sides)}`)]),
      ...(wire.protectedData === adapter.protectedData ||
      (wire.sealedAgain !== undefined && wire.sealedAgain === adapter.protectedData)
        ? []
        : [aspect('protected-data', 'the protected data differs')]),
    ],
  },
  /** Name, JSON-equal arguments, and the id where the wire has one: with it the result finds its call. */
  call: {
    id: (fact) => fact.id,
    alike: (wire, adapter) => wire.name === adapter.name,
    differing: (wire, adapter) => [
      ...(wire.name === adapter.name ? [] : [aspect('name', 'the name differs')]),
      ...(sameArguments(wire.arguments, adapter.arguments)
        ? []
        : [differingArguments(wire.arguments, adapter.arguments)]),
      ...(wire.id === undefined || wire.id === adapter.id ? [] : [aspect('id', 'the id differs')]),
    ],
  },
  /** Order, which of the contract's tools it is, and what was asked; the application never answers the ids of hosted tools. */
  'hosted-call': {
    differing: (wire, adapter) => [
      ...otherTool(wire, adapter),
      // A member that is null asks nothing.
      ...(sameArguments(withoutNulls(parsed(wire.arguments)), withoutNulls(parsed(adapter.arguments)))
        ? []
        : [differingArguments(wire.arguments, adapter.arguments)]),
      ...(wire.ofServer?.name === undefined || wire.ofServer.name === adapter.ofServer?.name
        ? []
        : [aspect('server-tool', 'the name of the server’s tool differs')]),
      ...(wire.ofServer?.server === undefined || wire.ofServer.server === adapter.ofServer?.server
        ? []
        : [aspect('server', 'the server differs')]),
    ],
    differingSlightly: idsDiffer,
  },
  /**
   * Order, tool, payload, and what the outputs make of it; the adapter has the payload whole, possibly within the provider's own block, and in the names of members that
   * its language is used to.
   */
  'hosted-result': {
    differing: (wire, adapter) => [
      ...otherTool(wire, adapter),
      ...(occursIn(wire.payload, adapter.payload) ||
      occursIn(inOneSpelling(wire.payload), inOneSpelling(adapter.payload))
        ? []
        : [
            aspect('payload', () =>
              occursIn(wire.payload, decoded(adapter.payload))
                ? 'the payload is encoded twice, as a JSON string'
                : 'the payload is missing from its outputs',
            ),
          ]),
      ...otherOutputs(wire, adapter),
    ],
    differingSlightly: idsDiffer,
  },
  /** Tool, what it would be asked, and the id: with it the answer finds its request. */
  'approval-request': {
    id: (fact) => fact.id,
    alike: (wire, adapter) => wire.tool === adapter.tool,
    differing: (wire, adapter) => [
      ...otherToolOrServer(wire.tool, adapter.tool),
      ...(isTold(wire.of, adapter.of)
        ? []
        : [aspect('tool', `it belongs to the tool "${wire.of}", not "${adapter.of}"`)]),
      ...(sameArguments(wire.arguments, adapter.arguments)
        ? []
        : [differingArguments(wire.arguments, adapter.arguments)]),
      ...(wire.id === adapter.id ? [] : [aspect('id', 'the id differs')]),
    ],
  },
  /** Tool, every action in order, the id where the wire has one, and the safety checks, in any order. */
  'action-call': {
    id: (fact) => fact.id,
    alike: (wire, adapter) => wire.tool === adapter.tool,
    differing: (wire, adapter) => [
      ...(wire.tool === adapter.tool ? [] : [aspect('tool', 'the tool differs')]),
      ...(jsonEquals(withoutNulls([...wire.actions]), withoutNulls([...adapter.actions]))
        ? []
        : [aspect('actions', () => `the actions differ (${howItDiffers([...wire.actions], [...adapter.actions])})`)]),
      ...(wire.id === undefined || wire.id === adapter.id ? [] : [aspect('id', 'the id differs')]),
      ...(sameSet(idsOf(wire.safetyChecks), idsOf(adapter.safetyChecks))
        ? (wire.safetyChecks ?? []).flatMap((check) => otherWords(check, adapter.safetyChecks))
        : [aspect('safety-checks', 'the safety checks differ')]),
    ],
  },
  /** Target, in any order, as often as the wire has it; the words that rest on it only where both sides say which; title and quote as the wire has them. */
  citation: {
    unordered: true,
    id: ({ target, span }) => (span === undefined ? undefined : JSON.stringify([target, span])),
    exact: (wire, adapter) => isTold(wire.place, adapter.place),
    alike: (wire, adapter) => wire.target === adapter.target,
    differing: (wire, adapter) => (wire.target === adapter.target ? [] : [aspect('target', 'the target differs')]),
    differingSlightly: (wire, adapter) => [
      ...differingSpans(wire, adapter),
      ...(isTold(wire.title, adapter.title) ? [] : [aspect('title', 'the title of the source differs')]),
      ...(isTold(wire.quote, adapter.quote) ? [] : [aspect('quote', 'the quoted text of the source differs')]),
      ...(wire.quote === undefined && adapter.quote === ''
        ? [aspect('quote', 'the quoted text of the source is invented')]
        : []),
    ],
  },
  /** The provider's id, the name where both sides have one, and that it is an image where the wire says so. */
  file: {
    unordered: true,
    id: (fact) => fact.id,
    alike: (wire, adapter) => wire.id === adapter.id,
    differing: (wire, adapter) => [
      ...(wire.id === adapter.id ? [] : [aspect('id', 'the id differs')]),
      ...otherName(wire, adapter),
      ...(isTold(isImage(wire), isImage(adapter)) ? [] : [aspect('media-type', 'only one of them is an image')]),
    ],
  },
  /** The bytes, what they are said to be, and the name where both sides have one. */
  data: {
    unordered: true,
    id: (fact) => fact.sha256,
    alike: (wire, adapter) => wire.mediaType === adapter.mediaType,
    differing: (wire, adapter) => [
      ...(wire.sha256 === adapter.sha256 ? [] : [aspect('bytes', 'the bytes differ')]),
      ...(wire.mediaType === adapter.mediaType ? [] : [aspect('media-type', 'the media type differs')]),
      ...otherName(wire, adapter),
    ],
  },
  finish: {
    differing: (wire, adapter) => [
      ...(wire.reason === adapter.reason || (wire.said !== undefined && wire.said === adapter.reason)
        ? []
        : [aspect('reason', 'the reason differs')]),
      ...(wire.why === undefined || adapter.why?.includes(wire.why)
        ? []
        : [aspect('why', 'the provider’s explanation is missing')]),
      ...(wire.why === undefined && adapter.why !== undefined && wentWell.has(wire.reason)
        ? [aspect('why', `a normal finish has an error (${quote(adapter.why)})`)]
        : []),
    ],
  },
  usage: {
    differing: (wire, adapter) => [
      ...(wire.inputTokens === adapter.inputTokens ? [] : [aspect('input-tokens', 'the input tokens differ')]),
      ...(wire.outputTokens === adapter.outputTokens ? [] : [aspect('output-tokens', 'the output tokens differ')]),
      ...(isTold(wire.cachedInputTokens, adapter.cachedInputTokens)
        ? []
        : [aspect('cached-input-tokens', 'the cached input tokens differ')]),
      ...(isTold(wire.reasoningTokens, adapter.reasoningTokens)
        ? []
        : [aspect('reasoning-tokens', 'the reasoning tokens differ')]),
    ],
  },
  /** The id of the answer, to the letter. */
  'response-id': {
    lost: 'SHOULD',
    differing: (wire, adapter) => (wire.id === adapter.id ? [] : [aspect('id', 'the id differs')]),
  },
  /** The model as the provider calls it, which may be another name than that it was asked by. */
  model: {
    lost: 'SHOULD',
    differing: (wire, adapter) => (wire.model === adapter.model ? [] : [aspect('model', 'the model differs')]),
  },
  /**
   * Each, in their order. A message may be cut in two: then both have its one id. One that the provider gave no id may have that of
   * its answer.
   */
  'message-id': {
    lost: 'SHOULD',
    differing: (wire, adapter) => (wire.id === adapter.id ? [] : [aspect('id', 'the id differs')]),
    needNotBeTold: (wire) => wire.silent ?? false,
    saidElsewhere: (adapter, wire) =>
      wire.some(
        (fact) =>
          (fact.kind === 'message-id' && fact.id === adapter.id) ||
          (fact.kind === 'response-id' && [fact.id, ...(fact.before ?? [])].includes(adapter.id)),
      ),
  },
  /**
   * Status, code and the rest, where the wire has them, and what the provider says, among whatever words the adapter puts around
   * it; of what came instead of an answer, what it was.
   */
  error: {
    differing: (wire, adapter) => [
      ...(wire.unreadable === undefined || adapter.unreadable?.includes(wire.unreadable)
        ? []
        : [
            wire.unreadable === ''
              ? aspect('unreadable', 'no WireError reports the unreadable response')
              : aspect('unreadable', `no WireError names the media type "${wire.unreadable}"`),
          ]),
      ...(wire.unreadable !== undefined || says(adapter, wire)
        ? []
        : [aspect('message', 'it lacks the provider’s message')]),
      ...(isTold(wire.status, adapter.status) ? [] : [aspect('status', 'the status differs')]),
      ...(adapter.status !== undefined && adapter.status < 400 ? [aspect('status', 'its status means success')] : []),
      ...(isTold(wire.code, adapter.code) ? [] : [aspect('code', 'the code differs')]),
      ...(isTold(wire.retryAfter, adapter.retryAfter) ? [] : [aspect('retry-after', 'the retry delay differs')]),
      // A WireError has no member for it.
      ...(adapter.unreadable !== undefined || isTold(wire.requestId, adapter.requestId)
        ? []
        : [aspect('request-id', 'the request id differs')]),
      ...(wire.code === undefined && adapter.code !== undefined
        ? [aspect('code', `it has a code (${quote(adapter.code)}), and the provider sent none`)]
        : []),
    ],
  },
};

/** The words that rest on a source, and where they stand; a piece without words can tell neither of a text that was told before. */
function differingSpans(wire: CitationFact, adapter: CitationFact): Aspect[] {
  if (wire.span === undefined) return [];
  if (adapter.span === undefined) {
    const { text = '', from = 0 } = adapter.couldBeOf ?? {};
    const isThere = text.includes(wire.span) && (wire.place ?? from) >= from;
    return isThere ? [aspect('span', 'the cited text is missing')] : [];
  }
  if (wire.span !== adapter.span)
    return [aspect('span', `the cited text ${whereTextsPart(wire.span, adapter.span, sides)}`)];
  return isTold(wire.place, adapter.place)
    ? []
    : [aspect('place', `the cited text is at ${wire.place}, not at ${adapter.place}`)];
}

/** A name need not be told, and must not be another where it is. */
function otherName(wire: { readonly name?: string }, adapter: { readonly name?: string }): Aspect[] {
  const same = wire.name === undefined || isTold(adapter.name, wire.name);
  return same ? [] : [aspect('name', 'the name differs')];
}

/** Whether a file is said to be an image; `undefined` where nobody says what it is. */
const isImage = ({ mediaType }: { readonly mediaType?: string }): boolean | undefined =>
  mediaType === undefined ? undefined : mediaType.startsWith('image/');

/** Reasons to end that nobody has to explain. */
const wentWell = new Set(['stop', 'length', 'tool_calls']);

/** Whether what the provider says stands in a message: each line of it, for a list of details may be told in any form. */
const says = (adapter: { message: string }, wire: { message: string }): boolean =>
  wire.message.split('\n').every((line) => oneLine(adapter.message).includes(oneLine(line).slice(0, enough)));

/** Adapters shorten long messages, and break none into lines. */
const oneLine = (message: string): string => message.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** Characters by which one message is told from another. */
const enough = 200;

/** What the wire says is told as it is; what it leaves unsaid may be told or not. */
const isTold = <T>(wire: T | undefined, adapter: T | undefined): boolean => wire === undefined || wire === adapter;

/** Ids that need not be told, and should not be others where they are. */
function idsDiffer(wire: { readonly id?: string }, adapter: { readonly id?: string }): Aspect[] {
  const same = wire.id === undefined || adapter.id === undefined || wire.id === adapter.id;
  return same ? [] : [aspect('id', 'the id differs')];
}

const sides = ['the response has', 'the adapter'] as const;

/** What differs of arguments: where they are no JSON object, the text that they are. */
const differingArguments = (wire: Json, adapter: Json): Aspect =>
  aspect('arguments', () => {
    const told = parsed(wire);
    return isJsonObject(told) || isEncodedTwice(wire, adapter)
      ? `the arguments differ (${howItDiffers(told, adapter)})`
      : `the arguments differ (they are ${shown(wire, 40)}, no JSON object, and the adapter returned ${shown(adapter, 40)})`;
  });

/** Equal as JSON. Arguments that are no object may come as the text they were written in; what breaks off, to the letter. */
function sameArguments(wire: Json, adapter: Json): boolean {
  if (typeof wire === 'string' && /^\s*[[{]/.test(wire) && typeof adapter === 'string') return wire === adapter;
  return jsonEquals(wire, adapter) || jsonEquals(parsed(wire), parsed(adapter));
}

function parsed(value: Json): Json {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

type SafetyChecks = NonNullable<ActionCallFact['safetyChecks']>;

const idsOf = (checks: SafetyChecks | undefined) => checks?.map(({ id }) => id);

/** What a safety check is about: by it a user decides. */
function otherWords({ id, code, message }: SafetyChecks[number], adapter: SafetyChecks = []): Aspect[] {
  const told = adapter.find((check) => check.id === id);
  const same = isTold(code, told?.code) && isTold(message, told?.message);
  return same ? [] : [aspect('safety-checks', `code or message of the safety check ${quote(id)} differs`)];
}

const sameSet = (wire: readonly string[] = [], adapter: readonly string[] = []): boolean =>
  jsonEquals([...wire].sort(), [...adapter].sort());

/**
 * A value with the names of its members in one spelling, and without members that are null. Libraries write
 * `encryptedContent` for `encrypted_content`, and null for what is absent or the reverse: nothing is lost by that.
 */
const inOneSpelling = (value: Json): Json => withoutNulls(value, snakeCase);

/** A value without members that are null, which say what their absence says; its members may be named otherwise. */
function withoutNulls(value: Json, named: (name: string) => string = (name) => name): Json {
  if (Array.isArray(value)) return value.map((each: Json) => withoutNulls(each, named));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [named(name), withoutNulls(member, named)]));
}

const snakeCase = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A value with what its texts hold in JSON in their place. */
function decoded(value: Json): Json {
  if (typeof value === 'string') return /^\s*[[{"]/.test(value) ? parsed(value) : value;
  if (Array.isArray(value)) return value.map(decoded);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, decoded(member ?? null)]));
}

/** True where a value is, or holds at any depth, one that is equal to the wanted, with or without more members that are empty. */
export function occursIn(wanted: Json, value: Json): boolean {
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (jsonEquals(wanted, withoutNewEmpties(next, wanted))) return true;
    if (Array.isArray(next)) open.push(...next);
    else if (isJsonObject(next)) open.push(...Object.values(next));
  }
  return false;
}

/** Without members that the wanted lacks and that are empty: APIs leave out what is empty, and nothing is invented with it. */
function withoutNewEmpties(value: Json, wanted: Json): Json {
  if (!isJsonObject(value) || !isJsonObject(wanted)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => Object.hasOwn(wanted, name) || !isEmpty(member ?? null))
      .map(([name, member]) => [name, withoutNewEmpties(member ?? null, wanted[name] ?? null)]),
  );
}

const isEmpty = (value: Json): boolean => value === '' || (isJsonObject(value) && Object.keys(value).length === 0);

/** A tool without its server: the user can answer, but does not see where the tool would run. */
function otherToolOrServer(wire: string, adapter: string): Aspect[] {
  if (wire === adapter) return [];
  return wire.endsWith(`/${adapter}`)
    ? [aspect('server', 'its server is not named')]
    : [aspect('tool', 'the tool differs')];
}

/** A call or result of another tool of the contract than the wire's, where it has a word for that. */
function otherTool(wire: HostedCallFact | HostedResultFact, adapter: HostedCallFact | HostedResultFact): Aspect[] {
  if (adapter.of === '' || adapter.tool === '') return [aspect('tool', 'the name of the tool is empty')];
  // Of two answers of one adapter, one stands for the wire.
  const meant = wire.of ?? contractToolOf(wire.tool);
  return meant === undefined || adapter.of === undefined || adapter.of === meant
    ? []
    : [aspect('tool', `it belongs to the tool "${meant}", not "${adapter.of}"`)];
}

function otherOutputs(wire: HostedResultFact, adapter: HostedResultFact): Aspect[] {
  if (!adapter.outputs) return [];
  if (!wire.outputs)
    return differingOutputs(wire.payload, wire.failed ?? false, adapter.outputs).map((words) =>
      aspect('outputs', words),
    );
  return jsonEquals([...wire.outputs], [...adapter.outputs]) ? [] : [aspect('outputs', 'its outputs differ')];
}
