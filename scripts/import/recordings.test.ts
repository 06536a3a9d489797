import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { cassettePath, cassettesFolder } from '../../recordings/format/cassette-path.ts';
import { readCassette } from '../../recordings/format/store.ts';
import { formats } from '../../recordings/import/detect-format.ts';
import { stabilize } from '../../recordings/scrub/stabilize.ts';
import { main } from '../cli.ts';
import { importCommand } from '../commands/record.ts';
import { playSides } from '../diff/replay-both.ts';
import type { Player } from '../diff/replay-client.ts';
import { exportCassettes } from './export-cassettes.ts';
import { type ImportRequest, importRecordings } from './recordings.ts';

let above: string;
let folder: string;
beforeEach(async () => {
  above = await mkdtemp(join(tmpdir(), 'import-'));
  folder = join(above, 'cassettes');
});
afterEach(() => rm(above, { recursive: true, force: true }));

const location = { providerApi: 'anthropic', tool: 'function-calling', scenario: 'call-single' } as const;
const committed = cassettePath(location);

/** By day the reference adapter alone plays what is imported, in this process; every night all adapters, in another. */
const player: Pick<Player, 'play'> | undefined = isNightly
  ? undefined
  : { play: (request) => playSides({ ...request, adapters: ['reference-anthropic'] }) };

/** A committed cassette as a browser would have it, changed. */
async function foreign(change: (text: string) => string = (text) => text): Promise<string> {
  const out = join(above, 'session.har');
  await exportCassettes({ chosen: [`${committed}#json`], out });
  await writeFile(out, change(await readFile(out, 'utf8')));
  return out;
}

async function imported(over: Partial<ImportRequest> = {}): Promise<{ readonly code: number; readonly said: string }> {
  let said = '';
  const code = await importRecordings({
    files: over.files ?? [await foreign()],
    pattern: 'anthropic/*/call-single',
    into: folder,
    player,
    dryRun: false,
    print: (text) => {
      said += text;
    },
    ...over,
  });
  return { code, said };
}

test('what fulfils the scenario is written in its place, documented, with the file that it was made from', async () => {
  const { code, said } = await imported();
  expect({ code, said }).toMatchObject({
    code: 0,
    said: expect.stringContaining('exchange 2: messages.create by json'),
  });
  const path = cassettePath(location, folder);
  const cassette = await readCassette(path, 'json', folder);
  expect(cassette.entries).toEqual(stabilize(await readCassette(committed, 'json', cassettesFolder)).entries);
  expect(cassette.provenance).toMatchObject({
    evidence: 'documented',
    importedFrom: [{ format: 'har', file: 'session.har', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  });
  const before = await readFile(path, 'utf8');
  expect(await imported()).toMatchObject({ code: 0, said: expect.stringContaining('unchanged') });
  expect(await readFile(path, 'utf8')).toBe(before);
});

test('what does not fulfil it is put aside with the expectation that is not met; what is there stays', async () => {
  await imported();
  const path = cassettePath(location, folder);
  const before = await readFile(path, 'utf8');
  const other = await foreign((text) => text.replaceAll('get_weather', 'get_tide'));
  const { code, said } = await imported({ files: [other] });
  expect(code).toBe(1);
  expect(said).toContain('not written: ');
  expect(said).toMatch(/call-single\/complete: [a-z-]+ → error: .*get_tide/);
  expect(said).toContain('stored at ');
  expect(await readFile(path, 'utf8')).toBe(before);
});

test('a dry run says what would be taken, left out and lost, and writes nothing', async () => {
  const stranger =
    '"entries": [{"request": {"method": "GET", "url": "https://other.example/\\u001b[31m", "headers": []}, "response": {"status": 200, "headers": [], "content": {}}},';
  const noisy = await foreign((text) => text.replace('"entries": [', stranger));
  const { code, said } = await imported({ files: [noisy], dryRun: true });
  expect(code).toBe(0);
  expect(said).toContain('session.har: HAR 1.2, 2 of 3 exchanges taken');
  expect(said).toMatch(/exchange 1 left out: .*GET/);
  expect(said).not.toContain('\u001b');
  expect(await readdir(above)).toEqual(['session.har']);
  expect(said).toContain('would be written, if it fulfills the scenario: ');
});

test('answers of both transports are one recording each, and a mode takes one', async () => {
  const body = join(above, 'answer.txt');
  await writeFile(body, 'event: ping\ndata: {"type": "ping"}\n\n');
  const files = [await foreign(), body];
  const { said: whole } = await imported({ files, dryRun: true });
  expect(whole).toMatch(/would be written, .*call-single\.json#json\n/);
  expect(whole).toMatch(/would be written, .*call-single\.json#sse\n/);
  const { said: streamed } = await imported({ files, pattern: 'anthropic/*/call-single/stream', dryRun: true });
  expect(streamed).not.toContain('#json');
  expect(streamed).toContain('call-single.json#sse');
  await expect(imported({ files: [body], pattern: 'anthropic/*/call-single/complete' })).rejects.toThrow(
    'has no response of mode complete',
  );
});

test('what cannot be imported is said before anything is written', async () => {
  await expect(imported({ pattern: 'mistral/function-calling/call-single' })).rejects.toThrow(
    'has no exchange that is an operation of mistral',
  );
  await expect(imported({ pattern: 'anthropic/*/call-singl' })).rejects.toMatchObject({
    hint: 'did you mean "call-single"?',
  });
  await expect(imported({ format: 'vcr-py' })).rejects.toMatchObject({ hint: 'did you mean "vcrpy"?' });
  await expect(imported({ files: [join(above, 'none.har')] })).rejects.toThrow('cannot read this recording (ENOENT)');
  expect(await readdir(above)).toEqual(['session.har']);
});

test('the command says how it ended, and its help names every format', async () => {
  let said = '';
  const io = { stdout: (text: string) => (said += text), stderr: (text: string) => (said += text) };
  const pattern = 'anthropic/function-calling/call-single';
  expect(await main(['import', pattern, await foreign(), '--dry-run'], io, [importCommand])).toBe(0);
  expect(said).toContain('would be written, if');
  expect(await main(['import', pattern, join(above, 'none.har')], io, [importCommand])).toBe(2);
  expect(await main(['import', pattern], io, [importCommand])).toBe(2);
  said = '';
  expect(await main(['import', '--help'], io, [importCommand])).toBe(0);
  for (const { id } of formats) expect(said).toContain(id);
});
