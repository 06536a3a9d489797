/** What is told in pieces: a text of which every event of a stream brings a few letters. Pure. */
import { isEventStream } from '../format/event-stream.ts';
import type { Body } from '../format/exchange.ts';
import { documentsOf } from './documents.ts';
import { type Edit, edited, type Finder } from './edits.ts';
import { type Leaf, leavesOf, withLeaves } from './leaves.ts';

/**
 * A body without what is found only where its pieces are read as one text: texts at the same place of one event after the other. What
 * takes the place of what was found is spread over its pieces again. Within one piece nothing is looked for.
 */
export function changedAcross(body: Body, contentType: string, find: Finder): Body {
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
