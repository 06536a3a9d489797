import { isJsonObject, type Json } from './canonical-json.ts';

/** JSON in few lines that can still be compared: what fits on a line stands on one. Ends with a line break. */
export const compactJson = (value: Json, width = 120): string => `${written(value, '', width, 0)}\n`;

/** `before` is what stands left of the value on its line beside the indentation. */
function written(value: Json, indent: string, width: number, before: number): string {
  const onOneLine = oneLine(value);
  if (indent.length + before + onOneLine.length < width || !isContainer(value)) return onOneLine;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((item) => written(item, deeper, width, 0))
    : Object.entries(value as { [key: string]: Json }).map(([key, item]) => {
        const name = `${JSON.stringify(key)}: `;
        return `${name}${written(item, deeper, width, name.length)}`;
      });
  return `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${close}`;
}

const isContainer = (value: Json): boolean => typeof value === 'object' && value !== null;

function oneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
