import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { validatorFor } from '../../lib/validator.ts';
import type { Cassette, Cassettes } from '../../recordings/format/cassette.ts';
import { parseCassettes, serializeCassettes } from '../../recordings/format/cassette-file.ts';
import { cassettesFolder, parseRecordingName } from '../../recordings/format/cassette-path.ts';
import { readCassettes } from '../../recordings/format/store.ts';
import { type ChangedRecording, Decision } from '../../reports/gate/decision-schema.ts';
import { decideOn } from '../../reports/gate/fixtures/runs.ts';
import { discoverAdapters } from '../../spec/engine/discover.ts';
import { main } from '../cli.ts';
import { gateCommand } from '../commands/index.ts';
import { reuseCompiled } from '../diff/fixtures/reuse-compile-cache.ts';
import { notesOn, type RecordingsChoice, sidesOf } from './recordings.ts';

describe('what differs', () => {
  const changedName = 'anthropic/web-search/changed.json';
  const addedName = 'google/web-search/added.json';
  const removedName = 'anthropic/shell/removed.json';
  const keptName = 'anthropic/shell/kept.json';

  /** The repository as all tests of this begin. */
  let begun: string;
  let root: string;
  let folder: string;

  beforeAll(async () => {
    begun = await mkdtemp(join(tmpdir(), 'sides-'));
    folder = join(begun, 'cassettes');
    for (const name of [changedName, removedName, keptName]) await put(folder, name, streamed('old'));
    const git = (...command: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...command], {
        cwd: begun,
        stdio: 'pipe',
      });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'first');
    await put(folder, changedName, streamed('new'));
    await put(folder, addedName, streamed('new'));
    await put(folder, 'notes.txt', 'no cassette');
    await rm(join(folder, removedName));
  });
  afterAll(() => rm(begun, { recursive: true }));
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'sides-'));
    folder = join(root, 'cassettes');
    await cp(begun, root, { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true }));

  const saying = (note: string): Cassette => ({
    provenance: { evidence: 'documented', sources: [{ title: 'x' }], note },
    entries: [
      {
        request: { method: 'GET', url: 'https://api.example/', headers: [] },
        response: { status: 200, headers: [], body: { text: '' } },
      },
    ],
  });

  /** A cassette, or another file. */
  async function put(at: string, name: string, content: Cassettes | string): Promise<void> {
    await mkdir(dirname(join(at, name)), { recursive: true });
    await writeFile(join(at, name), typeof content === 'string' ? content : serializeCassettes(content));
  }

  /** What is by `sse` alone, by its note. */
  const streamed = (note: string): Cassettes => ({ sse: saying(note) });

  function noteIn(bytes: Buffer | undefined, name: string): string {
    if (!bytes) return 'nothing';
    try {
      const { file, transport } = parseRecordingName(name);
      return parseCassettes(`${bytes}`, file)[transport]?.provenance.note ?? 'nothing';
    } catch {
      return 'unreadable';
    }
  }

  const sides = (choice: Partial<RecordingsChoice> = {}) => sidesOf({ paths: [], base: 'HEAD', folder, ...choice });

  /** `name: before → after` */
  async function told(choice: Partial<RecordingsChoice> = {}): Promise<string[]> {
    const { changed } = await sides(choice);
    return changed.map(({ name, before, after }) => `${name}: ${noteIn(before, name)} → ${noteIn(after, name)}`);
  }

  test('what changed, was added and was removed since a revision; nothing else', async () => {
    expect(await told()).toEqual([
      `${removedName}#sse: old → nothing`,
      `${changedName}#sse: old → new`,
      `${addedName}#sse: nothing → new`,
    ]);
    expect((await sides()).base).toMatchObject({ name: 'HEAD', commit: expect.stringMatching(/^[0-9a-f]{40}$/) });
  });

  test('a choice by tool, path in the folder, or path from here', async () => {
    expect(await told({ paths: ['google'] })).toEqual([`${addedName}#sse: nothing → new`]);
    expect(await told({ isChosen: (_, tool) => tool === 'shell' })).toEqual([`${removedName}#sse: old → nothing`]);
    expect(await told({ paths: ['anthropic/web-search'] })).toEqual([`${changedName}#sse: old → new`]);
    expect(await told({ paths: [join(folder, addedName), removedName] })).toHaveLength(2);
    expect(await told({ paths: [keptName] })).toEqual([]);
  });

  test('another folder as the older side', async () => {
    const other = join(root, 'other');
    await put(other, changedName, streamed('theirs'));
    await put(other, keptName, streamed('old'));
    await put(other, 'mistral/web-search/theirs-alone.json', streamed('theirs'));
    expect(await told({ base: other })).toEqual([
      `${changedName}#sse: theirs → new`,
      `${addedName}#sse: nothing → new`,
      'mistral/web-search/theirs-alone.json#sse: theirs → nothing',
    ]);
  });

  test('what lies elsewhere is compared with what is in its place, and with nothing else', async () => {
    const aside = join(root, 'aside');
    await put(aside, changedName, streamed('candidate'));
    await put(aside, 'anthropic/web-search/changed.sse.reason.md', 'why');
    expect(await told({ paths: [aside], base: folder })).toEqual([`${changedName}#sse: new → candidate`]);
    expect(await told({ paths: [join(aside, 'anthropic')], base: folder })).toEqual([
      `${changedName}#sse: new → candidate`,
    ]);
    expect(await told({ paths: [join(aside, changedName)], base: folder })).toEqual([
      `${changedName}#sse: new → candidate`,
    ]);
    expect(await told({ paths: [aside], base: 'HEAD' })).toEqual([`${changedName}#sse: old → candidate`]);
  });

  test('of several recordings in a file those are told that differ; of one that lies elsewhere, those that are in it', async () => {
    await put(folder, changedName, { json: saying('old'), sse: saying('old') });
    expect(await told({ paths: [changedName] })).toEqual([`${changedName}#json: nothing → old`]);
    const aside = join(root, 'aside');
    await put(aside, changedName, { json: saying('candidate') });
    expect(await told({ paths: [aside], base: folder })).toEqual([`${changedName}#json: old → candidate`]);
    await put(aside, changedName, { json: saying('old') });
    expect(await told({ paths: [aside], base: folder })).toEqual([]);
  });

  test('a file that is written otherwise, or cannot be read, differs in all that is in it', async () => {
    await put(folder, changedName, ` ${serializeCassettes(streamed('old'))}`);
    expect(await told({ paths: [changedName] })).toEqual([`${changedName}#sse: old → old`]);
    await put(folder, changedName, '{');
    expect(await told({ paths: [changedName] })).toEqual([`${changedName}#sse: old → unreadable`]);
  });

  test('a HAR that lies elsewhere is no cassette, and the hint says what to type', async () => {
    await put(join(root, 'aside'), 'anthropic/web-search/changed.sse.har', '{}');
    await expect(sides({ paths: [join(root, 'aside')] })).rejects.toMatchObject({
      hint: expect.stringMatching(/atc -- record import anthropic\/web-search\/changed /),
    });
  });

  test.each<[string, () => Partial<RecordingsChoice>]>([
    ['no such cassette or folder', () => ({ paths: ['nobody'] })],
    ['unknown revision "nowhere"', () => ({ base: 'nowhere' })],
    ['some cassettes are in the repository', () => ({ paths: [folder, root] })],
    ['no cassettes found', () => ({ paths: [join(root, '.git')] })],
  ])('%s: said with what to do', async (message, choice) => {
    await expect(sides(choice())).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining(message),
      hint: expect.any(String),
    });
  });
});

test('a contract that changed unnoticed, recordings that no case plays, and those that lie aside are told', async () => {
  const aside = await mkdtemp(join(tmpdir(), 'aside-'));
  const name = 'anthropic/web-search/refused.json';
  const change = { what: 'event removed', kind: 'contract', severity: 'breaking', pointer: '', count: 1 } as const;
  const recordings: ChangedRecording[] = [{ name: `${name}#sse`, status: 'changed', changes: [change] }];
  const decision = decideOn(() => {}, { recordings });
  const told = (changed: Decision) => notesOn(changed, aside);
  expect(await told(decision)).toEqual([expect.stringMatching(/^the wire format changed, but no case got worse/)]);
  expect(await told({ ...decision, passes: false })).toEqual([]);
  expect(await told({ ...decision, counts: { ...decision.counts, cases: 0 } })).toEqual([
    expect.stringMatching(/^no case uses these recordings/),
  ]);
  await mkdir(dirname(join(aside, name)), { recursive: true });
  await writeFile(join(aside, name), '{}');
  expect(await told({ ...decision, recordings: [] })).toEqual([
    expect.stringMatching(`^1 rejected recording in .*${name}; compare: npm run atc -- gate `),
  ]);
  await rm(aside, { recursive: true });
});

describe('the gate', () => {
  afterAll(reuseCompiled());

  /** By day of a column that one adapter plays; every night of one that five do, which take seconds to load. */
  const { providerApi, member, renamed, count, otherCount, others, noise } = isNightly
    ? ({
        ...{ providerApi: 'anthropic', member: 'cited_text', renamed: 'quoted_text', others: [{}] },
        ...{ count: '2140', otherCount: '2141', noise: 'noise in 2 places' },
      } as const)
    : ({
        ...{ providerApi: 'mistral', member: 'favicon', renamed: 'icon', others: [] },
        ...{ count: '2210', otherCount: '2211', noise: 'noise in 1 place' },
      } as const);
  const file = `${providerApi}/web-search/search-basic.json`;
  const name = `${file}#sse`;

  let exitCode: typeof process.exitCode;
  let elsewhere: string;
  let out: string;
  beforeEach(async () => {
    exitCode = process.exitCode;
    process.exitCode = undefined;
    [elsewhere, out] = await Promise.all([mkdtemp(join(tmpdir(), 'diff-')), mkdtemp(join(tmpdir(), 'gate-'))]);
  });
  afterEach(async () => {
    process.exitCode = exitCode;
    await Promise.all([elsewhere, out].map((each) => rm(each, { recursive: true })));
  });

  /** Puts committed recordings elsewhere, with something changed: what is streamed alone, or the whole file. */
  async function changed(from: string, to: string, isWhole = false): Promise<void> {
    const { json, sse = expect.fail() } = readCassettes(join(cassettesFolder, file)).cassettes;
    const text = serializeCassettes(isWhole && json ? { json, sse } : { sse });
    expect(text).toContain(from);
    await mkdir(dirname(join(elsewhere, file)), { recursive: true });
    await writeFile(join(elsewhere, file), text.replaceAll(from, to));
  }

  async function gate(...argv: string[]) {
    let stdout = '';
    let stderr = '';
    const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
    const code = await main(['gate', ...argv, '--out', out], io, [gateCommand]);
    return { code: code || process.exitCode, stdout, stderr };
  }

  /** The cassettes that are there are the older side. */
  const against = ['--base', cassettesFolder, '--recordings'];

  test('a recording that makes a cell worse gives exit code 1, and JSON says all of it', async () => {
    await changed(`"${member}"`, `"${renamed}"`);
    const { code, stdout, stderr } = await gate(...against, elsewhere, '--json');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const decision = JSON.parse(stdout);
    expect(validatorFor(Decision)(decision)).toBe(true);
    const { recordings, findings, counts } = decision;
    expect(recordings).toMatchObject([{ name, status: 'changed', changes: [{ what: 'member renamed' }, ...others] }]);
    const ofTheColumn = (await discoverAdapters()).filter(({ providerApi: of }) => of === providerApi);
    expect(counts.cases).toBeGreaterThanOrEqual(2 * ofTheColumn.length);
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: 'regression', case: `reference-${providerApi}/web-search/search-basic/stream` }),
    );
  });

  // By day `accept.test.ts` says so in this process.
  test.runIf(isNightly)('one that says it in other words does not', async () => {
    // Both, as a stream that counts otherwise is not compared with the whole answer.
    await changed(count, otherCount, true);
    const { code, stdout } = await gate(...against, join(elsewhere, file));
    expect(code, stdout).toBe(0);
    const text = await readFile(join(out, 'gate.md'), 'utf8');
    expect(text).toContain('## Gate: passed');
    expect(text).toContain(`  - \`${noise}: the number of tokens depends on the text\``);
  });

  // By day `sidesOf` says so above, without a process that plays.
  test.runIf(isNightly)('one that is written otherwise alone is played by the adapter that was chosen', async () => {
    await changed('\n', '\n ', true);
    const { code, stdout } = await gate(`reference-${providerApi}`, ...against, elsewhere);
    expect(stdout).toContain('formatted differently; the content is the same');
    expect(stdout).toMatch(/^gate: passed; ([2-9]) cases, \1 compared with /m);
    expect(code).toBe(0);
  });

  test.each([
    [['--base=--output=x', '--recordings'], '"--output=x" is not a name of a revision'],
    [['--base', 'no-such-revision', '--recordings'], 'unknown revision "no-such-revision"'],
    [['reference-antropic/shell', '--base', 'HEAD', '--recordings'], 'unknown adapter "reference-antropic"'],
    [['*/web-serch', '--base', 'HEAD', '--recordings'], 'unknown tool "web-serch"'],
    [['--base', 'HEAD', '--recordings', '--head', 'reports/out'], 'cannot be used with'],
  ])('%j is wrong input', async (argv, message) => {
    const { code, stdout, stderr } = await gate(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
