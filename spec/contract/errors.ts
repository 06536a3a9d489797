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

/** The provider API lacks a tool that was asked for. Thrown before any byte is sent. */
export class UnsupportedToolError extends Error {
  override readonly name = 'UnsupportedToolError';
  /** The `type` of the tool. */
  readonly tool: string;
  readonly adapter: string;
  /** What the caller can use instead: types of tools that this adapter supports. */
  readonly supported: readonly string[];

  constructor(tool: string, adapter: string, supported: readonly string[]) {
    super(`The adapter "${adapter}" has no tool "${tool}". It supports: ${supported.join(', ')}.`);
    this.tool = tool;
    this.adapter = adapter;
    this.supported = supported;
  }
}

/** A tool or its settings cannot be said to this provider (a bad name, a schema it cannot take). Thrown before sending. */
export class InvalidToolError extends Error {
  override readonly name = 'InvalidToolError';
  readonly tool: string;

  constructor(tool: string, reason: string) {
    super(`The tool "${tool}" cannot be declared: ${reason}`);
    this.tool = tool;
  }
}

/** What the provider said when it refused or failed. */
export interface ProviderErrorDetails {
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

  constructor(message: string, details: ProviderErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.retryable = details.retryable;
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
