import { expandBody } from '../../recordings/format/body.ts';
import type { ListedFrame } from '../../recordings/format/event-stream.ts';
import type { Body } from '../../recordings/format/exchange.ts';
import { writeJson } from '../../recordings/format/lossless-json.ts';

/** A body as it is read best. */
export type ReadableBody =
  | { readonly kind: 'json' | 'text' | 'base64'; readonly text: string }
  | { readonly kind: 'events' | 'frames'; readonly events: readonly ReadableEvent[] };

/** One server-sent event, or one frame of an AWS event stream: what it is called, and the rest of it. */
export interface ReadableEvent {
  readonly name: string;
  readonly text: string;
}

/** The longest text that is shown whole; of a longer one the beginning is shown, and how much was left out. */
const longestText = 20_000;

/** Takes a body apart for reading. Numbers and escapes stay as they were on the wire; what is no JSON, no events and no frames, too. */
export function readableBody(body: Body, mimeType: string): ReadableBody {
  const { json, events, frames, text = body.text } = expandBody(body, mimeType);
  if (frames) return { kind: 'frames', events: frames.map(readableFrame) };
  if (body.encoding === 'base64') return { kind: 'base64', text: body.text };
  if (json !== undefined) return { kind: 'json', text: prettyJson(json) };
  if (!events) return { kind: 'text', text };
  return {
    kind: 'events',
    events: events.map(({ comment, event, id, retry, data }) => ({
      name: event ?? (data === undefined && comment !== undefined ? 'comment' : 'message'),
      text: [
        comment === undefined ? [] : comment.trim(),
        id === undefined ? [] : `id: ${id}`,
        retry === undefined ? [] : `retry: ${retry}`,
        data === undefined ? [] : typeof data === 'string' ? data : writeJson(data),
      ]
        .flat()
        .join('\n'),
    })),
  };
}

/** What an AWS frame is called says the header of its type, and whether it is an event, an exception or an error. */
const frameNames = [':event-type', ':exception-type', ':error-code'];

/** Headers that stand in every frame, and say nothing about this one. */
const usualHeaders = [':message-type event', ':content-type application/json'];

function readableFrame({ headers, json, text, base64 }: ListedFrame): ReadableEvent {
  const name = headers.find(([header]) => frameNames.includes(header));
  const rest = headers.filter((h) => h !== name && !usualHeaders.includes(h.join(' ')));
  return {
    name: String(name?.at(-1) ?? 'frame'),
    text: [
      ...rest.map(([header, ...value]) => `${header}: ${value.join(' ')}`),
      json === undefined ? (text ?? base64 ?? '') : writeJson(json),
    ]
      .filter((line) => line !== '')
      .join('\n'),
  };
}

/** The beginning of a text, and how many characters are left. Never parts a surrogate pair. */
export function cut(text: string, longest: number = longestText): { readonly text: string; readonly left: number } {
  if (text.length <= longest) return { text, left: 0 };
  const end = /[\ud800-\udbff]/.test(text[longest - 1] ?? '') ? longest - 1 : longest;
  return { text: text.slice(0, end), left: text.length - end };
}

/** How large a body is, in words. */
export function sizeOf(body: Body): string {
  const bytes = Buffer.byteLength(body.text, body.encoding ?? 'utf8');
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
}

/** The most characters of a list or an object that stands in one line. */
const widest = 88;

/** JSON over several lines; small lists and objects stand in one, so that what is large is seen at a glance. */
export function prettyJson(value: unknown): string {
  const lines: string[] = [];
  /** Where the lists and objects begin that are not closed yet. */
  const open: number[] = [];
  for (const line of writeJson(value, { indent: '  ' }).split('\n')) {
    if (/[[{]$/.test(line)) open.push(lines.length);
    const start = /^ *[\]}]/.test(line) ? open.pop() : undefined;
    lines.push(line);
    if (start === undefined) continue;
    const together = inOneLine(lines.slice(start));
    if (together !== undefined) lines.splice(start, Infinity, together);
  }
  return lines.join('\n');
}

/** Strings hold no line break as JSON, so that lines may be joined wherever they end. */
function inOneLine([first = '', ...rest]: readonly string[]): string | undefined {
  // What took a line of its own within is as wide as this one could be at least: a few suffice to know.
  if (rest.length > widest) return undefined;
  const parts = rest.map((line) => line.trim());
  const last = parts.pop() ?? '';
  const joined = `${first}${parts.join(' ')}${last}`;
  return joined.length <= widest ? joined : undefined;
}
