import { LineCounter, parseDocument } from 'yaml';

/**
 * Where things stand in a YAML text: the line, counted from 1, of what a path leads to. Of a member that is not written there, such as
 * one that an alias stands for, it is the line of what should hold it.
 */
export type LineOf = (path: readonly (string | number)[]) => number;

/** The lines of a YAML text. @param text one YAML document that parses */
export function yamlLines(text: string): LineOf {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'error' });
  return (path) => {
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true) as { range?: readonly number[] } | undefined;
      if (node?.range?.[0] !== undefined) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
}
