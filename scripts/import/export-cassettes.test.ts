import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cassettePath, cassettesFolder } from '../../recordings/format/cassette-path.ts';
import { main } from '../cli.ts';
import { exportCommand } from '../commands/record.ts';
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
    chosen: [],
    out: folder,
    ...over,
  });

test('one recording is a file; with where it comes from as comment, and bodies as text', async () => {
  const out = join(folder, 'mine.har');
  await exported({ chosen: [streamed], out });
  const { log } = JSON.parse(await readFile(out, 'utf8'));
  expect(log.comment).toContain(
    'anthropic/function-calling/call-single.json#sse, a cassette of agent-tools-conformance.',
  );
  expect(log.comment).toContain('Evidence: documented');
  expect(log.comment).toMatch(/^Source: .*https:\/\//m);
  expect(log.entries[0].response.content.text).toMatch(/^event: message_start\n/);
  expect(JSON.stringify(log)).not.toMatch(/"_\w+":/);
});

test('patterns choose from those that there are, and a folder is laid out as that of the cassettes', async () => {
  const written = await exported({ chosen: ['anthropic', 'mistral'].map((id) => `${id}/*/call-single`) });
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
  await exported({ chosen: [streamed], out: join(folder, 'x.har') });
  expect(await readdir(join(folder, 'x.har'))).toEqual(['anthropic']);
});

test('what cannot be exported is refused, and nothing is written', async () => {
  const out = join(folder, 'one.har');
  await expect(exported({ chosen: ['anthropic'], out })).rejects.toThrow('cannot be one file');
  await expect(exported({ chosen: [path], out })).rejects.toThrow('2 recordings cannot be one file');
  await expect(exported({ chosen: [`${path}#eventstream`], out })).rejects.toThrow('the cassette has no eventstream');
  await expect(exported({ chosen: [`${path}#see`] })).rejects.toThrow('is not the name of a recording');
  await expect(exported({ chosen: ['antropic/web-search'] })).rejects.toMatchObject({
    hint: 'did you mean "anthropic"?',
  });
  await expect(exported({ chosen: ['*/shared/call-single'] })).rejects.toThrow('no case matches');
  for (const among of [cassettesFolder, join(cassettesFolder, 'x'), path]) {
    await expect(exported({ chosen: [path], out: among })).rejects.toThrow('is in the folder of the cassettes');
  }
  await expect(exported({ chosen: [path, path] })).rejects.toThrow('two cassettes would be written to this file');
  await expect(exported({ chosen: [join(folder, 'none.json')] })).rejects.toThrow('no such cassette');
  await expect(exported({ chosen: [join(folder, 'a.har')] })).rejects.toMatchObject({
    hint: expect.stringContaining('atc -- record import'),
  });
  expect(await readdir(folder)).toEqual([]);
});

test('the command says what it wrote, or what is wrong', async () => {
  let said = '';
  const io = { stdout: (text: string) => (said += text), stderr: (text: string) => (said += text) };
  expect(await main(['export', streamed, '--out', join(folder, 'a.har')], io, [exportCommand])).toBe(0);
  expect(said).toMatch(/^written: .*a\.har\n$/);
  expect(await main(['export', '--out', folder], io, [exportCommand])).toBe(2);
});
