/**
 * The errors that may leave an adapter; nothing else may. Each is told apart by `name`, so that the judge need not share a
 * class with the judged, and by {@link ContractErrorName}.
 */
const contractErrorNames = [
  'UnsupportedToolError',
  'InvalidToolError',
  'ProviderError',
  'TimeoutError',
  'AbortedError',
  'WireError',
] as const;

export type ContractErrorName = (typeof contractErrorNames)[number];

/** True for an error of this contract, wherever its class was loaded from. */
export function isContractError(error: unknown): error is Error & { name: ContractErrorName } {
  return error instanceof Error && (contractErrorNames as readonly string[]).includes(error.name);
}

/** Whose rejection an error is, where a library stands between the adapter and the provider. */
export interface RejectionOrigin {
  /**
   * `bridge`: the adapter has not built what the library may be able to do, so that nothing is said of the library. Absent, it is
   * the library that has no public way.
   */
  readonly rejectedBy?: 'library' | 'bridge' | undefined;
  /** Where the library says so: a URL of its documentation or of its code. */
  readonly source?: string | undefined;
}

/** The provider API lacks a tool that was asked for. Thrown before any byte is sent. */
export class UnsupportedToolError extends Error implements RejectionOrigin {
  override readonly name = 'UnsupportedToolError';
  readonly rejectedBy: RejectionOrigin['rejectedBy'];
  readonly source: string | undefined;
  /** The `type` of the tool. */
  readonly tool: string;
  readonly adapter: string;
  /** What the caller can use instead: types of tools that this adapter supports. */
  readonly supported: readonly string[];

  constructor(
    tool: string,
    adapter: string,
    supported: readonly string[],
    { rejectedBy, source }: RejectionOrigin = {},
  ) {
    super(`The adapter "${adapter}" has no tool "${tool}". It supports: ${supported.join(', ')}.`);
    this.tool = tool;
    this.adapter = adapter;
    this.supported = supported;
    this.rejectedBy = rejectedBy;
    this.source = source;
  }
}

/** A tool or its settings cannot be said to this provider (a bad name, a schema it cannot take). Thrown before sending. */
export class InvalidToolError extends Error implements RejectionOrigin {
  override readonly name = 'InvalidToolError';
  readonly tool: string;
  readonly rejectedBy: RejectionOrigin['rejectedBy'];
  readonly source: string | undefined;

  constructor(tool: string, reason: string, { rejectedBy, source }: RejectionOrigin = {}) {
    super(`The tool "${tool}" cannot be declared: ${reason}`);
    this.tool = tool;
    this.rejectedBy = rejectedBy;
    this.source = source;
  }
}

/** What the provider said when it refused or failed. */
export interface ProviderErrorDetails extends RejectionOrigin {
  /** HTTP status; absent where the error came inside a stream that had begun, and where nothing was sent. */
  readonly status?: number | undefined;
  /** The provider's own code or type. */
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  /** Milliseconds to wait, where the provider says so. */
  readonly retryAfter?: number | undefined;
  readonly retryable: boolean;
}

/** The provider answered with an error; or would have, for it has no words for what was said, and nothing was sent. */
export class ProviderError extends Error implements ProviderErrorDetails {
  override readonly name = 'ProviderError';
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly retryable: boolean;
  /** Of a request that was not sent. */
  readonly rejectedBy: RejectionOrigin['rejectedBy'];
  readonly source: string | undefined;

  constructor(message: string, details: ProviderErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.retryable = details.retryable;
    this.rejectedBy = details.rejectedBy;
    this.source = details.source;
  }
}

/** No answer within the time the caller allows. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** The caller's signal was aborted. */
export class AbortedError extends Error {
  override readonly name = 'AbortedError';
}

/** The provider's bytes are not what its API promises: no JSON, a torn stream, a member that is missing. */
export class WireError extends Error {
  override readonly name = 'WireError';
}
