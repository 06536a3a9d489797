/** What is behind an error of an SDK, without showing what it holds. */

export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** ECONNREFUSED, ENOTFOUND … of what was thrown, or from the chain of its causes. */
export function systemCode(thrown: unknown): string | undefined {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}
