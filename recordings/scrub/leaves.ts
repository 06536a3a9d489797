import { deepest, isDeeperThan, isRaw } from '../../files/json-text.ts';
import { expandJson, writeJson } from '../format/faithful-json.ts';
import { base64Text, isEncodedMember } from './inside.ts';

/** A text in a document. */
export interface Leaf {
  /** Where it stands: a JSON pointer. */
  readonly pointer: string;
  /** The same, without the place in an outermost list: its items follow each other as events do. */
  readonly place: string;
  readonly text: string;
}

interface Found {
  readonly leaves: readonly Leaf[];
  /** What tells streams of texts apart: the kind of the event, and the numbers by which what it belongs to is counted. */
  readonly marks: { readonly type: unknown; readonly numbers: readonly (readonly [pointer: string, number: number])[] };
}

/** The texts of a document: of JSON its strings, in which base64 is undone where a member is known for it; else the whole. */
export function leavesOf(document: string): Found {
  const value = parsed(document);
  if (value === undefined)
    return { leaves: [{ pointer: '', place: '', text: document }], marks: { type: undefined, numbers: [] } };
  const leaves: Leaf[] = [];
  const numbers: [string, number][] = [];
  const isList = Array.isArray(value);
  const walk = (part: unknown, pointer: string, name: string): void => {
    const text = textOf(part);
    if (text !== undefined) {
      const place = isList ? pointer.replace(/^\/\d+/, '') : pointer;
      leaves.push({ pointer, place, text: isEncodedMember(name) ? (base64Text(text) ?? text) : text });
    } else if (typeof part === 'number' && /index/i.test(name)) numbers.push([pointer, part]);
    else if (!isRaw(part) && typeof part === 'object' && part !== null) {
      for (const [key, member] of Object.entries(part)) walk(member, `${pointer}/${key}`, key);
    }
  };
  walk(value, '', '');
  return { leaves, marks: { type: (value as { type?: unknown }).type, numbers } };
}

/** The document with other texts at some of its places, laid out as before. */
export function withLeaves(document: string, texts: ReadonlyMap<string, string>): string {
  const expanded = expandJson(document);
  const value = expanded?.value ?? parsed(document);
  if (value === undefined) return texts.get('') ?? document;
  const put = (part: unknown, pointer: string, name: string): unknown => {
    const text = texts.get(pointer);
    const before = textOf(part);
    if (before !== undefined) {
      if (text === undefined) return part;
      return isEncodedMember(name) && base64Text(before) !== undefined ? Buffer.from(text).toString('base64') : text;
    }
    if (isRaw(part) || typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map((item, i) => put(item, `${pointer}/${i}`, String(i)));
    return Object.fromEntries(
      Object.entries(part).map(([key, member]) => [key, put(member, `${pointer}/${key}`, key)]),
    );
  };
  return writeJson(put(value, '', ''), expanded?.layout);
}

function parsed(document: string): unknown {
  if (!/^\s*[{[]/.test(document)) return undefined;
  try {
    const value = expandJson(document)?.value ?? JSON.parse(document);
    return isDeeperThan(value, deepest) ? undefined : value;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isRaw(value) && value.rawJSON.startsWith('"') ? JSON.parse(value.rawJSON) : undefined;
}
