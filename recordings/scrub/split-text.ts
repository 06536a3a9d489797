/** What is told in pieces: a text of which every event of a stream brings a few letters. Pure. */

import { isDeeperThan, isRaw, maxDepth } from '../../lib/json-positions.ts';
import { bodyOf, bytesOf } from '../format/body.ts';
import { isEventStream, joinFrames, splitFrames } from '../format/event-stream.ts';
import type { Body } from '../format/exchange.ts';
import { expandJson, writeJson } from '../format/lossless-json.ts';
import { base64Text, isEncodedMember } from './encoded-members.ts';
import { type Edit, edited, type Finder } from './text-edits.ts';

/**
 * A body without what is found only where its pieces are read as one text: texts at the same place of one event after the other. What
 * takes the place of what was found is spread over its pieces again. Within one piece nothing is looked for.
 */
export function mapSplitText(body: Body, contentType: string, find: Finder): Body {
  if (body.encoding && !isEventStream(contentType)) return body;
  const documents = documentsOf(body, contentType);
  const before = documents.list.map(({ text }) => text);
  const after = sameStream.reduce<readonly string[]>((texts, streamOf) => {
    const pieces = texts.flatMap((text, document) => {
      const name = documents.list[document]?.name ?? '';
      const { leaves, marks } = leavesOf(text);
      return leaves.map((leaf) => ({ document, leaf, stream: streamOf(name, marks, leaf.place) }));
    });
    const changed = [...Map.groupBy(pieces, ({ stream }) => stream).values()].flatMap((group) =>
      changedIn(group, find),
    );
    const byDocument = Map.groupBy(changed, ({ document }) => document);
    return texts.map((text, document) => {
      const leaves = byDocument.get(document);
      return leaves
        ? withLeaves(text, new Map(leaves.map(({ leaf, text: becomes }) => [leaf.pointer, becomes])))
        : text;
    });
  }, before);
  return after.every((text, i) => text === before[i]) ? body : documents.written(after);
}

interface Piece {
  readonly document: number;
  readonly leaf: Leaf;
}

/** Texts belong together where they stand at the same place of the same kind of event; of several that are told in turn, each has a number. */
const sameStream = [
  (name: string, { type }: Marks, place: string) => JSON.stringify([name, type, place]),
  (name: string, { type, numbers }: Marks, place: string) => JSON.stringify([name, type, place, numbers]),
];

type Marks = ReturnType<typeof leavesOf>['marks'];

function changedIn<P extends Piece>(pieces: readonly P[], find: Finder): (P & { readonly text: string })[] {
  if (pieces.length < 2) return [];
  const starts: number[] = [];
  let length = 0;
  for (const { leaf } of pieces) {
    starts.push(length);
    length += leaf.text.length;
  }
  const edits = find(pieces.map(({ leaf }) => leaf.text).join(''));
  return pieces.flatMap((piece, i) => {
    const start = starts[i] ?? 0;
    const end = start + piece.leaf.text.length;
    const own = edits
      .filter((edit) => edit.start < end && start < edit.end && (edit.start < start || end < edit.end))
      .map((edit) => shareOf(edit, start, end));
    return own.length === 0 ? [] : [{ ...piece, text: edited(piece.leaf.text, own) }];
  });
}

/** What of a change falls to the piece from `start` up to `end`: as much of the new text as it had of the old one. */
function shareOf(edit: Edit, start: number, end: number): Edit {
  const from = Math.max(edit.start, start);
  const to = Math.min(edit.end, end);
  const place = (at: number) => Math.round(((at - edit.start) / (edit.end - edit.start)) * edit.text.length);
  return { start: from - start, end: to - start, text: edit.text.slice(place(from), place(to)) };
}

/** The documents that a body is made of: data of events, payloads of frames, lines; or the body itself. */
interface Documents {
  readonly list: readonly { readonly name: string; readonly text: string }[];
  /** The body with other texts in the places of its documents. */
  written(texts: readonly string[]): Body;
}

/** Takes a body apart. A stream whose frames do not hold is none: its bytes are looked into one by one elsewhere. */
function documentsOf(body: Body, contentType: string): Documents {
  if (isEventStream(contentType)) return framesOf(body);
  return contentType.toLowerCase().startsWith('text/event-stream') ? eventsOf(body.text) : linesOf(body.text);
}

function framesOf(body: Body): Documents {
  const { frames, rest } = splitFrames(bytesOf(body));
  return {
    list: frames.map(({ headers, payload }) => ({
      name: String(headers.find(([name]) => name === ':event-type')?.[1] ?? ''),
      text: bodyOf(payload).encoding ? '' : Buffer.from(payload).toString('utf8'),
    })),
    written: (texts) => {
      const changed = frames.map((frame, i) =>
        bodyOf(frame.payload).encoding ? frame : { ...frame, payload: Buffer.from(texts[i] ?? '') },
      );
      return bodyOf(Buffer.concat([joinFrames(changed), rest]));
    },
  };
}

const dataLine = /^(data: ?)([^\r\n]*)/;

function eventsOf(text: string): Documents {
  const lines = text.split(/(?<=\n)/);
  let name = '';
  const names = lines.map((line) => {
    if (/^\r?\n?$/.test(line)) name = '';
    name = /^event: ?([^\r\n]*)/.exec(line)?.[1] ?? name;
    return name;
  });
  const places = lines.flatMap((line, i) => (dataLine.test(line) ? [i] : []));
  return {
    list: places.map((i) => ({ name: names[i] ?? '', text: dataLine.exec(lines[i] ?? '')?.[2] ?? '' })),
    written: (texts) => {
      const changed = [...lines];
      for (const [document, i] of places.entries()) {
        changed[i] = (lines[i] ?? '').replace(dataLine, (_, field: string) => field + (texts[document] ?? ''));
      }
      return { text: changed.join('') };
    },
  };
}

/** One document, or several, one a line. */
function linesOf(text: string): Documents {
  const isOne = /^\s*\[/.test(text) || !/\}\s*\n\s*\{/.test(text);
  const lines = isOne ? [text] : text.split(/(?<=\n)/);
  return {
    list: lines.map((line) => ({ name: '', text: line })),
    written: (texts) => ({ text: texts.join('') }),
  };
}

/** A text in a document. */
interface Leaf {
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
function leavesOf(document: string): Found {
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
function withLeaves(document: string, texts: ReadonlyMap<string, string>): string {
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
    return isDeeperThan(value, maxDepth) ? undefined : value;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isRaw(value) && value.rawJSON.startsWith('"') ? JSON.parse(value.rawJSON) : undefined;
}
