import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { displayPath } from '../../lib/user-error.ts';
import { OutcomeWriter, readOutcomes, type StoredCase } from './stored-outcome.ts';

const stored = (id: string, evidence?: string): StoredCase => ({
  outcome: { case: id, conclusion: { verdict: 'pass' }, checks: [], unread: ['“é”\n'], milliseconds: 1.5 },
  evidence,
});

test('cases of several writers are read back by their places, in any order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outcomes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const writers = [new OutcomeWriter(folder), new OutcomeWriter(folder)];
  const cases = [stored('a', '{"seen":"é"}\n'), stored('b'), stored('c', '{}\n'), stored('d', '[]\n')];
  const places = cases.map((each, i) => writers[i % 2]?.write(each)).flatMap((place) => place ?? []);
  // Still open: a case can be read as soon as its place is known.
  expect(readOutcomes(folder, places.toReversed())).toEqual(cases.toReversed());
  for (const writer of writers) writer.close();
});

test('a case that cannot be written is refused with the folder', () => {
  const folder = join(tmpdir(), 'no-such-folder');
  expect(() => new OutcomeWriter(folder).write(stored('a'))).toThrow(
    expect.objectContaining({
      name: 'UserError',
      where: displayPath(folder),
      hint: expect.stringContaining('unchanged'),
    }),
  );
});
