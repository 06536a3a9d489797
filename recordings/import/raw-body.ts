import { isJsonObject as isObject } from '../../lib/canonical-json.ts';
import { splitFrames } from '../format/event-stream.ts';
import { type ForeignExchange, type ForeignHeaders, lossMessages } from './foreign-recording.ts';

/** The body of an answer, and nothing else: what `curl` prints. */

const bodyOf = (type: string, body: Buffer): readonly ForeignExchange[] => [
  {
    response: { headers: [['content-type', type]], body },
    losses: [lossMessages.request, lossMessages.status, lossMessages.responseHeaders],
  },
];

/** Members that tell a whole response of a provider API, or a resource of it, from any other JSON. */
const tellTale = [
  'choices',
  'candidates',
  'output',
  'outputs',
  'steps',
  'stopReason',
  'stop_reason',
  'object',
  'error',
  'detail',
];

export const rawJson = {
  id: 'json',
  title: 'a JSON body',
  /** True of an object that may be a response, and of a list of such: anything else may be the file of any program. */
  recognises: (value: unknown): boolean => {
    const [first] = Array.isArray(value) ? value : [value];
    return isObject(first) && tellTale.some((name) => Object.hasOwn(first, name));
  },
  read: (bytes: Buffer) => bodyOf('application/json', bytes),
};

/** Events of a stream, one JSON value a line, as programs log them. */
export const rawLines = {
  id: 'jsonl',
  title: 'JSON lines, an event each',
  recognises: (text: string): boolean => {
    const lines = linesOf(text);
    return lines.length > 1 && lines.every((line) => eventIn(line) !== undefined);
  },
  read: (bytes: Buffer): readonly ForeignExchange[] => {
    const events = linesOf(bytes.toString('utf8')).map((line) => eventIn(line) ?? { data: line });
    // What a stream of chat completions ends with, programs that log its events leave out.
    const isChat = events.some(({ data }) => data.includes('"chat.completion.chunk"'));
    const isEnded = events.at(-1)?.data === '[DONE]';
    const all = isChat && !isEnded ? [...events, { data: '[DONE]' }] : events;
    const text = all.map(({ event, data }) => `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`);
    return bodyOf('text/event-stream', Buffer.from(text.join(''))).map((exchange) => ({
      ...exchange,
      losses: [...exchange.losses, lossMessages.pieces],
    }));
  },
};

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

/** An event by itself, named by its `type` as the streams that name their events do; or in `data`, with its name in `event`. */
function eventIn(line: string): { readonly event?: string; readonly data: string } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value)) return undefined;
    const { event, data, type } = value;
    if (data === undefined) return { ...(typeof type === 'string' ? { event: type } : {}), data: line };
    if (typeof data !== 'string' && !isObject(data)) return undefined;
    return {
      ...(typeof event === 'string' ? { event } : {}),
      data: typeof data === 'string' ? data : JSON.stringify(data),
    };
  } catch {
    return undefined;
  }
}

/** What `curl -i` prints: head and body; of several heads, such as those of redirects, the last one counts. */
export const curl = {
  id: 'curl',
  title: 'the output of curl -i',
  recognises: (text: string): boolean => /^HTTP\/\d(?:\.\d)? \d{3}[ \r\n]/.test(text),
  read: (bytes: Buffer): readonly ForeignExchange[] => {
    let rest = bytes.toString('latin1');
    let head = '';
    while (curl.recognises(rest)) {
      const end = /\r?\n\r?\n/.exec(rest);
      head = end ? rest.slice(0, end.index) : rest;
      rest = end ? rest.slice(end.index + end[0].length) : '';
    }
    const [status = '', ...lines] = head.split(/\r?\n/);
    const headers = lines.flatMap((line): ForeignHeaders => {
      const [, name, value = ''] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value]];
    });
    const response = { status: Number(status.split(' ')[1]), headers, body: Buffer.from(rest, 'latin1') };
    return [{ response, losses: [lossMessages.request] }];
  },
};

export const rawEvents = {
  id: 'sse',
  title: 'a body of server-sent events',
  /** True of text whose first line is one of such a stream: a field that it knows, or a comment. */
  recognises: (text: string): boolean => /^[\r\n]*(?::|(?:event|data|id|retry)(?::|[\r\n]))/.test(text),
  read: (bytes: Buffer) => bodyOf('text/event-stream', bytes),
};

export const rawFrames = {
  id: 'eventstream',
  title: 'a body of AWS frames',
  recognises: (bytes: Buffer): boolean => {
    const { frames, rest } = splitFrames(bytes);
    return frames.length > 0 && rest.length === 0;
  },
  read: (bytes: Buffer) => bodyOf('application/vnd.amazon.eventstream', bytes),
};
