import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserError } from '../lib/user-error.ts';
import { providerApiIds, toolIds } from './ids.ts';
import { loadMatrix, matrixFolder } from './load.ts';
import { cellOf, providerOf } from './model.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matrix-'));
  for (const name of ['tools.json', 'errata.json', 'dialects.json', 'limits.yaml'])
    await cp(join(matrixFolder, name), join(folder, name));
  await cp(join(matrixFolder, 'provider-apis'), join(folder, 'provider-apis'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function failure(): Promise<UserError> {
  const error = await loadMatrix(folder).catch((e: unknown) => e);
  if (error instanceof UserError) return error;
  throw new Error(`expected a UserError, got ${error}`);
}

/** Changes one text in a file of the copy; the text has to be there. */
async function replace(file: string, text: string, by: string): Promise<string> {
  const path = join(folder, file);
  const before = await readFile(path, 'utf8');
  expect(before).toContain(text);
  await writeFile(path, before.replace(text, by));
  return path;
}

test('rows come in the order of their ids and columns in that which they say, whole', async () => {
  const matrix = await loadMatrix();
  expect(matrix.tools.map((t) => t.id)).toEqual(toolIds);
  expect(matrix.providers.map((p) => p.id).toSorted()).toEqual(providerApiIds);
  expect(matrix.providers.slice(0, 2).map((p) => p.id)).toEqual(['azure-foundry-agents', 'openai-assistants']);
  for (const provider of matrix.providers) expect(Object.keys(provider.cells)).toEqual(toolIds);
});

test('sources stand in the place of their keys', async () => {
  const matrix = await loadMatrix();
  const cell = cellOf(matrix, 'remote-mcp', 'anthropic');
  expect(cell.claims[0]?.source.title).toBe('microsoft/agent-framework ADR 0002 Agent Tools');
  expect(cell.sources.map((s) => s.title)).toContain('Claude docs, MCP connector');
  expect(providerOf(matrix, 'openai-assistants').lifecycle.source.url).toMatch(/^https:/);
  expect(matrix.tools.find((t) => t.id === 'web-fetch')?.origin.date).toBe('2025-11-19');
});

test('nothing in it can be changed', async () => {
  const matrix = await loadMatrix();
  const cell = cellOf(matrix, 'shell', 'anthropic');
  expect(() => Object.assign(cell, { support: 'no' })).toThrow(TypeError);
  expect(() => (matrix.providers as unknown[]).push({})).toThrow(TypeError);
});

test('the Anthropic column says how its one operation is called and when it streams', async () => {
  expect(providerOf(await loadMatrix(), 'anthropic').operations).toMatchObject([
    {
      id: 'messages.create',
      method: 'POST',
      urlTemplates: expect.arrayContaining(['/v1/messages', '/anthropic/v1/messages']),
      query: ['beta=true'],
      streamWhen: { body: 'stream' },
    },
  ]);
});

test('a value that does not fit is located', async () => {
  const path = await replace('provider-apis/google.json', '"support": "yes"', '"support": "yess"');
  const { where, message } = await failure();
  expect(where).toMatch(new RegExp(`^${path}:\\d+:\\d+$`));
  expect(message).toContain('/cells/function-calling/support is "yess"; expected one of yes, partial, no, unknown');
});

test('a row that is missing is named', async () => {
  await replace('provider-apis/google.json', '"web-fetch": {', '"web-fetsch": {');
  expect((await failure()).message).toMatch(/cells lacks the member "web-fetch"|web-fetsch is not a known member/);
});

test('a source that is not there is located, with the nearest one', async () => {
  const path = await replace('provider-apis/google.json', '"source": "adr-draft"', '"source": "adr-daft"');
  const error = await failure();
  expect(error.message).toBe('this file has no source "adr-daft"');
  expect(error.where).toMatch(new RegExp(`^${path}:\\d+:\\d+$`));
  expect(error.hint).toBe('did you mean "adr-draft"?');
});

test('a tool that comes from a source that is not there is located', async () => {
  const path = await replace('tools.json', '"origin": "hosted-results"', '"origin": "hosted-result"');
  const error = await failure();
  expect(error.where).toMatch(new RegExp(`^${path}:\\d+:\\d+$`));
  expect(error.hint).toBe('did you mean "hosted-results"?');
});

test('a surface that the column does not have is located, with the nearest one', async () => {
  await replace('provider-apis/google.json', '"vertex": {', '"vertx": {');
  const error = await failure();
  expect(error.message).toBe('this provider API has no surface "vertx"');
  expect(error.where).toMatch(/google\.json:\d+:\d+$/);
  expect(error.hint).toBe('did you mean "vertex"?');
});

test('a file has the name of its column', async () => {
  const path = await replace('provider-apis/google.json', '"id": "google"', '"id": "mistral"');
  expect(String(await failure())).toBe(`${path}:3:9: "mistral" is not the name of this file\n  → write "id": "google"`);
});

test('a file that belongs to no column is refused, with the nearest name', async () => {
  await writeFile(join(folder, 'provider-apis', 'gogle.json'), '{}');
  const error = await failure();
  expect(error.where).toBe(join(folder, 'provider-apis', 'gogle.json'));
  expect(error.hint).toBe('did you mean "google.json"?');
});

test('a column that is missing is named', async () => {
  await rename(join(folder, 'provider-apis', 'google.json'), join(folder, 'google.json'));
  const error = await failure();
  expect(error.where).toBe(join(folder, 'provider-apis', 'google.json'));
  expect(error.message).toBe('cannot read this matrix column (ENOENT)');
});

test('a folder without columns is named', async () => {
  await rm(join(folder, 'provider-apis'), { recursive: true });
  expect(String(await failure())).toBe(
    `${join(folder, 'provider-apis')}: cannot read the provider APIs of the matrix (ENOENT)`,
  );
});

test('an erratum that does not fit is located', async () => {
  const path = await replace('errata.json', '"kind": "wrong"', '"kind": "worng"');
  const error = await failure();
  expect(error.where).toBe(`${path}:7:15`);
  expect(error.message).toContain(
    '/entries/0/kind is "worng"; expected one of wrong, outdated, partial, new, trap, table',
  );
});
