/** The command line `record`, ended at random moments: no cassette is lost, and nothing is left lying about, here or at the provider. */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { pause } from '../../lib/real-time.ts';
import { isTemporary } from '../../lib/write-atomic.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import { cassettesFolder, listCassettes } from '../../recordings/format/cassette-path.ts';
import { readCassettes, writeCassette } from '../../recordings/format/store.ts';
import { compiledOr } from '../diff/fixtures/reuse-compile-cache.ts';
import { serveProvider } from '../serve/provider.ts';
import { recordFrom } from './from-loopback.ts';

/** RECORD_SEED plays the same moments again, as far as the machine lets it. */
const seed = Number(process.env.RECORD_SEED ?? Date.now() % 1_000_000_007);
let state = seed;
function random(): number {
  state = (state * 48_271 + 11) % 2_147_483_647;
  return state / 2_147_483_647;
}

/** How often the command is ended: each time costs some seconds. By day once, by an interruption, after which it has to tidy up. */
const ends = isNightly ? 200 : 1;
const isKill = (n: number): boolean => n % 6 === 5;
const kills = Array.from({ length: ends }, (_, n) => n).filter(isKill).length;
const interruptions = ends - kills;
/** An API at which assistants and threads are made, and have to be removed. */
const column = providerOf(await loadMatrix(), 'openai-assistants');
const cases = [`${column.id}/function-calling/call-single`];

/** What is compiled once is not compiled again. */
const environment: Record<string, string> = {};

interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly made: number;
  readonly removed: number;
  readonly asked: number;
  /** From its first request to its end, in milliseconds. */
  readonly lasted: number;
}

/** One run of the command, ended so many milliseconds after its first request, or after it began. */
async function run(
  into: string,
  end?: { readonly signal: NodeJS.Signals; readonly after: number; readonly from: 'start' | 'request' },
): Promise<Ended> {
  let child: ChildProcess | undefined;
  let asked = 0;
  let began: number | undefined;
  let made = 0;
  let removed = 0;
  const first = Promise.withResolvers<void>();
  const from = await serveProvider({
    providerApi: column.id,
    tls: false,
    onRequest: (line) => {
      asked += 1;
      began ??= performance.now();
      if (/^POST .*\/(assistants|threads)$/.test(line)) made += 1;
      if (line.startsWith('DELETE ')) removed += 1;
      first.resolve();
    },
  });
  try {
    const over = recordFrom({ column, from, into, cases, environment, onStart: (started) => (child = started) });
    if (end) {
      if (end.from === 'request') await Promise.race([first.promise, over]);
      await pause(end.after);
      child?.kill(end.signal);
    }
    const { code, stdout, stderr } = await over;
    return {
      code,
      said: stdout + stderr,
      made,
      removed,
      asked,
      lasted: performance.now() - (began ?? performance.now()),
    };
  } finally {
    await from.close();
  }
}

test(`${interruptions} interruptions and ${kills} kills at random moments lose no cassette and leave nothing behind`, async () => {
  const above = await mkdtemp(join(tmpdir(), 'interrupted-'));
  environment.NODE_COMPILE_CACHE = compiledOr(join(above, 'compiled'));
  try {
    // What a whole recording gives, and the same as it was some time ago. By day nothing is recorded: it ends before.
    const whole = isNightly ? join(above, 'whole') : cassettesFolder;
    const { code, lasted } = isNightly ? await run(whole) : { code: 0, lasted: 0 };
    expect(code).toBe(0);
    const path = `${column.id}/function-calling/call-single.json`;
    if (isNightly) expect((await listCassettes(whole)).map((each) => relative(whole, each))).toEqual([path]);
    const expected = (['json', 'sse'] as const).map((transport) => {
      const now = readCassettes(join(whole, path), whole).cassettes[transport] ?? expect.fail(transport);
      const before: Cassette = { ...now, provenance: { ...now.provenance, recordedAt: '2026-01-01' } };
      return { transport, now, before };
    });

    const codes = new Map<string, number>();
    let midst = 0;
    let renewed = 0;
    const trial = async (n: number) => {
      const into = join(above, `${n}`);
      for (const { transport, before } of expected) await writeCassette(join(into, path), transport, before, into);
      const signal = isKill(n) ? 'SIGKILL' : 'SIGINT';
      const fromStart = n % 5 === 4;
      const ended = await run(into, {
        signal,
        // The first comes right behind a request, so that one is always in the midst of recording.
        after: n === 0 ? 0 : random() * (fromStart ? 1500 : lasted),
        from: fromStart ? 'start' : 'request',
      });
      codes.set(`${ended.code}`, (codes.get(`${ended.code}`) ?? 0) + 1);
      expect((await listCassettes(into)).map((each) => relative(into, each))).toEqual([path]);
      const found = readCassettes(join(into, path), into).cassettes;
      let fresh = 0;
      for (const { transport, now, before } of expected) {
        // By day it is not known what a whole recording gives: it can be read, and is of this day.
        if (isNightly) expect([now, before], transport).toContainEqual(found[transport]);
        else expect(found[transport]?.entries.length, transport).toBe(before.entries.length);
        if (isDeepStrictEqual(found[transport], now)) fresh += 1;
      }
      renewed += fresh;
      if (ended.asked > 0 && fresh < expected.length) midst += 1;
      if (signal === 'SIGKILL') return;
      expect((await readdir(into, { recursive: true })).filter(isTemporary)).toEqual([]);
      // Whatever is still at the provider is told of.
      const told = ended.said.match(/^not deleted at /gm)?.length ?? 0;
      expect(ended.made - ended.removed, ended.said).toBe(told);
    };
    // Two at a time: most of it is waiting.
    const all = Array.from({ length: ends }, (_, n) => n);
    const lane = async () => {
      for (let n = all.shift(); n !== undefined; n = all.shift()) await trial(n);
    };
    await Promise.all([lane(), lane()]);
    console.info(
      `${interruptions} interruptions, ${kills} kills (RECORD_SEED=${seed}): ${midst} in the midst of recording, ${renewed} cassettes new, exit codes ${JSON.stringify(Object.fromEntries(codes))}`,
    );
    expect(midst).toBeGreaterThan(isNightly ? ends / 4 : 0);
  } finally {
    await rm(above, { recursive: true, force: true });
  }
}, 900_000);
