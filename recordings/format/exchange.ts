/** One HTTP exchange as it was seen, in the terms of HAR 1.2 but with bodies kept whole. */

/** How an answer travels: one JSON document, server-sent events, or AWS event-stream frames. */
export type WireTransport = 'json' | 'sse' | 'eventstream';

/** Headers in order, names in lower case. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** A body: text, or base64 where the bytes are no UTF-8 text. */
export interface Body {
  readonly text: string;
  readonly encoding?: 'base64';
}

export interface HttpRequest {
  readonly method: string;
  /** Whole URL, query included. */
  readonly url: string;
  readonly headers: Headers;
  readonly body?: Body;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  /** Where the pieces end in which the body arrives, in bytes from its start; as the network likes, where absent. */
  readonly cuts?: readonly number[];
  /** Behind what came of the body the connection is reset, or nothing more comes. No recording says so: faults do. */
  readonly ends?: 'reset' | 'never';
  /** To be told when the body begins to be handed over, and when it was read to its end or nobody waits for more. */
  readonly watch?: { readonly begins: () => void; readonly ends: () => void };
}

/** A request with its answer, assigned to an operation of the provider API. Always scrubbed. */
export interface Exchange {
  /** The operation's id in the matrix column. */
  readonly operation: string;
  readonly transport: WireTransport;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  /** What came instead, where a fault or a framing changed the answer and the case is judged by what was recorded. */
  readonly arrived?: HttpResponse;
  /** True where the service rejects the request, and its error came in place of the recorded answer. */
  readonly isRejected?: true;
}

/** A request that nothing in the cassette answers. */
export interface UnexpectedRequest {
  readonly request: HttpRequest;
  /** Why: an unknown operation, the wrong transport, or the recording is used up. */
  readonly reason: string;
  /** True for a download of a file whose URL the caller gave, which was answered with {@link downloadedText}. */
  readonly isDownload?: true;
}

/** The content of the file at a URL of the caller, where an adapter downloads it. */
export const downloadedText = (url: string): string => `the file at ${url}`;

/** A URL as it is requested: what is behind "#" is not sent. */
export const withoutFragment = (url: string): string => url.replace(/#.*$/s, '');

/** A request that was sent, and whose answer never arrived, or not to its end. Only faults lose one. */
export interface LostAnswer {
  readonly request: HttpRequest;
  readonly how: 'the connection failed' | 'no response arrived' | 'its response was truncated' | 'its response stalled';
}

/** The first value of a header, whatever the case of its name. */
export function headerOf(message: { readonly headers: Headers }, name: string): string | undefined {
  return message.headers.find(([n]) => n.toLowerCase() === name.toLowerCase())?.[1];
}
