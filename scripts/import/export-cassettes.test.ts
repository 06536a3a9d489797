import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cassettePath, cassettesFolder } from '../../recordings/format/cassette-path.ts';
import { main } from '../cli.ts';
import { exportCommand } from '../commands/index.ts';
import { type ExportRequest, exportCassettes } from './export-cassettes.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const path = cassettePath({ providerApi: 'anthropic', tool: 'function-calling', scenario: 'call-single' });
const streamed = `${path}#sse`;

const exported = (over: Partial<ExportRequest>) =>
  exportCassettes({
    paths: [],
    providerApis: [],
    tools: [],
    scenarios: [],
    out: folder,
    ...over,
  });

test('one recording is a file; with where it comes from as comment, and bodies as text', async () => {
  const out = join(folder, 'mine.har');
  await exported({ paths: [streamed], out });
  const { log } = JSON.parse(await readFile(out, 'utf8'));
  expect(log.comment).toContain(
    'anthropic/function-calling/call-single.json#sse, a cassette of agent-tools-conformance.',
  );
  expect(log.comment).toContain('Evidence: documented');
  expect(log.comment).toMatch(/^Source: .*https:\/\//m);
  expect(log.entries[0].response.content.text).toMatch(/^event: message_start\n/);
  expect(JSON.stringify(log)).not.toMatch(/"_\w+":/);
});

test('filters choose from those that there are, and a folder is laid out as that of the cassettes', async () => {
  const chosen = { providerApis: ['anthropic', 'mistral'], tools: ['function-calling'], scenarios: ['call-single'] };
  const written = await exported(chosen);
  const found = await readdir(folder, { recursive: true });
  expect(found.filter((name) => name.endsWith('.har')).sort()).toEqual([
    'anthropic/function-calling/call-single.json.har',
    'anthropic/function-calling/call-single.sse.har',
    'mistral/function-calling/call-single.json.har',
    'mistral/function-calling/call-single.sse.har',
  ]);
  expect(written).toHaveLength(4);
  // A folder may be called as a file is.
  await mkdir(join(folder, 'x.har'));
  await exported({ paths: [streamed], out: join(folder, 'x.har') });
  expect(await readdir(join(folder, 'x.har'))).toEqual(['anthropic']);
});

test('what cannot be exported is refused, and nothing is written', async () => {
  const out = join(folder, 'one.har');
  await expect(exported({})).rejects.toThrow('no cassettes named');
  await expect(exported({ paths: [path], tools: ['web-search'] })).rejects.toThrow('filters exclude each other');
  await expect(exported({ providerApis: ['anthropic'], out })).rejects.toThrow('cannot be one file');
  await expect(exported({ paths: [path], out })).rejects.toThrow('2 recordings cannot be one file');
  await expect(exported({ paths: [`${path}#eventstream`], out })).rejects.toThrow('the cassette has no eventstream');
  await expect(exported({ paths: [`${path}#see`] })).rejects.toThrow('is not the name of a recording');
  await expect(exported({ providerApis: ['antropic'] })).rejects.toMatchObject({ hint: 'did you mean "anthropic"?' });
  await expect(exported({ tools: ['shared'], scenarios: ['call-single'] })).rejects.toThrow('matches all filters');
  for (const among of [cassettesFolder, join(cassettesFolder, 'x'), path]) {
    await expect(exported({ paths: [path], out: among })).rejects.toThrow('is in the folder of the cassettes');
  }
  await expect(exported({ paths: [path, path] })).rejects.toThrow('two cassettes would be written to this file');
  await expect(exported({ paths: [join(folder, 'none.json')] })).rejects.toThrow('no such cassette');
  await expect(exported({ paths: [join(folder, 'a.har')] })).rejects.toMatchObject({
    hint: expect.stringContaining('atc -- import'),
  });
  expect(await readdir(folder)).toEqual([]);
});

test('the command says what it wrote, or what is wrong', async () => {
  let said = '';
  const io = { stdout: (text: string) => (said += text), stderr: (text: string) => (said += text) };
  expect(await main(['export', streamed, '--out', join(folder, 'a.har')], io, [exportCommand])).toBe(0);
  expect(said).toMatch(/^written: .*a\.har\n$/);
  said = '';
  expect(await main(['export', streamed, '--out', join(folder, 'b.har'), '--json'], io, [exportCommand])).toBe(0);
  expect(JSON.parse(said)).toEqual({ written: [expect.stringMatching(/b\.har$/)] });
  expect(await main(['export', '--out', folder], io, [exportCommand])).toBe(2);
});
