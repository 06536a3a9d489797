import type { Source } from '../../matrix/schema.ts';
import type { HttpRequest, HttpResponse } from './exchange.ts';

/** How much a recording proves: taken from the provider itself, or written from its documentation. */
export type RecordedEvidence = 'live' | 'documented';

/** Where a cassette comes from. Nothing may present a `documented` one as `live`. */
export interface Provenance {
  readonly evidence: RecordedEvidence;
  readonly sources: readonly Source[];
  /** Day of recording, `YYYY-MM-DD`; absent where nothing was recorded. */
  readonly recordedAt?: string;
  /** What sent the requests, `package@version`. */
  readonly sdk?: string;
  readonly apiVersion?: string;
  /** What answered, as the requests named it. */
  readonly model?: string;
  /** Where the service was, as the caller named it. */
  readonly region?: string;
  /** What a reader has to know before trusting it. */
  readonly note: string;
  /** The recordings of other programs that it was made from, in order; absent where it is our own. */
  readonly importedFrom?: readonly ImportedFrom[];
}

/** A recording of another program. */
export interface ImportedFrom {
  /** The id of its format. */
  readonly format: string;
  /** Its name, without folders. */
  readonly file: string;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** One recorded request with its answer; bodies are text again. */
export interface CassetteEntry {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly comment?: string;
}

/** The recorded exchanges of one scenario on one provider API and transport. */
export interface Cassette {
  readonly provenance: Provenance;
  readonly entries: readonly CassetteEntry[];
}
