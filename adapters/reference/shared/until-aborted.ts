/**
 * The elements of an iterable until a signal is aborted: then what is waited for is no longer waited for. Some SDKs leave a
 * stream hanging when it is aborted while nothing comes.
 *
 * @throws the signal's reason
 */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  // Nobody may be waiting when it happens.
  aborted.catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await Promise.race([iterator.next(), aborted]);
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    // Not awaited: what hangs would hang here too.
    void iterator.return?.().catch(() => {});
  }
}
