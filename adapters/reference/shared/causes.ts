/** What is behind an error of an SDK, without showing what it holds. */

export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** ECONNREFUSED, ENOTFOUND … from the chain of causes. */
export function systemCode(error: Error): string | undefined {
  for (let cause: unknown = error.cause, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}
