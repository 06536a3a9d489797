import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import type { Operation } from '../../matrix/schema.ts';
import { cassettesFolder } from '../../recordings/format/cassette-path.ts';
import { loadScenarios } from '../scenarios/load.ts';
import { cassettesOf, recordingsBehind } from './case-cassettes.ts';
import { expand } from './expand.ts';

const matrix = await loadMatrix();
const column = providerOf(matrix, 'anthropic');
const identity = { id: 'any-anthropic', implementation: 'any', providerApi: 'anthropic' } as const;
const cases = expand(matrix, await loadScenarios(), [identity]);

const operation = (...transports: Operation['transports']): Operation => ({
  id: `o${transports.join('')}`,
  method: 'POST',
  urlTemplates: ['/x'],
  transports,
  description: 'made for a test',
});

const caseOf = (end: string) => cases.find(({ id }) => id.endsWith(end)) ?? expect.fail(`no case ${end}`);

const names = (end: string, ...operations: Operation[]): string[] => {
  return cassettesOf(caseOf(end), { ...column, operations }).map(({ shown }) => shown.split('/').slice(-2).join('/'));
};

test.each([
  ['JSON or events', [operation('json', 'sse')], ['json', 'sse'], ['sse', 'json']],
  ['JSON operations beside', [operation('json'), operation('json', 'sse')], ['json', 'sse'], ['sse', 'json']],
  ['JSON or frames', [operation('json', 'eventstream')], ['json', 'eventstream'], ['eventstream', 'json']],
  ['frames alone', [operation('json'), operation('eventstream')], ['eventstream'], ['eventstream']],
  ['JSON alone', [operation('json')], ['json'], ['json']],
  ['nothing stated', [], ['json'], ['json']],
])('a column of %s: what the mode asks for comes first', (_, operations, complete, stream) => {
  const named = (transports: string[]) => transports.map((t) => `function-calling/call-single.json#${t}`);
  expect(names('/call-single/complete', ...operations)).toEqual(named(complete));
  expect(names('/call-single/stream', ...operations)).toEqual(named(stream));
});

test('refusals share one recording per transport', () => {
  expect(names('/openapi/reject-unsupported-tool/complete', operation('json', 'sse'))).toEqual([
    'shared/plain-response.json#json',
    'shared/plain-response.json#sse',
  ]);
});

describe('recordings that stand in for others', () => {
  const file = 'anthropic/function-calling/call-single.json';
  const name = `${file}#json`;
  let instead: string;
  beforeEach(async () => {
    instead = await mkdtemp(join(tmpdir(), 'instead-'));
    const text = await readFile(join(cassettesFolder, file), 'utf8');
    await mkdir(dirname(join(instead, file)), { recursive: true });
    await writeFile(join(instead, file), text.replaceAll('"Written by hand', '"Stands in. Written by hand'));
  });
  afterEach(() => rm(instead, { recursive: true }));

  const notesOf = (cassettes: readonly string[]) =>
    cassettesOf(caseOf('/call-single/complete'), column, {
      folder: cassettesFolder,
      instead: { folder: instead, cassettes },
    }).map(({ open }) => open().provenance.note.startsWith('Stands in.'));

  test('are read in their place, and only those that are named', () => {
    expect(notesOf([name])).toEqual([true, false]);
    expect(notesOf([])).toEqual([false, false]);
  });

  test('keep the name of the place that they stand in', () => {
    const shelf = { folder: cassettesFolder, instead: { folder: instead, cassettes: [name] } };
    expect(cassettesOf(caseOf('/call-single/complete'), column, shelf).map(({ shown }) => shown)).toEqual(
      cassettesOf(caseOf('/call-single/complete'), column).map(({ shown }) => shown),
    );
  });

  test('one that is named and not there is missing, though the repository has it', async () => {
    await rm(join(instead, file));
    expect(() => notesOf([name])).toThrow('no such cassette');
  });

  test('a link in their folder is refused, as in the repository', async () => {
    await rm(join(instead, file));
    await symlink(join(cassettesFolder, file), join(instead, file));
    expect(() => notesOf([name])).toThrow('is a symbolic link');
  });
});

test('behind a case stand its own recordings, or those of the conversations that it plays again', () => {
  const of = (end: string) => [...recordingsBehind(caseOf(end), column)];
  const single = ['json', 'sse'].map((by) => `anthropic/function-calling/call-single.json#${by}`);
  expect(of('/call-single/complete')).toEqual(single);
  expect(of('/openapi/reject-unsupported-tool/stream').toSorted()).toEqual([
    'anthropic/shared/plain-response.json#json',
    'anthropic/shared/plain-response.json#sse',
  ]);
  expect(of('/web-search/fault-truncated/stream')).toEqual(expect.arrayContaining(single));
});
