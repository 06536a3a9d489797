import { appendFileSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { displayPath } from '../../lib/user-error.ts';
import { OutcomeReader, OutcomeWriter } from './outcome-files.ts';
import type { StoredCase } from './stored-outcome.ts';

const stored = (id: string, evidence?: string): StoredCase => ({
  outcome: {
    case: id,
    conclusion: { verdict: 'pass' },
    checks: [],
    unread: ['“é”\n'],
    milliseconds: 1.5,
    ...(evidence === undefined ? {} : { evidenceSha256: 'hash' }),
  },
  evidence: evidence === undefined ? undefined : Buffer.from(evidence),
});

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'outcomes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const readerOf = (folder: string): OutcomeReader => {
  const reader = new OutcomeReader(folder);
  onTestFinished(() => reader.close());
  return reader;
};

test('cases of several writers are read while these go on, each once', async () => {
  const folder = await emptyFolder();
  const reader = readerOf(folder);
  const writers = [new OutcomeWriter(folder), new OutcomeWriter(folder)];
  const cases = [stored('a', '{"seen":"é"}\n'), stored('b'), stored('c', '{}\n'), stored('d', '[]\n')];
  expect(reader.read()).toEqual([]);
  for (const [i, each] of cases.entries()) {
    const writer = writers[i % 2];
    writer?.write(each);
    expect(reader.read()).toEqual([]);
    writer?.flush();
    expect(reader.read()).toEqual([each]);
  }
  for (const writer of writers) writer.close();
  expect(reader.read()).toEqual([]);
});

test('many cases are on disk before their writer is closed', async () => {
  const folder = await emptyFolder();
  const writer = new OutcomeWriter(folder);
  const large = stored('large', `"${'é'.repeat(50_000)}"\n`);
  for (let i = 0; i < 3; i++) writer.write(large);
  const reader = readerOf(folder);
  expect(reader.read()).toEqual([large, large]);
  writer.close();
  expect(reader.read()).toEqual([large]);
});

test('a case whose end is not there is read when it is', async () => {
  const folder = await emptyFolder();
  const writer = new OutcomeWriter(folder);
  const cases = [stored('a', '{"é":1}\n'), stored('b', '{}\n'), stored('c')];
  for (const each of cases) writer.write(each);
  writer.close();
  const [name = ''] = readdirSync(folder);
  const path = join(folder, name);
  const whole = readFileSync(path);
  truncateSync(path);
  const reader = readerOf(folder);
  const seen: StoredCase[] = [];
  for (const byte of whole) {
    appendFileSync(path, Buffer.from([byte]));
    seen.push(...reader.read());
  }
  expect(seen).toEqual(cases);
});

test('a case that cannot be written is refused with the folder', () => {
  const folder = join(tmpdir(), 'no-such-folder');
  const writer = new OutcomeWriter(folder);
  writer.write(stored('a'));
  expect(() => writer.close()).toThrow(
    expect.objectContaining({
      name: 'UserError',
      where: displayPath(folder),
      hint: expect.stringContaining('unchanged'),
    }),
  );
});
