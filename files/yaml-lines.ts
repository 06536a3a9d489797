import { LineCounter, parseDocument } from 'yaml';

/**
 * The lines of a YAML text that things stand on, counted from 1. Of a member that is not written there, such as one that an alias
 * stands for, it is the line of what should hold it.
 *
 * @param text one YAML document that parses
 */
export function yamlLines(text: string): (path: readonly (string | number)[]) => number {
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
