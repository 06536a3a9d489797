/**
 * Which members of what goes over the wire no check takes notice of. A case is played once. Then each leaf of its requests and answers
 * is another in the judge's view alone: the adapter was told and sent the recorded value. Where the judge finds no more than before,
 * nobody would see an adapter that tells or sends another value. Pure.
 */
import { join } from 'node:path';
import Type from 'typebox';
import { isJsonObject, type Json, toText } from '../../lib/canonical-json.ts';
import { readDataFile } from '../../lib/data-file.ts';
import { wildcard } from '../../lib/escape-regexp.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { type Place as JsonPlace, partsOf, withParts, withValue } from '../../recordings/faults/response-parts.ts';
import { type Exchange, type Headers, type HttpResponse, headerOf } from '../../recordings/format/exchange.ts';
import { closedObject } from '../contract/schema-helpers.ts';
import { parseJson } from '../wire/json.ts';

/** What a judge looks at, as far as it is changed here. */
export interface Played {
  readonly steps: readonly { readonly exchanges: readonly Exchange[] }[];
  readonly closing: readonly Exchange[];
}

/** A case as it went, and the judge of it. */
export interface JudgedCase<T extends Played> {
  readonly id: string;
  readonly trace: T;
  readonly judge: (trace: T) => readonly {
    readonly check: string;
    readonly findings: readonly { readonly message: string }[];
  }[];
}

/** Leaves at one place, wherever in a list, of things of one kind; of a request also what is done to them. */
export interface Signature {
  /** `messages.create answered event message_start.message.id`, `messages.create asked model (removed)` */
  readonly id: string;
  /** A case in which it stands. */
  readonly example: string;
  /** The checks that notice; empty where none does. */
  readonly noticedBy: readonly string[];
  /** The answer says the same in another place besides, and with that it is noticed. */
  readonly isRepeated?: true;
}

export const isSeen = ({ noticedBy, isRepeated }: Signature): boolean => noticedBy.length > 0 || isRepeated === true;

type Value = string | number | boolean;

interface Leaf {
  readonly signature: string;
  /** Which exchange of the case it is of, in their order. */
  readonly exchange: number;
  readonly value: Value;
  readonly at: Place;
}

type Place =
  | { readonly in: 'request' | 'response'; readonly part: number; readonly path: JsonPlace['path'] }
  | { readonly in: 'request header' | 'response header' | 'query'; readonly name: string }
  | { readonly in: 'status' };

type Found = Omit<Leaf, 'exchange'>;

/** Members below which the names are somebody's own. */
type Opaque = ReadonlySet<string>;

function leavesOf({ steps, closing }: Played, opaque: Opaque): Leaf[] {
  const exchanges = [...steps.flatMap((step) => step.exchanges), ...closing];
  return exchanges.flatMap((exchange, i) =>
    [...leavesOfRequest(exchange, opaque), ...leavesOfResponse(exchange, opaque)].map((leaf) => ({
      ...leaf,
      exchange: i,
    })),
  );
}

function leavesOfRequest({ operation, request: { url, headers, body } }: Exchange, opaque: Opaque): Found[] {
  const before = `${operation} asked`;
  const json = body && !body.encoding ? parseJson(body.text) : undefined;
  return [
    ...[...new URL(url).searchParams].map(([name, value]): Found => {
      return { signature: `${before} ?${name}`, value, at: { in: 'query', name } };
    }),
    ...leavesOfHeaders(headers, before, 'request header'),
    ...leavesIn(json ?? null, `${before} `, { in: 'request', part: 0 }, opaque),
  ];
}

function leavesOfResponse({ operation, response }: Exchange, opaque: Opaque): Found[] {
  const before = `${operation} answered`;
  const isStream = /event-?stream/.test(headerOf(response, 'content-type') ?? '');
  const status: Found = { signature: `${before} status`, value: response.status, at: { in: 'status' } };
  return [
    ...(response.status < 400 ? [] : [status]),
    ...leavesOfHeaders(response.headers, before, 'response header'),
    ...partsOf(response).flatMap(({ name, at: part, json }) => {
      const kind = name || kindOf(json);
      return leavesIn(json, `${before} ${isStream ? 'event ' : ''}${kind}`, { in: 'response', part }, opaque);
    }),
  ];
}

const leavesOfHeaders = (headers: Headers, before: string, where: 'request header' | 'response header'): Found[] =>
  headers.map(([name, value]) => ({ signature: `${before} header ${name}`, value, at: { in: where, name } }));

type PartOf = Pick<Extract<Place, { path: unknown }>, 'in' | 'part'>;

function leavesIn(json: Json, before: string, part: PartOf, opaque: Opaque): Found[] {
  const visit = (value: Json, path: JsonPlace['path'], shape: string, isOwn: boolean): Found[] => {
    if (value === null) return [];
    if (typeof value !== 'object') return [{ signature: shape, value: value as Value, at: { ...part, path } }];
    if (Array.isArray(value)) {
      return value.flatMap((one: Json, i) =>
        visit(one, [...path, i], isOwn ? shape : `${shape}[${kindOf(one)}]`, isOwn),
      );
    }
    return Object.entries(value).flatMap(([name, one]) => {
      if (isOwn) return visit(one, [...path, name], shape, true);
      const dot = shape.endsWith(' ') ? '' : '.';
      if (opaque.has(name)) return visit(one, [...path, name], `${shape}${dot}${name}${isLeaf(one) ? '' : '.*'}`, true);
      const kind = kindOf(one);
      return visit(one, [...path, name], `${shape}${dot}${name}${kind === '' ? '' : `[${kind}]`}`, false);
    });
  };
  return visit(json, [], before, false);
}

const isLeaf = (value: Json): boolean => typeof value !== 'object' || value === null;

/** What an object says it is: things of other kinds are read in other ways. */
function kindOf(value: Json): string {
  if (!isJsonObject(value)) return '';
  const named = ['type', 'role'].filter((name) => /^[a-z][\w.-]*$/i.test(toText(value[name] ?? '')));
  return named.map((name) => `${name}=${toText(value[name])}`).join(',');
}

/** The same with other leaves; without those for which there is no value. */
function withLeaves<T extends Played>(
  played: T,
  leaves: readonly Leaf[],
  become: (leaf: Leaf) => Value | undefined,
): T {
  const ofExchange = Map.groupBy(leaves, ({ exchange }) => exchange);
  let next = 0;
  const changed = (exchange: Exchange): Exchange => {
    const own = ofExchange.get(next++);
    return own ? changedExchange(exchange, own, become) : exchange;
  };
  const steps = played.steps.map((step) => ({ ...step, exchanges: step.exchanges.map(changed) }));
  return { ...played, steps, closing: played.closing.map(changed) };
}

function changedExchange(
  exchange: Exchange,
  leaves: readonly Leaf[],
  become: (leaf: Leaf) => Value | undefined,
): Exchange {
  let { request, response } = exchange;
  let asked: Json | undefined;
  const told = new Map<number, Json>();
  // From behind: what is taken out of a list moves what stands behind it.
  for (const leaf of leaves.toReversed()) {
    const { at } = leaf;
    const value = become(leaf);
    switch (at.in) {
      case 'request':
        asked = withValue(asked ?? parseJson(request.body?.text ?? '') ?? null, at.path, value);
        break;
      case 'response':
        told.set(at.part, withValue(told.get(at.part) ?? jsonOfPart(exchange.response, at.part), at.path, value));
        break;
      case 'query': {
        const url = new URL(request.url);
        url.searchParams.delete(at.name);
        if (value !== undefined) url.searchParams.set(at.name, String(value));
        request = { ...request, url: url.href };
        break;
      }
      case 'request header':
        request = { ...request, headers: withHeader(request.headers, at.name, value) };
        break;
      case 'response header':
        response = { ...response, headers: withHeader(response.headers, at.name, value) };
        break;
      case 'status':
        response = { ...response, status: Number(value) };
    }
  }
  if (asked !== undefined) request = { ...request, body: { text: JSON.stringify(asked) } };
  if (told.size > 0) response = { ...response, body: withParts(exchange.response, told).body };
  return { ...exchange, request, response };
}

const jsonOfPart = (response: HttpResponse, part: number): Json =>
  partsOf(response).find(({ at }) => at === part)?.json ?? null;

const withHeader = (headers: Headers, name: string, value: Value | undefined): Headers =>
  headers.flatMap((header) => (header[0] !== name ? [header] : value === undefined ? [] : [[name, String(value)]]));

/** Another value of the same kind; of a word one that stands there in another case, since that might be meant. */
function otherValue(value: Value, words: ReadonlySet<Value> = new Set()): Value {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (isWord(value)) return [...words].find((word) => word !== value) ?? `${value}x`;
  // Bytes stay bytes, and behind "#" and "=" nothing is said.
  const bytes = value.search(/base64,/);
  const at = Math.max(bytes < 0 ? 0 : bytes + 'base64,'.length, Math.floor(value.length / 2));
  const here = value[at] ?? '';
  const digits = here === '7' ? '8' : '7';
  return `${value.slice(0, at)}${/\d/.test(here) ? digits : here === 'X' ? 'Y' : 'X'}${value.slice(at + 1)}`;
}

/** One of several words that a member may be. */
const isWord = (value: Value): boolean => typeof value === 'string' && /^[a-z]+([_.-][a-z]+)*$/i.test(value);

/** Whether a value that stands in two places is the same by no chance. */
const isTelling = (value: Value): boolean =>
  typeof value === 'number' ? value >= 10 : typeof value === 'string' && value.length > 3 && !isWord(value);

const isAsked = (signature: string): boolean => signature.includes(' asked ');

/** In how many cases is tried what need not be noticed. */
const enough = 2;

/** Looks for what nobody notices, in the cases of one provider API. */
export class Blindness<T extends Played> {
  readonly #reasons: Reasons;
  readonly #cases: { readonly judged: JudgedCase<T>; readonly leaves: ReadonlyMap<string, readonly Leaf[]> }[] = [];
  readonly #words = new Map<string, Set<Value>>();
  readonly #found = new Map<string, Signature>();
  readonly #tries = new Map<string, number>();

  constructor(reasons: Reasons) {
    this.#reasons = reasons;
  }

  /** Takes note of a case, and of the words that might be told in the place of others. */
  add(judged: JudgedCase<T>): void {
    const leaves = Map.groupBy(leavesOf(judged.trace, this.#reasons.opaque), ({ signature }) => signature);
    for (const [signature, all] of leaves) {
      const words = this.#words.get(signature) ?? new Set();
      for (const { value } of all) if (isWord(value)) words.add(value);
      this.#words.set(signature, words);
    }
    this.#cases.push({ judged, leaves });
  }

  /** Every signature of the cases, each judged until it is noticed. */
  signatures(): Signature[] {
    for (const { judged, leaves } of this.#cases) this.#try(judged, leaves);
    return [...this.#found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  #try({ id: example, trace, judge }: JudgedCase<T>, leaves: ReadonlyMap<string, readonly Leaf[]>): void {
    const saidOf = (changed: T) =>
      judge(changed).flatMap(({ check, findings }) => findings.map((f) => [check, `${check} ${f.message}`] as const));
    let before: ReadonlySet<string> | undefined;
    const noticing = (changed: readonly Leaf[], become: (leaf: Leaf) => Value | undefined): string[] => {
      // What it says of bodies that are only written anew is no notice.
      const rewritten = () => withLeaves(trace, [...leaves.values()].flat(), ({ value }) => value);
      before ??= new Set([...saidOf(trace), ...saidOf(rewritten())].map(([, said]) => said));
      const more = saidOf(withLeaves(trace, changed, become)).filter(([, said]) => !before?.has(said));
      return [...new Set(more.map(([check]) => check))];
    };
    for (const [signature, own] of leaves) {
      for (const deed of isAsked(signature) ? [' (changed)', ' (removed)'] : ['']) {
        const id = `${signature}${deed}`;
        const known = this.#found.get(id);
        if ((known && isSeen(known)) || !this.#isWorthATry(id)) continue;
        const words = this.#words.get(signature);
        const noticedBy = noticing(own, ({ value }) => (deed === ' (removed)' ? undefined : otherValue(value, words)));
        const isRepeated = noticedBy.length === 0 && !isAsked(signature) && this.#isRepeated(own, leaves, noticing);
        this.#found.set(id, {
          id,
          example: known?.example ?? example,
          noticedBy,
          ...(isRepeated ? { isRepeated } : {}),
        });
      }
    }
  }

  /** What has a reason not to be noticed is tried a few times: that the reason is needed is all there is to know. */
  #isWorthATry(id: string): boolean {
    if (!this.#reasons.covers(id)) return true;
    const tries = this.#tries.get(id) ?? 0;
    this.#tries.set(id, tries + 1);
    return tries < enough;
  }

  /** Whether it is noticed where every place of the answers that says the same says another. */
  #isRepeated(
    own: readonly Leaf[],
    leaves: ReadonlyMap<string, readonly Leaf[]>,
    noticing: (changed: readonly Leaf[], become: (leaf: Leaf) => Value) => string[],
  ): boolean {
    const values = new Set(own.map(({ value }) => value).filter(isTelling));
    const answered = [...leaves].flatMap(([signature, all]) => (isAsked(signature) ? [] : all));
    const same = answered.filter(({ value }) => values.has(value));
    return same.length > own.length && noticing(same, ({ value }) => otherValue(value)).length > 0;
  }
}

const Reason = closedObject('Reason', {
  reason: Type.String({ minLength: 1 }),
  of: Type.Optional(Type.Array(Type.Enum([...providerApiIds]), { minItems: 1 })),
  patterns: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
});

const File = closedObject('UnnoticedMembers', {
  opaque: Type.Array(Type.String({ minLength: 1 })),
  reasons: Type.Array(Reason),
  gaps: Type.Array(Reason),
});

/** What may go unnoticed, and what should not and does. */
type Unnoticed = Type.Static<typeof File>;

/** @throws {UserError} the file is missing or malformed. */
export const loadUnnoticed = (): Promise<Unnoticed> =>
  readDataFile(join(import.meta.dirname, 'unnoticed.yaml'), File, 'unnoticed members');

/** A pattern of a reason. */
export interface ReasonPattern {
  readonly kind: 'reason' | 'gap';
  readonly pattern: string;
}

/** The reasons that hold for one provider API. */
export class Reasons {
  readonly opaque: ReadonlySet<string>;
  readonly #patterns: readonly (ReasonPattern & { readonly fits: RegExp })[];

  constructor({ opaque, reasons, gaps }: Unnoticed, providerApi: string) {
    this.opaque = new Set(opaque);
    const patternsOf = (kind: ReasonPattern['kind'], all: Unnoticed['reasons']) =>
      all
        .filter(({ of }) => of === undefined || (of as readonly string[]).includes(providerApi))
        .flatMap(({ patterns }) => patterns.map((pattern) => ({ kind, pattern, fits: wildcard(pattern) })));
    this.#patterns = [...patternsOf('gap', gaps), ...patternsOf('reason', reasons)];
  }

  /** The patterns that cover a signature, gaps first. */
  of(signature: string): readonly ReasonPattern[] {
    return this.#patterns.filter(({ fits }) => fits.test(signature));
  }

  covers(signature: string): boolean {
    return this.#patterns.some(({ fits }) => fits.test(signature));
  }
}
