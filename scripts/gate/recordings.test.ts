import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isNightly } from '../../files/nightly.ts';
import { validatorFor } from '../../files/validator.ts';
import { cassettesFolder } from '../../recordings/format/location.ts';
import { Decision } from '../../reports/gate/decision.ts';
import { discoverAdapters } from '../../spec/engine/discover.ts';
import { gateCommand } from '../commands/index.ts';
import { main } from '../program.ts';
import { reuseCompiled } from '../review/fixtures/compiled.ts';
import { type RecordingsChoice, sidesOf } from './recordings.ts';

describe('what differs', () => {
  const changedName = 'anthropic/web-search/changed.sse.har';
  const addedName = 'google/web-search/added.sse.har';
  const removedName = 'anthropic/shell/removed.json.har';
  const keptName = 'anthropic/shell/kept.json.har';

  let root: string;
  let folder: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'sides-'));
    folder = join(root, 'cassettes');
    for (const name of [changedName, removedName, keptName]) await put(folder, name, 'old');
    const git = (...command: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...command], {
        cwd: root,
        stdio: 'pipe',
      });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'first');
    await put(folder, changedName, 'new');
    await put(folder, addedName, 'new');
    await put(folder, 'notes.txt', 'no cassette');
    await rm(join(folder, removedName));
  });
  afterEach(() => rm(root, { recursive: true }));

  async function put(at: string, name: string, text: string): Promise<void> {
    await mkdir(dirname(join(at, name)), { recursive: true });
    await writeFile(join(at, name), text);
  }

  const sides = (choice: Partial<RecordingsChoice> = {}) =>
    sidesOf({ paths: [], base: 'HEAD', tools: [], folder, ...choice });

  /** `name: before → after` */
  async function told(choice: Partial<RecordingsChoice> = {}): Promise<string[]> {
    const { changed } = await sides(choice);
    return changed.map(({ name, before = 'nothing', after = 'nothing' }) => `${name}: ${before} → ${after}`);
  }

  test('what changed, was added and was removed since a revision; nothing else', async () => {
    expect(await told()).toEqual([
      `${removedName}: old → nothing`,
      `${changedName}: old → new`,
      `${addedName}: nothing → new`,
    ]);
    expect((await sides()).base).toMatchObject({ name: 'HEAD', commit: expect.stringMatching(/^[0-9a-f]{40}$/) });
  });

  test('a choice by tool, path in the folder, or path from here', async () => {
    expect(await told({ paths: ['google'] })).toEqual([`${addedName}: nothing → new`]);
    expect(await told({ tools: ['shell'] })).toEqual([`${removedName}: old → nothing`]);
    expect(await told({ paths: ['anthropic/web-search'] })).toEqual([`${changedName}: old → new`]);
    expect(await told({ paths: [join(folder, addedName), removedName] })).toHaveLength(2);
    expect(await told({ paths: [keptName] })).toEqual([]);
  });

  test('another folder as the older side', async () => {
    const other = join(root, 'other');
    await put(other, changedName, 'theirs');
    await put(other, keptName, 'old');
    await put(other, 'mistral/web-search/theirs-alone.json.har', 'theirs');
    expect(await told({ base: other })).toEqual([
      `${changedName}: theirs → new`,
      `${addedName}: nothing → new`,
      'mistral/web-search/theirs-alone.json.har: theirs → nothing',
    ]);
  });

  test('what lies elsewhere is compared with what is in its place, and with nothing else', async () => {
    const aside = join(root, 'aside');
    await put(aside, changedName, 'candidate');
    await put(aside, 'anthropic/web-search/changed.sse.reason.md', 'why');
    expect(await told({ paths: [aside], base: folder })).toEqual([`${changedName}: new → candidate`]);
    expect(await told({ paths: [join(aside, 'anthropic')], base: folder })).toEqual([
      `${changedName}: new → candidate`,
    ]);
    expect(await told({ paths: [join(aside, changedName)], base: folder })).toEqual([
      `${changedName}: new → candidate`,
    ]);
    expect(await told({ paths: [aside], base: 'HEAD' })).toEqual([`${changedName}: old → candidate`]);
  });

  test.each<[string, () => Partial<RecordingsChoice>]>([
    ['there is no such cassette or folder', () => ({ paths: ['nobody'] })],
    ['there is no revision "nowhere"', () => ({ base: 'nowhere' })],
    ['some of these lie in the cassettes', () => ({ paths: [folder, root] })],
    ['there is no cassette', () => ({ paths: [join(root, '.git')] })],
    ['there is no tool "web-serch"', () => ({ tools: ['web-serch'] })],
  ])('%s: said with what to do', async (message, choice) => {
    await expect(sides(choice())).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining(message),
      hint: expect.any(String),
    });
  });
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
  const name = `${providerApi}/web-search/cited-answer.sse.har`;

  let exitCode: typeof process.exitCode;
  let elsewhere: string;
  beforeEach(async () => {
    exitCode = process.exitCode;
    process.exitCode = undefined;
    elsewhere = await mkdtemp(join(tmpdir(), 'diff-'));
  });
  afterEach(async () => {
    process.exitCode = exitCode;
    await rm(elsewhere, { recursive: true });
  });

  /** Puts a committed cassette elsewhere, with something changed. */
  async function changed(from: string, to: string): Promise<void> {
    const text = await readFile(join(cassettesFolder, name), 'utf8');
    expect(text).toContain(from);
    await mkdir(dirname(join(elsewhere, name)), { recursive: true });
    await writeFile(join(elsewhere, name), text.replaceAll(from, to));
  }

  async function gate(...argv: string[]) {
    let stdout = '';
    let stderr = '';
    const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
    const code = await main(['gate', ...argv], io, [gateCommand]);
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
    const { recordings, cells, findings, counts } = decision;
    expect(recordings).toMatchObject([{ name, status: 'changed', changes: [{ what: 'member renamed' }, ...others] }]);
    const ofTheColumn = (await discoverAdapters()).filter(({ providerApi: of }) => of === providerApi);
    expect(counts.cases).toBe(2 * ofTheColumn.length);
    const cell = { tool: 'web-search', providerApi, implementation: 'reference', before: 'works' };
    expect(cells).toContainEqual(expect.objectContaining(cell));
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: 'regression', case: `reference-${providerApi}/web-search/cited-answer/stream` }),
    );
  });

  test('one that says it in other words does not', async () => {
    await changed(count, otherCount);
    const file = join(elsewhere, 'gate.md');
    const { code, stdout } = await gate(...against, join(elsewhere, name), '--markdown', file);
    expect(code, stdout).toBe(0);
    const text = await readFile(file, 'utf8');
    expect(text).toContain('## Gate: passes');
    expect(text).toContain(`  - \`${noise}: how many tokens a text takes hangs on the text\``);
  });

  test('one that is written otherwise alone is played by the adapter that was chosen', async () => {
    await changed('\n', '\n ');
    const { code, stdout } = await gate(...against, elsewhere, '--adapter', `reference-${providerApi}`);
    expect(stdout).toContain('written otherwise; what is said is the same');
    expect(stdout).toMatch(/^gate: passes; 2 cases, 2 compared with /m);
    expect(code).toBe(0);
  });

  test.each([
    [['--base=--output=x', '--recordings'], '"--output=x" is no name of a revision'],
    [['--base', 'no-such-revision', '--recordings'], 'there is no revision "no-such-revision"'],
    [['--base', 'HEAD', '--recordings', '--adapter', 'reference-antropic'], 'there is no adapter "reference-antropic"'],
    [['--base', 'HEAD', '--recordings', '--head', 'reports/out'], 'cannot be used with'],
  ])('%j is wrong input', async (argv, message) => {
    const { code, stdout, stderr } = await gate(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
