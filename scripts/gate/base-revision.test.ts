import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { baseRevision } from './base-revision.ts';
import type { RevisionState } from './revision/schema.ts';
import { revisionFormatVersion } from './revision/version.ts';

const state: RevisionState = {
  version: revisionFormatVersion,
  adapters: [],
  matrix: { tools: [], providers: [] },
  exceptions: [],
  cases: [],
};

let folder: string;
let project: string;
/** A base whose command line gives an empty state. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'base-'));
  project = join(folder, 'project');
  await mkdir(join(project, 'scripts'), { recursive: true });
  await writeFile(join(project, 'package.json'), '{ "type": "commonjs" }');
  const respond = `require('node:fs').writeFileSync(process.argv[4], ${JSON.stringify(JSON.stringify(state))})`;
  await writeFile(join(project, 'scripts/atc.js'), respond);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const options = { root: tmpdir(), commit: 'abc', tell: () => {} };

test('state() asks the base once', async () => {
  let checkouts = 0;
  const base = baseRevision(async () => {
    checkouts++;
    return project;
  }, options);
  expect(await Promise.all([base.state(), base.state(false), base.state(true)])).toEqual([state, state, state]);
  expect(checkouts).toBe(1);
});

test('end() waits for a checkout that is going on, and nothing is asked afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const base = baseRevision(() => promise, options);
  const read = base.state();
  const order: string[] = [];
  const ended = base.end().then(() => order.push('ended'));
  resolve(project);
  await expect(read.catch((error) => order.push('state') && Promise.reject(error))).rejects.toThrow('ended before');
  await ended;
  expect(order).toEqual(['state', 'ended']);
});
