import type { Body } from '../../../recordings/format/exchange.ts';
import { longestText, type ReadableEvent, readableBody, sizeOf } from '../body-text.ts';
import { count } from '../labels.ts';
import { html, type Markup } from '../markup.ts';
import { fold, jsonBlock, verbatim } from './elements.ts';

/** A body, folded: JSON laid out, server-sent events and AWS frames as a list, anything else as it came. */
export function foldedBody(label: string, body: Body, mimeType: string): Markup {
  const readable = readableBody(body, mimeType);
  const size = sizeOf(body);
  switch (readable.kind) {
    case 'json':
      return fold(label, `JSON, ${size}`, jsonBlock(readable.text));
    case 'events':
    case 'frames': {
      const { kind, events } = readable;
      return fold(label, `${count(events.length, kind === 'events' ? 'event' : 'frame')}, ${size}`, eventList(events));
    }
    case 'base64':
      return fold(label, `bytes as base64, ${size}`, verbatim(readable.text));
    case 'text':
      return readable.text === ''
        ? html`<p class="note">${label}: empty</p>`
        : fold(label, `text, ${size}`, verbatim(readable.text));
  }
}

function eventList(events: readonly ReadableEvent[]): Markup {
  let room = longestText;
  const shown = events.filter(({ text }) => {
    room -= text.length;
    return room >= 0;
  });
  const rest = events.slice(shown.length);
  return html`<ol class="events">${shown.map(
    ({ name, text }) => html`<li><b>${name}</b> <code>${text}</code></li>`,
  )}</ol>${rest.length > 0 && html`<p class="note">… and ${count(rest.length, 'event')} more, in the evidence file.</p>`}`;
}
