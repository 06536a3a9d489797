/** A folder of values that can be computed again: whatever happens to it costs time alone. */
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { readIfExists } from '../../lib/read-regular-file.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { removeLeftovers, temporaryName } from '../../lib/write-atomic.ts';

/** Version of the form of entries, of what is in them, and of the rules that make their keys. */
const version = 2;

const beginning = 'atc-cache ';

/** The most bytes that a folder keeps: several runs of everything. */
const mostBytes = 256 * 2 ** 20;

const entryName = /^[0-9a-f]{64}$/;

/** A cache in a folder, or none. */
export interface Cache {
  /** Value under a key, a SHA-256; `undefined` where there is none that can be believed. */
  readonly get: (key: string) => unknown;
  /**
   * The same, whose value is unpacked when it is asked for: to believe it takes a tenth of the time.
   *
   * @returns throws {@link UserError} where what is believed cannot be unpacked
   */
  readonly find: (key: string) => (() => unknown) | undefined;
  /** Keeps plain data under a key. Never throws. */
  readonly put: (key: string, value: unknown) => void;
  readonly remove: (key: string) => void;
  /** Removes what was used longest ago, as far as there is too much, and reports in a line each what is wrong with the folder. */
  readonly close: () => Promise<void>;
}

/** True if a cache in this folder may have something. */
export function hasEntries(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => entryName.test(name));
  } catch {
    return false;
  }
}

/** A cache that keeps nothing. */
export const noCache: Cache = {
  get: () => undefined,
  find: () => undefined,
  put: () => {},
  remove: () => {},
  close: async () => {},
};

/**
 * A cache in a folder, which is made where it is missing.
 *
 * @param say is told in one line of entries that were discarded, and in one of a folder that cannot be written
 */
export function cacheIn(folder: string, say: (line: string) => void, most: number = mostBytes): Cache {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    say(notWritable(folder, error));
    return noCache;
  }
  let isChanged = false;
  const discarded: string[] = [];
  let isWritable = true;
  const attempt = (work: () => void): void => {
    if (!isWritable) return;
    try {
      work();
    } catch (error) {
      say(notWritable(folder, error));
      isWritable = false;
    }
  };
  const remove = (key: string): void => attempt(() => rmSync(join(folder, key), { force: true }));
  /** Unless it is not there, or cannot be believed. */
  const read = <T>(key: string, use: (body: Buffer) => T): T | undefined => {
    try {
      const bytes = readIfExists(join(folder, key), 'entry of the cache', { most });
      if (!bytes) return undefined;
      const used = use(bodyOf(key, bytes));
      attempt(() => utimesSync(join(folder, key), new Date(), new Date()));
      return used;
    } catch (error) {
      discarded.push(`${key.slice(0, 12)} ${error instanceof UserError ? error.message : 'cannot be read'}`);
      return undefined;
    }
  };
  return {
    get: (key) => read(key, valueIn),
    find: (key) =>
      read(key, (body) => () => {
        try {
          return valueIn(body);
        } catch {
          const where = displayPath(join(folder, key));
          throw new UserError('this entry of the cache cannot be read', { where, hint: 'remove it' });
        }
      }),
    put: (key, value) => {
      attempt(() => {
        const temporary = temporaryName(join(folder, key));
        const bytes = bytesOf(key, value);
        isChanged = true;
        writeFileSync(temporary, bytes, { flag: 'wx' });
        renameSync(temporary, join(folder, key));
      });
    },
    remove,
    close: async () => {
      const [first, ...more] = discarded;
      if (first) {
        const others = more.length === 0 ? '' : ` and ${more.length} more`;
        say(`${displayPath(folder)}: entry of the cache discarded: ${first}${others}; what it stood for is run again`);
      }
      if (!isChanged) return;
      await removeLeftovers(folder);
      attempt(() => shrink(folder, most));
    },
  };
}

function notWritable(folder: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return `${displayPath(folder)}: cannot write this cache (${code ?? message}); the run continues without it`;
}

function bytesOf(key: string, value: unknown): Buffer {
  const body = zstdCompressSync(serialize(value));
  return Buffer.concat([Buffer.from(`${beginning}${version}\n${checksum(key, body)}\n`), body]);
}

/** @throws {UserError} the bytes are not an entry of this version under this key. */
function bodyOf(key: string, bytes: Buffer): Buffer {
  const firstEnd = bytes.indexOf('\n');
  const secondEnd = bytes.indexOf('\n', firstEnd + 1);
  const first = bytes.toString('latin1', 0, Math.max(0, Math.min(firstEnd, 40)));
  if (!first.startsWith(beginning) || secondEnd < 0) throw new UserError('is not an entry of this cache');
  const found = first.slice(beginning.length);
  if (found !== String(version)) {
    throw new UserError(`has version ${found.replaceAll(/\D/g, '?')}; this program reads version ${version}`);
  }
  const body = bytes.subarray(secondEnd + 1);
  if (bytes.toString('latin1', firstEnd + 1, secondEnd) !== checksum(key, body)) {
    throw new UserError('was changed after it was written');
  }
  return body;
}

const valueIn = (body: Buffer): unknown => deserialize(zstdDecompressSync(body));

const checksum = (key: string, body: Buffer): string => hash('sha256', Buffer.concat([Buffer.from(`${key}\n`), body]));

function shrink(folder: string, most: number): void {
  const entries = readdirSync(folder)
    .filter((name) => entryName.test(name))
    .map((name) => ({ path: join(folder, name), stat: statSync(join(folder, name), { throwIfNoEntry: false }) }))
    .flatMap(({ path, stat }) => (stat ? [{ path, size: stat.size, usedAt: stat.mtimeMs }] : []))
    .toSorted((a, b) => b.usedAt - a.usedAt);
  let total = 0;
  for (const { path, size } of entries) {
    total += size;
    if (total > most) rmSync(path, { force: true });
  }
}
