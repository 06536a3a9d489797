/** Ways to write the same server-sent events. Source: WHATWG HTML, 9.2.5 and 9.2.6, server-sent events. Pure. */

export interface Spelling {
  /** How a stream comes, as the end of "it comes …". */
  readonly what: string;
  readonly spelled: (text: string) => string;
  /** The spellings that it is made of, where it is several at once. */
  readonly of?: readonly Spelling[];
}

const lineEnd = /\r\n|\n|\r/g;

/** Each event, its lines without their ends. */
const events = (text: string): string[][] =>
  text
    .replaceAll(lineEnd, '\n')
    .split(/\n{2,}/)
    .filter((block) => block !== '')
    .map((block) => block.split('\n'));

const written = (blocks: readonly (readonly string[])[]): string =>
  blocks.map((lines) => `${lines.join('\n')}\n\n`).join('');

const inEvents = (change: (lines: readonly string[], at: number) => readonly string[]) => (text: string) =>
  written(events(text).map(change));

const isData = (line: string): boolean => line.startsWith('data:');

/** What goes together, in the order in which one is put around the other. */
export const compatible: readonly Spelling[] = [
  { what: 'with CRLF at the end of lines', spelled: (text) => text.replaceAll(lineEnd, '\r\n') },
  { what: 'with a byte order mark before it', spelled: (text) => `\uFEFF${text}` },
  {
    what: 'with comments in and between events',
    spelled: inEvents((lines) => [': ping', '', ':', ...lines, ': pong']),
  },
  {
    what: 'with ids, and times to wait before another try',
    spelled: inEvents((lines, at) => [`id: ${at}`, 'retry: 3000', ...lines]),
  },
  { what: 'with fields of no meaning', spelled: inEvents((lines) => ['later: on', 'nothing', ...lines]) },
  {
    what: 'without spaces behind the names of fields',
    spelled: inEvents((lines) => lines.map((line) => line.replace(/^(\w+): /, '$1:'))),
  },
  {
    what: 'with the name of an event behind its data',
    spelled: inEvents((lines) => [...lines.filter(isData), ...lines.filter((line) => !isData(line))]),
  },
  {
    what: 'with JSON in several lines',
    // White space between tokens, behind the first bracket.
    spelled: inEvents((lines) =>
      lines.flatMap((line) => line.replace(/^data:( ?)([{])/, 'data:$1$2\ndata:$1').split('\n')),
    ),
  },
];

export const withCr: Spelling = {
  what: 'with CR at the end of lines',
  spelled: (text) => text.replaceAll(lineEnd, '\r'),
};

/** From the last on: nothing comes before a byte order mark, and lines are made with one end. */
export const together: Spelling = {
  what: 'in many spellings at once',
  spelled: (text) => compatible.reduceRight((before, { spelled }) => spelled(before), text),
  of: compatible,
};
