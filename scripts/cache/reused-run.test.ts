import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Plan } from '../../spec/engine/plan.ts';
import { noCache } from './cache-folder.ts';
import type { ProjectState } from './project.ts';
import { keptReport } from './reused-run.ts';

const plan = { selection: {}, settings: { asOf: '2026-11-28' } } as unknown as Plan;
const stateOf = (id: string): ProjectState => ({ files: ['a.ts'], idOf: () => id }) as unknown as ProjectState;

/** A folder with results and two files of evidence, and a cache. */
function laidRun() {
  const folder = mkdtempSync(join(tmpdir(), 'reused-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'evidence'));
  const write = (name: string, text = 'as a run wrote it') => writeFileSync(join(folder, name), text);
  for (const name of ['results.json', 'evidence/one.jsonl', 'evidence/other.jsonl']) write(name);
  const entries = new Map<string, unknown>();
  const cache = {
    ...noCache,
    get: (key: string) => entries.get(key),
    put: (key: string, value: unknown) => entries.set(key, value),
  };
  return { write, reportIn: (state: ProjectState) => keptReport(state, plan, folder, cache) };
}

test('a report is there until the project or one of its files changes', () => {
  const { write, reportIn } = laidRun();
  expect(reportIn(stateOf('1')).isThere()).toBe(false);
  reportIn(stateOf('1')).keep(stateOf('1'));
  expect(reportIn(stateOf('1')).isThere()).toBe(true);
  expect(reportIn(stateOf('2')).isThere()).toBe(false);
  write('results.json', 'as somebody else wrote it');
  expect(reportIn(stateOf('1')).isThere()).toBe(false);
});

test('evidence is there whatever else has changed, until somebody writes to its file', () => {
  const { write, reportIn } = laidRun();
  expect(reportIn(stateOf('1')).hasEvidence('one.jsonl')).toBe(false);
  reportIn(stateOf('1')).keep(stateOf('1'));
  write('evidence/other.jsonl', 'as somebody ELSE did');
  const later = reportIn(stateOf('2'));
  expect(['one.jsonl', 'other.jsonl', 'none.jsonl', '../results.json'].map(later.hasEvidence)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
