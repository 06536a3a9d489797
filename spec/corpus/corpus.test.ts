import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import type { Adapter } from '../contract/index.ts';
import { discoverAdapters, repositoryFolder } from '../engine/discover.ts';
import { compareCorpus } from './compare-corpus.ts';
import { loadFolders } from './folders.ts';
import { callIsMissing } from './replay-call.ts';
import { isSound, readSchemas } from './schemas.ts';
import { readShapes } from './shapes.ts';

/** Of some columns no real traffic is public. */
const withTraffic = new Set(
  (await loadFolders()).flatMap((folder) => ('providerApi' in folder ? folder.providerApi : [])),
);
const reference = (await discoverAdapters()).filter(
  ({ implementation, providerApi }) => implementation === 'reference' && withTraffic.has(providerApi),
);

/**
 * By day a column of each way to answer: frames, and events in calls of several exchanges; every night all. Shapes and schemas are by day
 * those of columns with less traffic.
 */
const byDay = ['bedrock-agents', 'azure-foundry-agents'];
const read = isNightly ? reference : reference.filter(({ providerApi }) => byDay.includes(providerApi));

/**
 * How many requests cannot be said again, so that their answers alone are read: the service took results under other ids in 2024, and
 * a function's result for a search of tools that the application made.
 */
const withoutCall: Readonly<Record<string, number>> = { anthropic: 2, 'openai-responses': 1 };

it.each(read.map(({ providerApi }) => providerApi))(
  'the reference adapter reads all real traffic of %s without losing or changing a fact',
  { timeout: 300_000 },
  async (provider) => {
    const path = join(repositoryFolder, 'adapters', 'reference', provider, 'adapter.ts');
    const { adapter } = (await import(pathToFileURL(path).href)) as { adapter: Adapter };
    const { providers } = await compareCorpus({
      directories: process.env.CORPUS_DIR,
      provider,
      adapterFor: async () => adapter,
    });
    const [report] = providers;
    expect(report).toMatchObject({ differences: [], errorList: [] });
    expect(report?.exchanges).toBeGreaterThan(0);
    const reworded = report?.unread.find(({ what }) => what === callIsMissing)?.count ?? 0;
    expect(reworded).toBeLessThanOrEqual(withoutCall[provider] ?? 0);
    const { read = 0, notServed = 0, contradictory = 0, exchanges = 0 } = report ?? {};
    expect(read + notServed + contradictory).toBe(exchanges);
    // What contradicts itself is the rare exception, and none may hide behind it.
    expect(read / exchanges).toBeGreaterThanOrEqual(0.99);
  },
);

const compared = isNightly ? [undefined] : ['anthropic', 'google', 'mistral-chat', 'openai-assistants'];

test.each(compared)(
  'of real traffic of %s, what no cassette has is explained',
  { timeout: 300_000 },
  async (provider) => {
    const reports = await readShapes(process.env.CORPUS_DIR, provider);
    const left = reports.filter(({ missing, needless }) => missing.length + needless.length > 0);
    expect(left.map(({ providerApi, missing, needless }) => ({ providerApi, missing, needless }))).toEqual([]);
    expect(reports.every(({ real }) => real > 0)).toBe(true);
  },
);

test.each(compared)(
  'schemas and rules refuse next to nothing of real traffic of %s, and each refusal is explained',
  {
    timeout: 300_000,
  },
  async (provider) => {
    const reports = await readSchemas(process.env.CORPUS_DIR, provider);
    const unsound = reports.filter((report) => !isSound(report));
    const said = unsound.map(({ providerApi, exchanges, failing, failures, needless }) => ({
      providerApi,
      refused: `${failing} of ${exchanges}`,
      unexplained: failures.filter(({ reason }) => reason === undefined),
      needless,
    }));
    expect(said).toEqual([]);
    expect(reports.length).toBe(provider === undefined ? withTraffic.size : 1);
  },
);
