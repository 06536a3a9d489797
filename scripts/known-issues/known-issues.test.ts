import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sample } from '../../reports/fixtures/sample.ts';
import { listed } from '../../reports/fixtures/sample-issue.ts';
import { layRun } from '../../reports/fixtures/write-run.ts';
import type { Results } from '../../spec/results/schema.ts';
import { main } from '../cli.ts';
import { knownIssuesCommand } from '../commands/known-issues.ts';
import { accept, newCovers } from './accept.ts';

const failing = 'function-calling/call-parallel/stream';
const group = 'returns-function-calls:call.missing';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'known-issues-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function atc(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  process.exitCode = undefined;
  const code = await main(['known-issues', ...argv], io, [knownIssuesCommand]);
  const set = process.exitCode;
  process.exitCode = undefined;
  return { code: set ?? code, stdout, stderr };
}

/** The sample with one failing case, of which these groups were found; the last of several trials. */
function run(...groups: string[]): Results {
  const { results } = sample();
  results.cases = results.cases.filter(({ id }) => id === `sample-anthropic/${failing}`);
  results.run.adapters = results.run.adapters.filter(({ id }) => id === 'sample-anthropic');
  for (const c of results.cases) {
    c.checks = groups.map((name) => {
      const [, check = '', kind = '', , trial] = /^([^:]+):(.*?)( @ (.*))?$/.exec(name) ?? [];
      const found = {
        message: 'm',
        group: kind,
        impact: 'breaks',
        evidence: 'documented',
        ...(trial ? { trial } : {}),
      } as const;
      return { check, level: 'MUST', status: 'fail', compared: 1, findings: [found] };
    });
  }
  return results;
}

const found = (results: Results, covers: Record<string, string[]>, wanted?: readonly string[], over = {}) => {
  const issue = listed({ covers, ...over });
  return newCovers([issue], results.cases, wanted && { issue, groups: wanted });
};
const coversOf = (one: ReturnType<typeof found>) => one.covers.get('citations-lost');

test('what passes is taken out, and what nothing covers is told', () => {
  const results = run(group);
  Object.assign(results.cases[0] ?? {}, { unexpectedPasses: { 'citations-lost': ['a:b'] } });
  const one = found(results, { [failing]: ['a:b'] });
  expect(one).toMatchObject({ removed: 1, added: 0, uncovered: [group] });
  expect(coversOf(one)).toEqual({});
});

test('a group that fails in another trial stays with the known issue that covered it', () => {
  const results = run(`${group} @ two`);
  Object.assign(results.cases[0] ?? {}, { unexpectedPasses: { 'citations-lost': [`${group} @ one`] } });
  const one = found(results, { [failing]: [`${group} @ one`] });
  expect(one).toMatchObject({ removed: 1, added: 1, uncovered: [] });
  expect(coversOf(one)).toEqual({ [failing]: [`${group} @ two`] });
});

test('a known issue accepts what is named, by check or group, or what it covers elsewhere; nothing else', () => {
  const results = run(group, 'returns-usage:usage.missing');
  for (const names of [[group], ['returns-function-calls']]) {
    expect(found(results, {}, names)).toMatchObject({ added: 1, uncovered: ['returns-usage:usage.missing'] });
  }
  const elsewhere = found(results, { 'function-calling/other/stream': [group] }, []);
  expect(coversOf(elsewhere)).toEqual({ [failing]: [group], 'function-calling/other/stream': [group] });
  expect(found(results, {}, []).added).toBe(0);
  expect(found(results, {}, [group], { state: 'unconfirmed' }).added).toBe(1);
});

test('a file keeps its comments and the order of its entries, and has a line for each case', async () => {
  const path = join(folder, 'adapters/sample/anthropic/known-issues.yaml');
  await mkdir(join(path, '..'), { recursive: true });
  const { adapter: _, id: __, place: ___, covers: ____, ...entry } = listed();
  const text = (covers: string) => `# What it loses.
z-last:
  # Seen by many.
${Object.entries({ ...entry, versions: undefined })
  .flatMap(([name, value]) => (value === undefined ? [] : `  ${name}: ${JSON.stringify(value)}\n`))
  .join('')}  covers:${covers}
`;
  await writeFile(path, text(' {}'));
  const trial = `returns-text:text.missing @ ${'a long story, '.repeat(12)}where "x" is y`;
  const done = await accept(
    run(group, trial),
    { issue: 'sample-anthropic/z-last', groups: [group, 'returns-text'] },
    folder,
  );
  expect(done).toMatchObject({ added: 2, removed: 0, uncovered: {} });
  const after = await readFile(path, 'utf8');
  expect(after).toContain('# What it loses.\nz-last:\n  # Seen by many.\n');
  expect(after.split('\n').filter((line) => line.includes(failing))).toHaveLength(1);
  // Folded lines would be read otherwise.
  expect((await accept(run(group, trial), undefined, folder)).added).toBe(0);
});

test('a known issue that is not written yet, and an adapter that was not run, are told', async () => {
  await expect(accept(run(group), { issue: 'sample-anthropic/new', groups: [] }, folder)).rejects.toThrow(
    'no known issue "new"',
  );
  await expect(accept(run(group), { issue: 'other/new', groups: [] }, folder)).rejects.toThrow('no adapter "other"');
});

test('an exceptions file becomes a file for each provider API: an entry for each reproduction or reason, its groups from the run', async () => {
  await layRun(folder, { ...sample(), results: run(group, 'returns-usage:usage.missing') });
  const entry = (cases: string, more: string) =>
    `  - { cases: "${cases}", verdict: known-failure, ${more}, source: "https://github.com/a/b/issues/1", since: "2026-01-01", until: "2026-02-01" }\n`;
  const path = join(folder, 'exceptions.yaml');
  await writeFile(
    path,
    `exceptions:\n${entry('sample-anthropic/*/call-parallel/**', 'checks: [returns-function-calls], reason: "The second call is lost. It reads one.", reproduction: anthropic/lost-call')}${entry('other/**', 'reason: "Of another library."')}`,
  );
  const { code, stdout, stderr } = await atc('accept', path, '--out', folder);
  expect({ code, stderr, entries: stdout.match(/known-issues\.yaml: (\d+) entries/)?.[1] }).toEqual({
    code: 0,
    stderr: '',
    entries: '1',
  });
  const text = await readFile(join(folder, 'anthropic/known-issues.yaml'), 'utf8');
  for (const part of [
    'lost-call:\n',
    'title: The second call is lost\n',
    'cause: The second call is lost. It reads one.\n',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(
    /impact: breaks[\s\S]*grade: documented[\s\S]*issues\/1[\s\S]*reproduction: lost-call\n {2}covers:\n.*call\.missing\]\n$/,
  );
  await writeFile(path, `exceptions:\n${entry('other/**', 'reason: "Of another library."')}`);
  expect(await atc('accept', path, '--out', folder)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('none of these exceptions'),
  });
});

test('list tells of each its impact, title, evidence, upstream and cases; what is not there is near something', async () => {
  const { stdout } = await atc('list', 'ai-sdk', '--json');
  const [first] = JSON.parse(stdout);
  expect(first).toMatchObject({
    adapter: expect.stringMatching(/^ai-sdk-/),
    impact: expect.any(String),
    evidence: expect.any(String),
    cases: expect.any(Number),
  });
  expect((await atc('list', first.adapter)).stdout).toContain(`${first.id}: ${first.title}`);
  const shown = await atc('list', `${first.adapter}/${first.id}`);
  expect(shown.stdout).toContain('covers:');
  expect(await atc('list', `${first.adapter}/${first.id}x`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('did you mean'),
  });
  expect(await atc('list', 'ai-sdc')).toMatchObject({ code: 2, stderr: expect.stringContaining('ai-sdk') });
});
