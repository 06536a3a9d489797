import { splitFrames } from '../format/event-stream.ts';
import { type ForeignExchange, lossMessages } from './foreign-recording.ts';

/** The body of an answer, and nothing else: what `curl` prints. */

const bodyOf = (type: string, body: Buffer): readonly ForeignExchange[] => [
  {
    response: { headers: [['content-type', type]], body },
    losses: [lossMessages.request, lossMessages.status, lossMessages.responseHeaders],
  },
];

export const rawJson = { id: 'json', title: 'a JSON body', read: (bytes: Buffer) => bodyOf('application/json', bytes) };

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
