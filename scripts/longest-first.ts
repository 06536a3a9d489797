/** In which order test files begin: what takes longest first, so that nobody waits for one that began last. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sizesOf } from '../recordings/cassette-sizes.ts';

/** Test files that take more than three seconds by day on an idle machine, longest first. */
export const long: readonly string[] = [
  'reports/pages/site.browser.test.ts',
  'scripts/pack/pack.test.ts',
  'spec/kill-matrix/broken-adapters.test.ts',
  'scripts/lint-data/lint-data.test.ts',
  'spec/corpus/corpus.test.ts',
  'spec/engine/fault-case.test.ts',
  'scripts/gate/recordings.test.ts',
  'adapters/reference/every-adapter.test.ts',
  'spec/engine/transports.test.ts',
  'scripts/hostile-responses/hostile-run.test.ts',
  'scripts/diff/replay-client.test.ts',
  'scripts/record/record.test.ts',
  'scripts/diff/accept.test.ts',
  'scripts/run/external-adapter/program.test.ts',
  'scripts/hostile-files.test.ts',
];

/**
 * How long a test file takes, as far as it can be told before it has run: a generated suite as long as the recordings of its column are
 * large; of others, the long ones are known. Only an order: the numbers mean nothing.
 *
 * @param path from the root of the repository
 * @param sizeOf bytes of the recordings of a provider API
 */
export function lengthOf(path: string, sizeOf: (providerApi: string) => number): number {
  const [, providerApi] = /^adapters\/[^/]+\/([^/]+)\/conformance\.test\.ts$/.exec(path) ?? [];
  if (providerApi !== undefined) return sizeOf(providerApi);
  const place = long.indexOf(path);
  return place < 0 ? 0 : long.length - place;
}

const recordedBytes = (providerApi: string): number => sizesOf(providerApi).reduce((sum, size) => sum + size, 0);

/** Vitest's own order, but that the long ones of each project come before the others. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const sorted = (await super.sort(files)).map((spec) => ({
      spec,
      length: lengthOf(spec.moduleId.slice(root.length + 1), recordedBytes),
    }));
    // A worker that changes projects begins anew.
    const byProject = Map.groupBy(sorted, ({ spec }) => spec.project.name);
    return [...byProject.values()].flatMap((of) => of.toSorted((a, b) => b.length - a.length).map(({ spec }) => spec));
  }
}
