/** Above this, a timer would fire at once. */
const longestTimeout = 2 ** 31 - 1;

/** Milliseconds that a timer can take. */
export function timerFor(milliseconds: number): number {
  return Math.min(Math.max(1, Math.ceil(milliseconds)), longestTimeout);
}
