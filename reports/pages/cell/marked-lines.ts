import { truncate } from '../../../lib/escape-control-characters.ts';

/** A line of a pane, and whether it is what differs. */
export interface Line {
  readonly text: string;
  readonly isMarked: boolean;
}

/**
 * The lines of JSON over several lines, those marked that lie at one of some JSON paths (`content[1].text`) or within it. Pure.
 *
 * @param pretty as `JSON.stringify` lays it out with two spaces
 */
export function jsonLines(pretty: string, paths: readonly string[]): readonly Line[] {
  /** The lists and objects that are open: their path and, of a list, the next position. */
  const open: { readonly path: string; next: number | undefined }[] = [];
  return pretty.split('\n').map((text) => {
    const line = text.trim();
    if (/^[\]}]/.test(line)) return { text, isMarked: isWithin(open.pop()?.path ?? '', paths) };
    const parent = open.at(-1);
    const path = parent === undefined ? '' : pathOf(line, parent);
    if (/[[{]$/.test(line)) open.push({ path, next: line.endsWith('[') ? 0 : undefined });
    return { text, isMarked: isWithin(path, paths) };
  });
}

function pathOf(line: string, parent: { readonly path: string; next: number | undefined }): string {
  if (parent.next !== undefined) return `${parent.path}[${parent.next++}]`;
  const name = /^"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? '';
  return parent.path === '' ? name : `${parent.path}.${name}`;
}

const isWithin = (path: string, targets: readonly string[]): boolean =>
  targets.some((target) => path === target || path.startsWith(`${target}.`) || path.startsWith(`${target}[`));

/** What a pane shows of a long list: no more than this, around what is marked. */
const most = { lines: 40, around: 3, characters: 600 };

/**
 * The marked lines with those around them, or the beginning where none is marked; what is left out is a line of its own. Pure.
 */
export function excerptOf(lines: readonly Line[], around: number = most.around): readonly Line[] {
  const marked = lines.flatMap(({ isMarked }, i) => (isMarked ? [i] : []));
  const wanted = new Set(
    marked.length === 0
      ? lines.keys()
      : marked.flatMap((i) => Array.from({ length: 2 * around + 1 }, (_, n) => i - around + n)),
  );
  const kept = [...lines.keys()].filter((i) => wanted.has(i)).slice(0, most.lines);
  const shown = kept.flatMap((at, n): Line[] => {
    const skipped = at - (kept[n - 1] ?? -1) - 1;
    const line = lines[at] as Line;
    return [...leftOut(skipped), { ...line, text: truncate(line.text, most.characters) }];
  });
  return [...shown, ...leftOut(lines.length - 1 - (kept.at(-1) ?? -1))];
}

const leftOut = (n: number): Line[] => (n === 0 ? [] : [{ text: `… ${n} more`, isMarked: false }]);
