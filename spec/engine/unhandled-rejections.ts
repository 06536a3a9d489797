/** Promises that are rejected and that nobody handles. Node.js tells the whole process of them; here each belongs to a conversation. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { observeError } from './drive.ts';

/** A conversation, from when it begins. */
interface Played {
  readonly what: string;
  /** What was rejected, in words. */
  readonly heard: string[];
  isOver: boolean;
}

// On the global object, because under vitest a module may be loaded twice in one process.
const key = Symbol.for('agent-tools-conformance.played');
const holder = globalThis as { [key]?: AsyncLocalStorage<Played> };
holder[key] ??= new AsyncLocalStorage<Played>();
const playedBy = holder[key];

const event = 'unhandledRejection';
type Listener = NodeJS.UnhandledRejectionListener;

/**
 * Sees what rejections a conversation leaves, in the place of whoever else listens for them in this process: a test runner would fail
 * the whole run. One that surfaces when its conversation is over is told to the others, with the conversation's name; where there is
 * none, it is thrown as Node.js would.
 */
export class StrayRejections {
  readonly #played: Played;
  #others: readonly Listener[] | undefined;

  /** @param what names the conversation in messages */
  constructor(what: string) {
    this.#played = { what, heard: [], isOver: false };
  }

  /** Plays the conversation. Only one at a time is played in a process. */
  during<T>(play: () => Promise<T>): Promise<T> {
    this.#listen();
    return playedBy.run(this.#played, play);
  }

  /** Ends it: afterwards the others listen again. @returns what was rejected, in words */
  async end(): Promise<readonly string[]> {
    if (!this.#others) return [];
    // Node.js tells of a rejection when what it came with is done. What comes of closed connections is done last in a turn of its loop.
    for (let turn = 0; turn < 2; turn++) await setImmediate();
    this.#played.isOver = true;
    this.#leave();
    return this.#played.heard;
  }

  #listen(): void {
    this.#others = process.rawListeners(event) as Listener[];
    process.removeAllListeners(event).on(event, this.#hear);
  }

  #leave(): void {
    process.off(event, this.#hear);
    for (const other of this.#others ?? []) process.on(event, other);
  }

  readonly #hear: Listener = (reason, promise) => {
    const { name, message } = observeError(reason);
    const said = `${name}: ${message}`;
    // What no conversation began happens while this one is played.
    const { what, heard, isOver } = playedBy.getStore() ?? this.#played;
    if (!isOver) return void heard.push(said);
    const late = `after ${what}, there was an unhandled promise rejection (${said})`;
    this.#tellOthers(new Error(late, { cause: reason }), promise);
  };

  /** Who listens alone does otherwise than who is one of several, so that nobody else may be there. */
  #tellOthers(error: Error, promise: Promise<unknown>): void {
    this.#leave();
    try {
      if (!process.emit(event, error, promise)) throw error;
    } finally {
      this.#listen();
    }
  }
}

// The prototypes that all objects, arrays and functions share: what is put there is seen everywhere.

const prototypes = {
  'Object.prototype': Object.prototype,
  'Array.prototype': Array.prototype,
  'Function.prototype': Function.prototype,
} as const;

/** What the shared prototypes held at one time. */
type SharedPrototypes = readonly {
  readonly name: string;
  readonly prototype: object;
  readonly members: ReadonlyMap<PropertyKey, PropertyDescriptor>;
}[];

let last: SharedPrototypes = [];

/** What they hold now. Between two conversations hardly anything changes: then it is what they held before. */
export function sharedPrototypes(): SharedPrototypes {
  if (last.length === 0 || !last.every(looksUntouched)) last = Object.entries(prototypes).map(inDetail);
  return last;
}

function inDetail([name, prototype]: [string, object]): SharedPrototypes[number] {
  const members = Reflect.ownKeys(prototype).map(
    (key) => [key, Reflect.getOwnPropertyDescriptor(prototype, key) as PropertyDescriptor] as const,
  );
  return { name, prototype, members: new Map(members) };
}

/** True if the members are as many as before, and their values the same. Accessors are not asked: some throw. */
function looksUntouched({ prototype, members }: SharedPrototypes[number]): boolean {
  if (Reflect.ownKeys(prototype).length !== members.size) return false;
  for (const [key, { value, get, set }] of members) {
    if (!get && !set && !Object.is(Reflect.get(prototype, key), value)) return false;
  }
  return true;
}

/**
 * Makes them what they were.
 *
 * @returns each member that was not, such as `Object.prototype.polluted`, with what had become of it
 */
export function putBack(before: SharedPrototypes): string[] {
  return before.flatMap(({ name, prototype, members }) => {
    const added = Reflect.ownKeys(prototype).filter((key) => !members.has(key));
    for (const key of added) Reflect.deleteProperty(prototype, key);
    const other: PropertyKey[] = [];
    for (const [key, member] of members) {
      if (isSame(Reflect.getOwnPropertyDescriptor(prototype, key), member)) continue;
      Reflect.defineProperty(prototype, key, member);
      other.push(key);
    }
    return [
      ...added.map((key) => `${name}.${String(key)} was added`),
      ...other.map((key) => `${name}.${String(key)} was changed`),
    ];
  });
}

const isSame = (a: PropertyDescriptor | undefined, b: PropertyDescriptor): boolean =>
  a !== undefined && Object.is(a.value, b.value) && a.get === b.get && a.set === b.set;
