import { expandJson, type JsonLayout, writeJson } from './lossless-json.ts';

/**
 * One event of a `text/event-stream` body, as a cassette lists it.
 *
 * The members stand in the order of the lines. `data` is JSON for an object or array, else the text, in which a line
 * break means a further `data:` line. A comment is everything behind its colon. `unframed` stands alone: JSON with an indent of
 * two spaces that is in no field, as Google writes an error into a stream.
 */
export interface ListedEvent {
  readonly comment?: string;
  readonly id?: string;
  readonly event?: string;
  readonly retry?: string;
  readonly data?: string | object;
  /** Spaces before the last bracket of `data`. */
  readonly padding?: number;
  readonly unframed?: object;
}

/** How a stream is written where it is not `event: NAME`, `data: JSON`, each event closed by an empty line. */
export interface StreamLayout {
  readonly newline?: '\r\n';
  /** What stands between a field's name and its value. */
  readonly colon?: ':';
  /** JSON with one space after every comma and colon. */
  readonly spaced?: true;
  /** What follows the last line; an empty line is usual. */
  readonly end?: string;
}

export interface ExpandedStream {
  readonly events: readonly ListedEvent[];
  readonly layout: StreamLayout;
}

const fields = ['id', 'event', 'retry', 'data'] as const;

/** Writes a list of events as the body it stands for. */
export function writeEvents(events: readonly ListedEvent[], layout: StreamLayout = {}): string {
  const newline = layout.newline ?? '\n';
  const blocks = events.map((event) => writeEvent(event, layout).join(newline));
  return blocks.join(newline + newline) + (events.length === 0 ? '' : (layout.end ?? newline + newline));
}

/** Takes a stream apart; `undefined` where it could not be written back byte for byte. */
export function expandEvents(text: string): ExpandedStream | undefined {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const colon = /^(?:id|event|retry|data):(?! )/m.test(text) ? ':' : ': ';
  const end = /(?:\r\n|\n)*$/.exec(text)?.[0] ?? '';
  const layout = {
    ...(newline === '\r\n' ? ({ newline } as const) : {}),
    ...(colon === ':' ? ({ colon } as const) : {}),
    ...(end === newline + newline ? {} : { end }),
  };
  const blocks = text === '' ? [] : text.slice(0, text.length - end.length).split(newline + newline);
  const read = blocks.map((block) => readUnframed(block) ?? readEvent(block.split(newline), colon));
  const raw = read.filter((event) => event !== undefined);
  if (raw.length < read.length) return undefined;
  // One style for the whole stream: an event written otherwise keeps its data as text.
  const spaced = raw.map(({ data }) => data && expandJson(data)).find((e) => e && differsBySpaces(e.layout));
  const whole: StreamLayout = { ...layout, ...(spaced ? { spaced: true } : {}) };
  const events = raw.map((event) => withJson(event, whole));
  return writeEvents(events, whole) === text ? { events, layout: whole } : undefined;
}

function readUnframed(block: string): RawEvent | undefined {
  const json = block.startsWith('{') ? expandJson(block) : undefined;
  return json && writeJson(json.value, unframedLayout) === block ? { unframed: json.value } : undefined;
}

const unframedLayout: JsonLayout = { indent: '  ' };

interface RawEvent extends ListedEvent {
  readonly data?: string;
}

function readEvent(lines: readonly string[], colon: string): RawEvent | undefined {
  const event: { -readonly [K in keyof RawEvent]: RawEvent[K] } = {};
  let previous = '';
  for (const line of lines) {
    const comment = line.startsWith(':');
    const field = comment ? 'comment' : fields.find((name) => line.startsWith(name + colon));
    if (field === undefined) return undefined;
    const value = line.slice(comment ? 1 : field.length + colon.length);
    if (event[field] === undefined) event[field] = value;
    else if (field === 'data' && previous === 'data') event.data += `\n${value}`;
    else return undefined;
    previous = field;
  }
  return event;
}

const differsBySpaces = (layout: JsonLayout): boolean => layout.spaced === true;

function withJson(event: RawEvent, { spaced }: StreamLayout): ListedEvent {
  const expanded = event.data === undefined ? undefined : expandJson(event.data);
  if (!expanded) return event;
  const { padding = 0 } = expanded.layout;
  const style: JsonLayout = { ...(spaced ? { spaced } : {}), padding };
  if (writeJson(expanded.value, style) !== event.data) return event;
  return { ...event, data: expanded.value, ...(padding > 0 ? { padding } : {}) };
}

function writeEvent({ unframed, ...event }: ListedEvent, { colon, spaced }: StreamLayout): string[] {
  if (unframed) return [writeJson(unframed, unframedLayout)];
  return Object.entries(event).flatMap(([field, value]) => {
    if (field === 'padding') return [];
    if (field === 'comment') return [`:${value}`];
    const text =
      typeof value === 'string'
        ? value
        : writeJson(value, { ...(spaced ? { spaced } : {}), padding: event.padding ?? 0 });
    return text.split('\n').map((line) => `${field}${colon ?? ': '}${line}`);
  });
}
