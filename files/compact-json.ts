import { isRaw } from './json-text.ts';

/**
 * JSON in few lines that can still be compared: objects and lists are on one line where they fit, else each member on its own. Raw JSON
 * stays as it is spelled. Ends with a line break.
 */
export const compactJson = (value: unknown, width = 120): string => `${written(value, '', width, 0)}\n`;

/** `before` is what stands left of the value on its line beside the indentation. */
function written(value: unknown, indent: string, width: number, before: number): string {
  // A comma may follow.
  const short = onOneLine(value, width - 1 - indent.length - before);
  if (short !== undefined) return short;
  if (!isContainer(value)) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((item) => written(item, deeper, width, 0))
    : Object.entries(value).map(([key, item]) => {
        const name = `${JSON.stringify(key)}: `;
        return `${name}${written(item, deeper, width, name.length)}`;
      });
  return `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${close}`;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null && !isRaw(value);

/** Nothing where it is longer than `room`: of a large value only the beginning is written to find that out. */
function onOneLine(value: unknown, room: number): string | undefined {
  if (!isContainer(value)) return within(room, JSON.stringify(value));
  const isList = Array.isArray(value);
  const members: (readonly [name: string, item: unknown])[] = isList
    ? value.map((item) => ['', item])
    : Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}: `, item]);
  if (members.length === 0) return within(room, isList ? '[]' : '{}');
  let line = isList ? '[' : '{ ';
  for (const [i, [name, item]] of members.entries()) {
    line += i === 0 ? name : `, ${name}`;
    const text = onOneLine(item, room - line.length);
    if (text === undefined) return undefined;
    line += text;
  }
  return within(room, line + (isList ? ']' : ' }'));
}

const within = (room: number, text: string): string | undefined => (text.length <= room ? text : undefined);
