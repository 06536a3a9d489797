/** What a terminal shows, as a picture. */

/** How a piece of text stands out: the names are classes of the picture's style. */
type Look = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'gray' | 'underline';

/** SGR parameters (ECMA-48) that programs of this project print, and what each begins. */
const begins: Readonly<Record<string, Look>> = {
  1: 'bold',
  2: 'dim',
  4: 'underline',
  31: 'red',
  32: 'green',
  33: 'yellow',
  34: 'blue',
  35: 'magenta',
  36: 'cyan',
  90: 'gray',
};

/** And what each ends. */
const ends: Readonly<Record<string, readonly Look[]>> = {
  22: ['bold', 'dim'],
  24: ['underline'],
  39: ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'gray'],
};

/** ESC, and what it begins: an SGR sequence, or, where it is none, itself alone. */
const esc = '\u001b';
const sequence = new RegExp(`(${esc}(?:\\[[\\d;]*m)?)`);

/** Text of one look within a line. */
export interface Piece {
  readonly text: string;
  readonly looks: readonly Look[];
}

/**
 * The lines of a terminal, piece by piece.
 *
 * @throws {Error} the text has an escape sequence that is no SGR, or one that has no picture here.
 */
export function linesOf(output: string): Piece[][] {
  let looks: Look[] = [];
  return output.split('\n').map((line) =>
    line.split(sequence).flatMap((part): Piece[] => {
      if (!part.startsWith(esc)) {
        return part === '' ? [] : [{ text: part, looks }];
      }
      const codes = /^\[([\d;]*)m$/.exec(part.slice(1))?.[1];
      if (codes === undefined) throw new Error('the output has an escape sequence that cannot be drawn');
      for (const code of codes.split(';')) looks = after(looks, code);
      return [];
    }),
  );
}

function after(looks: readonly Look[], code: string): Look[] {
  if (code === '' || code === '0') return [];
  const begun = begins[code];
  if (begun) return [...looks, begun];
  const ended = ends[code];
  if (!ended) throw new Error(`the output has SGR ${code}, which cannot be drawn`);
  return looks.filter((look) => !ended.includes(look));
}

const [letter, line, margin] = [8.43, 19, 18];

const style = `
text { font: 14px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1c1d1f; white-space: pre; }
.ground { fill: #fbfbf9; stroke: #dddcd5; }
.bold { font-weight: 700; } .underline { text-decoration: underline; }
.dim, .gray { fill: #5a5b5e; } .red { fill: #a81530; } .green { fill: #0c6339; } .yellow { fill: #7d4700; }
.blue { fill: #1f4fa3; } .magenta { fill: #7a2a86; } .cyan { fill: #0b5a73; }
@media (prefers-color-scheme: dark) {
  text { fill: #e8e8e6; } .ground { fill: #131416; stroke: #33363b; }
  .dim, .gray { fill: #a5a8ad; } .red { fill: #ff98a5; } .green { fill: #7ad6a0; } .yellow { fill: #eec07a; }
  .blue { fill: #9dbcf5; } .magenta { fill: #e2a6ec; } .cyan { fill: #86d3ea; }
}`;

/**
 * A picture of a terminal in both themes, as SVG. Pure.
 *
 * @param title what it shows, for those who do not see it
 * @param output text with SGR sequences
 * @param columns where longer lines are broken
 */
export function terminalPicture(title: string, output: string, columns = 110): string {
  const lines = linesOf(output.trimEnd()).flatMap((pieces) => broken(pieces, columns));
  const width = Math.ceil(2 * margin + columns * letter);
  const height = 2 * margin + lines.length * line;
  const texts = lines.map((pieces, row) => {
    const spans = pieces.map(
      ({ text, looks }) => `<tspan${looks.length > 0 ? ` class="${looks.join(' ')}"` : ''}>${escaped(text)}</tspan>`,
    );
    return spans.length === 0
      ? ''
      : `<text x="${margin}" y="${margin + 14 + row * line}" xml:space="preserve">${spans.join('')}</text>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<style>${style}
</style>
<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${texts.join('')}</svg>
`;
}

/** A line that is longer than the terminal is wide goes on below, as in a terminal. */
function broken(pieces: readonly Piece[], columns: number): Piece[][] {
  const lines: Piece[][] = [[]];
  let room = columns;
  for (const { text, looks } of pieces) {
    let letters = [...text];
    while (letters.length > 0) {
      if (room === 0) {
        lines.push([]);
        room = columns;
      }
      const here = letters.slice(0, room);
      lines.at(-1)?.push({ text: here.join(''), looks });
      letters = letters.slice(here.length);
      room -= here.length;
    }
  }
  return lines;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
