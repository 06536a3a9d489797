/** Changes to a text, told by where they are. Pure. */

/** What stands from `start` up to `end` becomes `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Finds what is to be changed in a text: in order, and never two changes in one place. */
export type Finder = (text: string) => readonly Edit[];

/** The text with its changes made. */
export function edited(text: string, edits: readonly Edit[]): string {
  const parts = edits.map(({ start, text: becomes }, i) => text.slice(edits[i - 1]?.end ?? 0, start) + becomes);
  return parts.join('') + text.slice(edits.at(-1)?.end ?? 0);
}

/** What several finders find; where two of them meet, the one that is named first is heard. */
export const eitherOf =
  (finders: readonly Finder[]): Finder =>
  (text) =>
    finders.reduce<readonly Edit[]>((found, finder) => withoutMeeting(found, finder(text)), []);

/** Both lists as one, in order, without those of the second that meet one of the first. */
export function withoutMeeting(first: readonly Edit[], second: readonly Edit[]): readonly Edit[] {
  if (first.length === 0 || second.length === 0) return first.length === 0 ? second : first;
  const apart = second.filter((edit) => !first.some(({ start, end }) => edit.start < end && start < edit.end));
  return [...first, ...apart].sort((a, b) => a.start - b.start);
}

/** How often a text is looked through again: one change may uncover the next. */
const rounds = 4;

/** The text after all that is found was changed, until nothing more is found. */
export function changedBy(find: Finder, text: string): string {
  let changed = text;
  for (let round = 0; round < rounds; round++) {
    const edits = find(changed);
    if (edits.length === 0) break;
    changed = edited(changed, edits);
  }
  return changed;
}
