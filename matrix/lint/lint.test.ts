import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserError } from '../../lib/user-error.ts';
import { matrixFolder } from '../load.ts';
import type { Operation } from '../schema.ts';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';
import { lintFolder, lintMatrix, operations, schemaProblems } from './lint.ts';

test('nothing is wrong with the committed matrix', async () => {
  expect(lintMatrix(await editedMatrix(() => {}), await committedContext())).toEqual([]);
});

test('a problem says which rule it breaks', async () => {
  const matrix = await editedMatrix((m) => {
    for (const provider of m.providers) provider.cells.shell.sources = [];
  });
  const rules = lintMatrix(matrix, await committedContext()).map((p) => p.rule);
  expect(new Set(rules)).toEqual(new Set(['support-has-source', 'sources-are-cited']));
});

const asOf = '2026-11-27';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matrix-'));
  for (const name of ['tools.json', 'errata.json', 'dialects.json', 'limits.yaml', 'provider-apis', 'fixtures']) {
    await cp(join(matrixFolder, name), join(folder, name), { recursive: true });
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the committed folder has no problems', async () => {
  expect(await lintFolder(asOf, folder)).toEqual([]);
});

test('a problem is located by line and column, with what to type', async () => {
  const path = join(folder, 'provider-apis', 'anthropic.json');
  const text = (await readFile(path, 'utf8')).replace('"errata": ["D-41"]', '"errata": ["D41"]');
  await writeFile(path, text);
  const line = text.split('\n').findIndex((l) => l.includes('"D41"')) + 1;
  const problems = await lintFolder(asOf, folder);
  expect(problems.filter(({ rule }) => rule === 'errata-ids')).toEqual([
    {
      rule: 'errata-ids',
      where: `${path}:${line}:14`,
      message: '/errata/0 is "D41"; write D- and two digits, as in "D-07"',
    },
  ]);
});

test('without the ADR’s own table, nothing can be compared', async () => {
  await rm(join(folder, 'fixtures', 'adr-draft.md'));
  const error = await lintFolder(asOf, folder).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).toContain('adr-draft.md: cannot read this ADR’s own table (ENOENT)');
});

async function replace(file: string, text: string, by: string): Promise<void> {
  const path = join(folder, file);
  await writeFile(path, (await readFile(path, 'utf8')).replace(text, by));
}

test('every malformed file is told of, not only the first', async () => {
  await replace('tools.json', '"title": "Shell"', '"titel": "Shell"');
  await replace('errata.json', '"kind": "wrong"', '"kind": "worng"');
  await replace('provider-apis/google.json', '"status": "ga"', '"status": "gaa"');
  await replace('provider-apis/mistral.json', '"source": "types"', '"source": "typse"');
  const problems = await schemaProblems(folder);
  expect(problems.map((p) => p.rule)).toEqual(Array(4).fill('schema'));
  expect(problems.map((p) => p.where.replace(`${folder}/`, '').replace(/:\d+:\d+$/, ''))).toEqual([
    'tools.json',
    'provider-apis/google.json',
    'provider-apis/mistral.json',
    'errata.json',
  ]);
  expect(problems[0]?.message).toContain('did you mean "title"?');
  expect(problems[1]?.message).toContain(
    '/lifecycle/status is "gaa"; expected one of ga, preview, deprecated, retired',
  );
  expect(problems[2]?.message).toBe('this file has no source "typse" (did you mean "types"?)');
});

test('a file that belongs to no column is told of', async () => {
  await writeFile(join(folder, 'provider-apis', 'other.json'), '{}');
  expect(await schemaProblems(folder)).toMatchObject([
    { rule: 'schema', where: join(folder, 'provider-apis', 'other.json') },
  ]);
});

test('files in order have none', async () => {
  expect(await schemaProblems(folder)).toEqual([]);
});

const context = await committedContext();
const good: Operation = {
  id: 'chat',
  method: 'POST',
  urlTemplates: ['/openai/deployments/{deployment}/chat/completions', '/v1/models/{model}:generate'],
  transports: ['json', 'sse'],
  streamWhen: { query: 'alt=sse' },
  description: 'Answers.',
};

async function problems(...list: object[]): Promise<string[]> {
  const matrix = await editedMatrix((m) => {
    Object.assign(column(m, 'google'), { operations: list });
  });
  return operations.check(matrix, context).map((p) => `${p.file}${p.pointer} ${p.message}`);
}

test('deployments, models with a verb behind them, and streams by query can be said', async () => {
  expect(await problems(good)).toEqual([]);
});

test.each([
  ['a name used before', [good, good], '/operations/1/id is a second "chat"; choose another id'],
  [
    'two transports and nothing to tell them apart',
    [{ ...good, streamWhen: undefined }],
    '/operations/0/transports are two; add "streamWhen", the condition for the second',
  ],
  [
    'one transport and something to tell it apart',
    [{ ...good, transports: ['sse'] }],
    '/operations/0/streamWhen needs two transports, and there is one; delete it or add the other',
  ],
  [
    'a template that cannot be read',
    [{ ...good, urlTemplates: ['/v1/{model'] }],
    '/operations/0/urlTemplates/0 is "/v1/{model"; write placeholders as {name}',
  ],
])('%s is a problem', async (_, list, message) => {
  expect(await problems(...list)).toEqual([`provider-apis/google.json${message}`]);
});
