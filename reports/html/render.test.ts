import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UserError } from '../../lib/user-error.ts';
import { evidenceLine } from '../../spec/results/evidence-line.ts';
import type { Evidence } from '../../spec/results/schema.ts';
import { restored, storedText } from '../results/stored-form.ts';
import { sample } from './fixtures/sample.ts';
import { layRun } from './fixtures/write-run.ts';
import { page } from './page.ts';
import { renderReport } from './render.ts';
import { pageCode } from './script.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'));
});
afterEach(() => rm(folder, { recursive: true }));

const { results: made, evidence: seen } = sample();
/** As they are written, and read again. */
const results = restored(JSON.parse(storedText(made)));
const evidence = new Map([...seen].map(([hash, each]) => [hash, JSON.parse(evidenceLine(each).text) as Evidence]));
const write = () => layRun(folder, { results, evidence });

it('writes the page beside the results it is made from, and nothing else', async () => {
  await write();
  await renderReport(folder);
  const failing = new Set(
    results.cases.flatMap((c) =>
      c.verdict === 'pass' || c.verdict === 'not-expressible' ? [] : (c.evidenceSha256 ?? []),
    ),
  );
  const shown = new Map([...evidence].filter(([hash]) => failing.has(hash)));
  expect(shown.size).toBeLessThan(evidence.size);
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe(page(results, shown, { code: await pageCode() }));
  expect((await readdir(folder)).sort()).toEqual(['evidence', 'index.html', 'results.json', 'summary.md']);
});

it('says what is missing, and writes no half page', async () => {
  await expect(renderReport(folder)).rejects.toThrow('no results in');
  await write();
  await rm(join(folder, 'evidence'), { recursive: true });
  await expect(renderReport(folder)).rejects.toThrow('the results name this evidence, and it is not there');
  await expect(renderReport(folder)).rejects.toBeInstanceOf(UserError);
  expect(await readdir(folder)).not.toContain('index.html');
});

it('says where the page cannot be written', async () => {
  await write();
  // A folder in the place of the page cannot be replaced by a file, whoever runs this.
  await mkdir(join(folder, 'index.html', 'x'), { recursive: true });
  const error: UserError = await renderReport(folder).then(
    () => expect.fail('it wrote'),
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).toMatch(/index\.html: cannot write this file \(EISDIR\)\n {2}→ /);
});
