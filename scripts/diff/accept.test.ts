import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import { parseCassettes, serializeCassettes } from '../../recordings/format/cassette-file.ts';
import { cassettePath, cassettesFolder } from '../../recordings/format/cassette-path.ts';
import type { GateFinding } from '../../reports/gate/decision-schema.ts';
import { type Accepted, acceptRecording, reasonFile, rejectedPath } from './accept.ts';
import { playSides } from './replay-both.ts';
import { Player } from './replay-client.ts';

/**
 * Every night a process of its own plays, with all adapters of the column. By day this one does, with the reference adapter alone:
 * `replay-client.test.ts` has the process.
 */
const whole = new Player();
afterAll(() => whole.close());
const player: Pick<Player, 'play'> = isNightly
  ? whole
  : { play: (request, onCase) => playSides({ ...request, adapters: ['reference-anthropic'] }, onCase) };

/** Of a tool that no client setup is played with. */
const location = { providerApi: 'anthropic', tool: 'shell', scenario: 'command-exit-code' } as const;
const own = cassettePath(location);
let committed: string;
let folder: string;
let path: string;

beforeAll(async () => {
  committed = await readFile(own, 'utf8');
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'accept-'));
  path = cassettePath(location, folder);
  await cp(dirname(own), dirname(path), { recursive: true });
});

afterEach(async () => {
  for (const each of [folder, rejectedPath(folder)]) await rm(each, { recursive: true, force: true });
});

/** The committed recording, written otherwise. */
function edited(from: string, to: string): Cassette {
  const text = committed.replaceAll(from, to);
  expect(text, 'the edit changes something').not.toBe(committed);
  return jsonOf(text);
}

const jsonOf = (text: string): Cassette => parseCassettes(text, own).json ?? expect.fail('nothing by json');

const accept = (cassette: Cassette, at = path): Promise<Accepted> =>
  acceptRecording({ path: at, transport: 'json', cassette, folder, player });

const kept = () => join(rejectedPath(folder), 'anthropic/shell/command-exit-code.json');

test('the very bytes that are there change nothing, and nothing is played', async () => {
  const player = { play: () => expect.fail('it was played') };
  const accepted = await acceptRecording({
    path,
    transport: 'json',
    cassette: jsonOf(committed),
    folder,
    player,
  });
  expect(accepted).toEqual({ outcome: 'unchanged' });
});

const changesOf = ({ decision }: Accepted) => decision?.recordings?.[0]?.changes;

/** What the model says to the user, and nothing that it decides. */
const otherWords = () => edited('There is no folder /missing', 'A folder /missing is not there');

/** A member that every reader looks at, under another name. */
const renamed = () => edited('"stop_reason"', '"stop_cause"');

test('a recording that says it in other words takes the place of the one before', async () => {
  const accepted = await accept(otherWords());
  expect(accepted).toMatchObject({ outcome: 'written', decision: { passes: true, findings: [] } });
  expect(changesOf(accepted)).toMatchObject([{ what: 'text changed', kind: 'value', pointer: '/content/0/text' }]);
  expect(await readFile(path, 'utf8')).toContain('A folder /missing is not there');
  expect(await readdir(dirname(rejectedPath(folder)))).not.toContain(rejectedPath(folder).split('/').at(-1));
});

test('one that makes a cell worse is kept aside with the cells, the checks and what to do; what is there stays', async () => {
  const accepted = await accept(renamed());
  expect(accepted).toMatchObject({
    outcome: 'rejected',
    reason: expect.stringMatching(/does not match its scenario|provider's own types allow/),
  });
  expect(changesOf(accepted)?.[0]).toMatchObject({
    what: 'member renamed',
    kind: 'contract',
    before: 'stop_reason',
    after: 'stop_cause',
  });
  expect(accepted.decision?.findings.map((f) => `${f.case}: ${f.before} → ${f.after}`)).toContain(
    'reference-anthropic/shell/command-exit-code/complete: pass → error',
  );
  expect(await readFile(path, 'utf8')).toBe(committed);
  expect(await readFile(kept(), 'utf8')).toBe(serializeCassettes({ json: renamed() }));
  const page = await readFile(reasonFile(kept(), 'json'), 'utf8');
  expect(page).toContain('- `reference-anthropic/shell/command-exit-code/complete`: pass → error');
  expect(page).toContain(
    '- **breaking** `member renamed (2 times)`: `stop_reason` → `stop_cause`, at `messages.create (json), exchange 0, response, /stop_reason`',
  );
  expect(page).toContain('### What to do');
});

/** By day `what was recorded by another transport stays` says so of one transport. */
test.runIf(isNightly)('what was kept aside is gone as soon as a recording takes the place', async () => {
  await accept(renamed());
  await accept(otherWords());
  expect(await readdir(dirname(kept()))).toEqual([]);
});

const isComplete = ({ case: id = '' }: GateFinding) => id.endsWith('/complete');

test('where nothing is there, its cases have to pass or be known', async () => {
  const { json: _, ...streamed } = parseCassettes(committed, own);
  await writeFile(path, serializeCassettes(streamed));
  expect(await accept(renamed())).toMatchObject({ outcome: 'rejected', decision: { recordings: [{ changes: [] }] } });
  expect(await readFile(path, 'utf8')).toBe(serializeCassettes(streamed));
  const accepted = await accept(jsonOf(committed));
  expect(accepted).toMatchObject({ outcome: 'written', decision: { recordings: [{ status: 'added' }] } });
  const mine = accepted.decision?.findings.filter(isComplete);
  expect(new Set(mine?.map(({ level }) => level))).toEqual(new Set(['better']));
  expect(await readFile(path, 'utf8')).toBe(committed);
});

test('a cassette that cannot be read is not overwritten: more than one recording is in it', async () => {
  await cp(join(cassettesFolder, '../README.md'), path);
  await expect(accept(jsonOf(committed))).rejects.toThrow('this cassette is not JSON');
});

test('what was recorded by another transport stays, in its place and aside', async () => {
  const { sse = expect.fail() } = parseCassettes(committed, own);
  await accept(otherWords());
  expect(parseCassettes(await readFile(path, 'utf8'), path)).toEqual({ json: otherWords(), sse });
  const streamText = serializeCassettes({ sse }).replaceAll('"stop_reason"', '"stop_cause"');
  const renamedStream = parseCassettes(streamText, own).sse ?? expect.fail();
  await acceptRecording({ path, transport: 'sse', cassette: renamedStream, folder, player });
  await accept(renamed());
  expect(parseCassettes(await readFile(kept(), 'utf8'), kept())).toEqual({ json: renamed(), sse: renamedStream });
  await accept(jsonOf(committed));
  expect(parseCassettes(await readFile(kept(), 'utf8'), kept())).toEqual({ sse: renamedStream });
});

test('a recording that no case plays is refused, and so is a place outside of the folder', async () => {
  const cassette = jsonOf(committed);
  await expect(accept(cassette, join(folder, 'anthropic/shell/nobody.json'))).rejects.toThrow(
    'no case uses a cassette of this name',
  );
  await expect(accept(cassette, join(folder, 'nobody.json'))).rejects.toThrow('no case uses');
  await expect(accept(cassette, join(folder, '../x.json'))).rejects.toThrow('is outside of its folder');
});
