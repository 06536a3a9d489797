/** Server-sent events, for SDKs that keep their reader of them to themselves. */

/** What providers say with an event; ids and times to reconnect are of no use here. */
export interface ServerSentEvent {
  /** Empty where the event has no name. */
  readonly event: string;
  readonly data: string;
}

/**
 * Events as they are complete; the bytes may be cut anywhere. What the end cuts off is no event. Source: HTML Standard, section
 * 9.2.6, interpreting an event stream.
 */
export async function* serverSentEvents(bytes: AsyncIterable<Uint8Array | string>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  let event = '';
  let data: string[] = [];
  for await (const chunk of bytes) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    // A carriage return at the end may be the first half of a line's end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { event, data: data.join('\n') };
        event = '';
        data = [];
        continue;
      }
      const [name, value] = fieldOf(line);
      if (name === 'data') data.push(value);
      else if (name === 'event') event = value;
    }
  }
}

/** A line that begins with a colon is a comment, which is a field without a name. */
function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}
