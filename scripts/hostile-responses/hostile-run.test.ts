/** What a hostile provider says, in everything that is printed or written of a run. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import picocolors from 'picocolors';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { explain } from '../../reports/explain/explain.ts';
import { hostileTexts } from '../../reports/fixtures/hostile.ts';
import { renderReport, writeRun } from '../../reports/pages/render.ts';
import { readEvidence } from '../../reports/results/fixtures/read-evidence.ts';
import { readResults, writeResults } from '../../reports/results/store.ts';
import { summarize } from '../../reports/summary/summary.ts';
import { hostileRun } from './hostile-run.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-run-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Everything that is printed of a run: the summary, and each case explained. */
async function printed(): Promise<string[]> {
  const colour = picocolors.createColors(false);
  const results = await readResults(folder);
  const evidence = readEvidence(folder, results);
  return [summarize(results, colour), ...results.cases.map(({ id }) => explain(id, results, evidence, colour))];
}

/** What acts on a terminal, or hides from a reader: control characters but line feed, surrogates, bidirectional, zero-width. */
const acting = /[[\p{Cc}--\n]\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/v;

test('nothing that is printed acts on a terminal, and it all came through', async () => {
  await writeRun(folder, await hostileRun(hostileTexts));
  const texts = [...(await printed()), await readFile(join(folder, 'summary.md'), 'utf8')];
  for (const text of texts) expect(acting.exec(text)).toBeNull();
  // Not by having lost it.
  expect(texts.join()).toMatch(/\\u(001b|202e|0000|2066)/);
});

const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

/** More than a file of a run may have bytes. What is escaped becomes six times as long: of it there is less by day. */
const millions = isNightly ? 5_000_000 : 3_200_000;

/** By day in the midst of other texts, which get into more places; every night as the first of all too. */
const placesOf = (text: string, rest: readonly string[]): (readonly string[])[] => [
  [...rest.slice(0, 3), text, ...rest],
  ...(isNightly ? [[text, ...rest]] : []),
];

test.each<[string, string]>([
  ['millions of characters in one message', 'x'.repeat(millions)],
  ['millions of characters that are escaped', '\u001b'.repeat(isNightly ? millions : millions / 10)],
  ...(isNightly ? [['millions of characters of lines', 'a\n'.repeat(millions / 2)] as [string, string]] : []),
  ...(isNightly
    ? [['a list of 100,000 elements', JSON.stringify(Array.from({ length: 100_000 }, (_, n) => n))] as [string, string]]
    : []),
  [
    'an object of so many members',
    JSON.stringify(Object.fromEntries(Array.from({ length: isNightly ? 100_000 : 20_000 }, (_, n) => [`m${n}`, n]))),
  ],
  ['20,000 levels', nested],
])('%s: what is written can be read again, and what is shown is short', { timeout: 60_000 }, async (_, text) => {
  const rest = Array.from({ length: 999 }, () => 'more');
  for (const texts of placesOf(text, rest)) {
    // By day the page is made from what is on disk alone; every night before as well.
    await (isNightly ? writeRun : writeResults)(folder, await hostileRun(texts));
    await renderReport(folder);
    for (const shown of await printed()) expect(shown.length).toBeLessThan(40_000);
    const sizes = await Promise.all(
      ['results.json', 'index.html', 'summary.md'].map(async (name) => (await stat(join(folder, name))).size),
    );
    expect(Math.max(...sizes)).toBeLessThan(3_000_000);
    for (const name of await readdir(join(folder, 'evidence'))) {
      const lines = (await readFile(join(folder, 'evidence', name), 'utf8')).split('\n');
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(20 * 2 ** 20);
    }
  }
});
