import { bodyOf, bytesOf } from '../format/body.ts';
import { isEventStream, joinFrames, splitFrames } from '../format/event-stream.ts';
import type { Body } from '../format/exchange.ts';

/** The documents that a body is made of: data of events, payloads of frames, lines; or the body itself. */
export interface Documents {
  readonly list: readonly { readonly name: string; readonly text: string }[];
  /** The body with other texts in the places of its documents. */
  written(texts: readonly string[]): Body;
}

/** Takes a body apart. A stream whose frames do not hold is none: its bytes are looked into one by one elsewhere. */
export function documentsOf(body: Body, contentType: string): Documents {
  if (isEventStream(contentType)) return framesOf(body);
  return contentType.toLowerCase().startsWith('text/event-stream') ? eventsOf(body.text) : linesOf(body.text);
}

function framesOf(body: Body): Documents {
  const { frames, rest } = splitFrames(bytesOf(body));
  return {
    list: frames.map(({ headers, payload }) => ({
      name: String(headers.find(([name]) => name === ':event-type')?.[1] ?? ''),
      text: bodyOf(payload).encoding ? '' : Buffer.from(payload).toString('utf8'),
    })),
    written: (texts) => {
      const changed = frames.map((frame, i) =>
        bodyOf(frame.payload).encoding ? frame : { ...frame, payload: Buffer.from(texts[i] ?? '') },
      );
      return bodyOf(Buffer.concat([joinFrames(changed), rest]));
    },
  };
}

const dataLine = /^(data: ?)([^\r\n]*)/;

function eventsOf(text: string): Documents {
  const lines = text.split(/(?<=\n)/);
  let name = '';
  const names = lines.map((line) => {
    if (/^\r?\n?$/.test(line)) name = '';
    name = /^event: ?([^\r\n]*)/.exec(line)?.[1] ?? name;
    return name;
  });
  const places = lines.flatMap((line, i) => (dataLine.test(line) ? [i] : []));
  return {
    list: places.map((i) => ({ name: names[i] ?? '', text: dataLine.exec(lines[i] ?? '')?.[2] ?? '' })),
    written: (texts) => {
      const changed = [...lines];
      for (const [document, i] of places.entries()) {
        changed[i] = (lines[i] ?? '').replace(dataLine, (_, field: string) => field + (texts[document] ?? ''));
      }
      return { text: changed.join('') };
    },
  };
}

/** One document, or several, one a line. */
function linesOf(text: string): Documents {
  const isOne = /^\s*\[/.test(text) || !/\}\s*\n\s*\{/.test(text);
  const lines = isOne ? [text] : text.split(/(?<=\n)/);
  return {
    list: lines.map((line) => ({ name: '', text: line })),
    written: (texts) => ({ text: texts.join('') }),
  };
}
