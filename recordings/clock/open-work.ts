import { createHook } from 'node:async_hooks';

/** A job of the thread pool, a stream that compresses, a request to the file system, or a handle, as Node.js made it. */
interface Resource {
  run?(): unknown;
  write?(...chunk: unknown[]): unknown;
}

/** Something that is open: how many events of it are still to come. */
interface Work {
  readonly type: string;
  left: number;
}

/** Handles whose events come from outside of this process's own turns: as long as one is open, something may come. */
const handles = new Set(['TCPWRAP', 'TLSWRAP', 'UDPWRAP', 'PIPEWRAP', 'PROCESSWRAP', 'WORKER']);

/** How many modules vitest is fetching from its main process for an import of this one: nothing of Node.js shows that. */
const importsLeft = (): number =>
  (globalThis as { __vitest_worker__?: { resolvingModules?: Set<string> } }).__vitest_worker__?.resolvingModules
    ?.size ?? 0;

const isJob = (type: string): boolean => type.endsWith('REQUEST') && type !== 'HTTPCLIENTREQUEST';
const isRequest = (type: string): boolean => /^FSREQ|^FILEHANDLECLOSEREQ$|REQWRAP$/.test(type);

/**
 * Work that was begun since {@link OpenWork.watch} and goes on outside of promises: immediates, jobs of the thread pool (signing, hashing,
 * compression), requests to the file system and the resolver, handles. Timers are not part of it.
 */
export class OpenWork {
  readonly #open = new Map<number, Work>();
  #isOwnTurn = false;
  readonly #hook = createHook({
    init: (id, type, _, resource) => this.#begins(id, type, resource as Resource),
    after: (id) => this.#ends(id),
    destroy: (id) => this.#open.delete(id),
    // Without it each promise would be reported too. Known to Node.js 24; others ignore it.
    ...{ trackPromises: false },
  });

  watch(): void {
    this.#hook.enable();
  }

  unwatch(): void {
    this.#hook.disable();
    this.#open.clear();
  }

  /** The kinds of work that is open now. */
  kinds(): string[] {
    return [...new Set(this.#open.values().map(({ type }) => type)), ...(importsLeft() > 0 ? ['import'] : [])];
  }

  isOpen(): boolean {
    return this.#open.size > 0 || importsLeft() > 0;
  }

  /** Returns after one turn of the event loop, which itself is no work. */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#isOwnTurn = true;
      setImmediate(resolve);
      this.#isOwnTurn = false;
    });
  }

  #begins(id: number, type: string, resource: Resource): void {
    if (type === 'TickObject' || type === 'Timeout') return;
    if (type === 'ZLIB') this.#watch(id, type, resource, 'write');
    else if (isJob(type)) this.#watch(id, type, resource, 'run');
    else if (type === 'Immediate' ? !this.#isOwnTurn : isRequest(type) || handles.has(type)) this.#begin(id, type);
  }

  #begin(id: number, type: string): void {
    this.#open.set(id, { type, left: (this.#open.get(id)?.left ?? 0) + 1 });
  }

  /** Takes each call of a method for work, unless it is synchronous: then it returns a list, of an error and a result. */
  #watch(id: number, type: string, resource: Resource, method: keyof Resource): void {
    const call = resource[method];
    const watched = (...given: []): unknown => {
      const returned = call?.apply(resource, given);
      if (!Array.isArray(returned)) this.#begin(id, type);
      return returned;
    };
    Object.defineProperty(resource, method, { value: watched });
  }

  #ends(id: number): void {
    const work = this.#open.get(id);
    if (!work || handles.has(work.type)) return;
    work.left -= 1;
    if (work.left === 0) this.#open.delete(id);
  }
}
