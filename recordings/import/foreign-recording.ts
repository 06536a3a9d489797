/** What a recording of another program holds, before it is made a cassette: exchanges as they were kept, and what is known to be lost. */

/** Headers in order, names as they were kept. */
export type ForeignHeaders = readonly (readonly [name: string, value: string])[];

export interface ForeignRequest {
  readonly method: string;
  /** Whole, or from the path on where the recording keeps no host. */
  readonly url: string;
  readonly headers: ForeignHeaders;
  /** As they were kept, compressed or not; absent where there are none. */
  readonly body?: Buffer;
}

export interface ForeignResponse {
  /** Absent where the recording keeps none. */
  readonly status?: number;
  readonly headers: ForeignHeaders;
  readonly body: Buffer;
}

export interface ForeignExchange {
  /** Absent where the recording keeps the answer alone. */
  readonly request?: ForeignRequest;
  readonly response: ForeignResponse;
  /** What is known to be lost of it, or is not sure: sentences. */
  readonly losses: readonly string[];
  /** The day it was recorded, as a date that JavaScript reads. */
  readonly recordedAt?: string;
  readonly comment?: string;
}

/** Something in a recording that cannot be; the message goes on from "exchange 2: ". */
export class ForeignProblem extends Error {
  override readonly name = 'ForeignProblem';
}

/** Sentences of what is lost, said in the same words whatever the recording. */
export const lossMessages = {
  headerOrder: 'the source has no order of headers',
  reserialised: 'the source has parsed bodies: they are written as compact JSON',
  status: 'the source has no status: 200 is assumed',
  request: 'the source has no request: a minimal request for this response is used',
  host: 'the source has no host: that of the provider API is assumed',
  requestHeaders: 'the source has no request headers',
  responseHeaders: 'the source has no response headers: the content type is derived from the body',
  responseBody: 'the source has no response body: it is empty',
  form: 'the source has a parsed form: it is encoded again',
  header: 'an invalid header is left out',
  pieces: 'the source has no chunk boundaries of the stream',
} as const;
