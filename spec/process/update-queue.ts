/** Pieces of an answer between who brings them and who reads them. Those that came before an error are read before it. */
export class UpdateQueue<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = [];
  #ended: { readonly error: Error | undefined } | undefined;
  #arrived = Promise.withResolvers<void>();

  push(piece: T): void {
    this.#waiting.push(piece);
    this.#arrived.resolve();
  }

  /** Nothing more will come. */
  end(error?: Error): void {
    this.#ended = { error };
    this.#arrived.resolve();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) yield next;
      if (this.#ended?.error) throw this.#ended.error;
      if (this.#ended) return;
      this.#arrived = Promise.withResolvers();
      await this.#arrived.promise;
    }
  }
}
