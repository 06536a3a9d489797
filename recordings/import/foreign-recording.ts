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
  headerOrder: 'the order of headers is not kept',
  reserialised:
    'bodies were kept parsed: they are written as compact JSON, white space and escapes as they come, not as they were',
  status: 'no status is kept: 200 is assumed',
  request: 'no request is kept: one that asks for such an answer, and says nothing else, stands in its place',
  host: 'no host is kept: the one of the provider API is assumed',
  requestHeaders: 'no headers of the request are kept',
  responseHeaders: 'no headers of the answer are kept: its content type is guessed from its body',
  responseBody: 'the body of the answer is not kept: it is empty',
  form: 'the form was kept parsed: it is written anew',
  header: 'a header that cannot be sent is left out',
  pieces: 'where the pieces of a stream ended is not kept',
} as const;
