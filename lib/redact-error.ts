/** Of an error that was made of another, of that one, and so on, this many are followed. */
const deepest = 8;

type Tell = (text: string) => string;

/**
 * An error of the same kind that may be shown. An SDK puts the request that it sent into its errors, key and all: of what it added only
 * text, numbers and truth values are kept, and what the error was made of.
 *
 * @param tell takes out of its texts what is secret
 */
export function redactError<E>(error: E, tell: Tell = (text) => text, depth = deepest): E {
  if (typeof error === 'string') return tell(error) as E;
  if (!(error instanceof Error))
    return typeof error === 'object' && error !== null ? (tell(String(error)) as E) : error;
  // Without running its constructor, which may want anything: what it is an instance of, it stays.
  const clean = Object.create(Object.getPrototypeOf(error));
  for (const [name, value] of Object.entries(partsOf(error, tell, depth))) {
    Object.defineProperty(clean, name, { value, configurable: true, writable: true, enumerable: !quiet.has(name) });
  }
  return clean;
}

/** What errors have without showing it among their members. */
const quiet = new Set(['name', 'message', 'stack', 'cause', 'errors']);

function partsOf(error: Error, tell: Tell, depth: number): Record<string, unknown> {
  const { cause, errors } = error as { cause?: unknown; errors?: unknown };
  const plain = Object.entries(error).flatMap(([name, value]) => {
    if (typeof value === 'string') return [[name, tell(value)]];
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [];
  });
  const inner = (other: unknown) => (depth > 0 ? redactError(other, tell, depth - 1) : '…');
  return {
    ...Object.fromEntries(plain),
    // Some have it from a getter that works on their own kind alone.
    name: tell(String(error.name)),
    message: tell(String(error.message)),
    stack: tell(String(error.stack)),
    ...(cause === undefined ? {} : { cause: inner(cause) }),
    ...(Array.isArray(errors) ? { errors: errors.map(inner) } : {}),
  };
}
