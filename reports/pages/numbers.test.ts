import { expect, it } from 'vitest';
import { changeCounts } from '../changes/changes.ts';
import { readShipped, snapshotPath } from '../snapshot/file.ts';
import { lookupOf } from '../snapshot/lookup.ts';
import { severalModel } from './fixtures/sample-site.ts';
import { evidenceCounts } from './index/index-page.ts';

/** Numbers of sentences add up to the whole that they name. */

it('splits the offered cells by evidence, none twice and none left out', () => {
  for (const lookup of [lookupOf(readShipped(snapshotPath)), severalModel().lookup]) {
    const { offered, ...parts } = evidenceCounts(lookup);
    expect(Object.values(parts).reduce((a, b) => a + b)).toBe(offered);
    expect(offered).toBeGreaterThan(0);
  }
});

it('counts each library of both snapshots once, and no more of them than there are', () => {
  const { changes } = severalModel().changed;
  const { libraries } = changeCounts(changes);
  expect(libraries.all).toBe(2);
  for (const n of [libraries.worse, libraries.inside, libraries.better]) expect(n).toBeLessThanOrEqual(libraries.all);
});
