/**
 * One of each, made in a copy of the repository: what is made passes whatever looks at code and data, and is green nowhere. By day Biome
 * and the rules of the house look at it, and its own tests run; every night types, data and packages are looked at too, and its cases run.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { readResults } from '../../reports/results/store.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { judgeFile } from '../lint-source/repository-rules.ts';
import { make, type NewThing } from './scaffold.ts';

const run = promisify(execFile);
let copy: string;
/** What was made, and what was changed for it, by day. */
const made: string[] = [];

/** What nothing reads that runs by day. */
const unread = /^(recordings\/cassettes|docs|adapters\/(?!reference|README))\//;

/** What a command prints; of one that fails too. */
async function said(file: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const path = `${join(copy, 'node_modules/.bin')}:${process.env.PATH}`;
  try {
    const { stdout, stderr } = await run(file, args, {
      cwd: copy,
      env: { ...process.env, PATH: path },
      maxBuffer: 2 ** 26,
    });
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}
const atc = (...args: string[]) => said(process.execPath, 'scripts/atc.js', ...args);

const things: readonly NewThing[] = [
  { kind: 'adapter', implementation: 'mine', providerApi: 'anthropic' },
  { kind: 'check', id: 'returns-polite-answers' },
  { kind: 'tool', id: 'calendar-search', asOf: '2026-11-25' },
];

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'made-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', list, { cwd: repositoryFolder, maxBuffer: 2 ** 26 });
  const paths = stdout.split('\0').filter((path) => path !== '' && (isNightly || !unread.test(path)));
  for (const folder of new Set(paths.map(dirname))) await mkdir(join(copy, folder), { recursive: true });
  await Promise.all(paths.map((path) => copyFile(join(repositoryFolder, path), join(copy, path)).catch(() => {})));
  await symlink(join(repositoryFolder, 'node_modules'), join(copy, 'node_modules'));
  await run('git', ['init', '-q'], { cwd: copy });
  // The packages are a link here, which a rule for folders does not cover.
  await writeFile(join(copy, '.git/info/exclude'), '/node_modules\n');
  if (!isNightly) {
    for (const thing of things) {
      const { create, edit } = await make(thing, copy, false);
      made.push(...Object.keys(create), ...Object.keys(edit));
    }
    return;
  }
  for (const made of [
    ['adapter', 'mine', 'anthropic'],
    ['check', 'returns-polite-answers'],
    ['tool', 'calendar-search'],
  ]) {
    const { code, text } = await atc('new', ...made);
    expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(/\nNext:\n {2}→ /) });
  }
  await run('git', ['add', '--all'], { cwd: copy });
}, 120_000);
afterAll(() => rm(copy, { recursive: true, force: true }));

test.skipIf(isNightly)('Biome and the rules of the house find nothing', async () => {
  const code = made.filter((path) => /\.(ts|json)$/.test(path));
  expect(code.length).toBeGreaterThanOrEqual(7);
  expect(await said('biome', 'check', '--error-on-warnings', ...code)).toMatchObject({ code: 0 });
  const files = await Promise.all(made.map(async (path) => ({ path, text: await readFile(join(copy, path), 'utf8') })));
  expect(files.flatMap(judgeFile)).toEqual([]);
});

test.runIf(isNightly)(
  'types, lint of code and lint of data find nothing',
  async () => {
    for (const [file, ...args] of [
      ['tsc', '-p', '.'],
      ['biome', 'check', '--error-on-warnings', '.'],
      ['node', 'scripts/lint-source/main.ts'],
      ['knip'],
    ] as const) {
      const { code, text } = await said(file, ...args);
      // What is wrong with the repository itself is told by its own lint.
      expect(code, text).toBeOneOf([0, 1]);
      expect(text, file).not.toMatch(/mine\b|returns-polite-answers|calendar/);
    }
    expect(await atc('lint')).toEqual({ code: 0, text: 'no problems found\n' });
  },
  300_000,
);

test('the test beside passes', async () => {
  const made = ['spec/checks/returns-polite-answers.test.ts'];
  const { code, text } = await said('vitest', 'run', '--maxWorkers=1', ...made);
  expect(code, text).toBe(0);
}, 120_000);

test.runIf(isNightly)(
  'cases of the adapter fail and say what to write, those of the tool say that nothing is known',
  async () => {
    const results = () => readResults(join(copy, 'reports/out'));
    expect((await atc('run', 'mine-anthropic/function-calling')).code).toBe(1);
    const { cases } = await results();
    expect(cases.length).toBeGreaterThan(100);
    expect(cases.filter(({ verdict }) => verdict === 'pass')).toEqual([]);
    expect(cases[0]?.reason).toContain('createClient is still to be written, in adapters/mine/anthropic/adapter.ts');
    expect(cases.flatMap(({ checks }) => checks.filter(({ check }) => check === 'returns-polite-answers'))).toEqual([]);
    await atc('run', 'calendar-search');
    const ofTool = (await results()).cases.filter(({ implementation }) => implementation === 'reference');
    expect(new Set(ofTool.map(({ kind, verdict }) => `${kind} ${verdict}`))).toEqual(new Set(['declaration pass']));
    const polite = ofTool.flatMap(({ checks }) => checks.filter(({ check }) => check === 'returns-polite-answers'));
    expect(new Set(polite.map(({ status }) => status))).toEqual(new Set(['not-applicable']));
    const { code, text } = await atc('can-i-use', 'calendar-search', '--adapter', 'google', '--results', 'reports/out');
    expect({ code, text }).toEqual({ code: 3, text: expect.stringMatching(/^ {2}not judged /m) });
  },
  300_000,
);
