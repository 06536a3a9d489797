/** Limits on a process. They are read whenever they apply, so that a test can change them for one case. */
export interface ProcessLimits {
  /** Bytes of one line on its stdout. */
  readonly line: number;
  /** Bytes of all messages about one request. */
  readonly answer: number;
  /** Milliseconds until it is ready, or has made a client. */
  readonly start: number;
  /** Milliseconds until it has ended a call that was cancelled, a client, or itself. */
  readonly grace: number;
}

const mebibyte = 2 ** 20;

/** Limits of every adapter. Those of time are generous: how long a process takes depends on the load of the machine. */
export const usualLimits: ProcessLimits = {
  line: 16 * mebibyte,
  answer: 64 * mebibyte,
  start: 30_000,
  grace: 10_000,
};

/** A number of bytes in words. Pure. */
export const sizeOf = (bytes: number): string =>
  bytes % mebibyte === 0 ? `${bytes / mebibyte} MiB` : `${bytes} bytes`;
