/** Every case of the reference adapters, and of one that is another process, through every kind of transport that fits. */
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { transportKinds } from '../../recordings/transport/kinds.ts';
import type { Adapter } from '../contract/index.ts';
import type { Case } from './case.ts';
import { type DiscoveredAdapter, discoverAdapters, repositoryFolder } from './discover.ts';
import { prepareSuite, type Suite, today } from './suite.ts';

const adapters = await discoverAdapters();
const reference = adapters.filter(({ implementation }) => implementation === 'reference');
const processes = adapters.filter(({ implementation }) => implementation === 'python-example');

const suiteOf = ({ implementation, providerApi }: DiscoveredAdapter, transport: (typeof transportKinds)[number]) => {
  const folder = `${repositoryFolder}/adapters/${implementation}`;
  const load = async (): Promise<Adapter> =>
    (await import(pathToFileURL(`${folder}/${providerApi}/index.ts`).href)).adapter;
  return prepareSuite(
    { implementation, providerApi, load, exceptions: `${folder}/exceptions.yaml` },
    { asOf: today(), transport },
  );
};

/**
 * Of cases with faults, those of torn answers to one tool stand for all: they are many conversations each. What an operating
 * system says of a connection that is lost is not the same over a server, and a base URL that is none is one there.
 */
const isPlayed = ({ kind, tool, scenario }: Case): boolean =>
  (kind !== 'fault' || (tool === 'function-calling' && scenario.id === 'fault-torn')) &&
  scenario.id !== 'setup-refused';

/** What is reported of every case, but how long it took. */
async function play(suite: Suite) {
  const reports = [];
  for (const theCase of suite.cases.filter(isPlayed)) {
    const { milliseconds: _, ...report } = await suite.run(theCase);
    reports.push(report);
  }
  return reports;
}

/** All cases of an adapter, over each transport: some hundreds, on a machine that may be busy. */
const timeout = 300_000;

describe.for(reference)('$id', (adapter) => {
  test('verdicts, check results and evidence are the same through every transport', { timeout }, async () => {
    const inProcess = await play(await suiteOf(adapter, 'in-process'));
    expect(inProcess.flatMap((r) => r.evidence?.steps.flatMap((s) => s.exchanges) ?? []).length).toBeGreaterThan(0);
    const known = new Map(inProcess.map((report) => [report.result.id, report]));
    for (const kind of transportKinds.slice(1)) {
      const suite = await suiteOf(adapter, kind);
      // With TLS the same server answers: what one tool shows of it, every tool does.
      const cases = suite.cases.filter(({ tool }) => kind === 'server' || tool === 'function-calling');
      const reports = await play({ ...suite, cases });
      expect(reports.length).toBeGreaterThan(2);
      if (kind === 'server') expect(reports).toHaveLength(inProcess.length);
      for (const report of reports) expect(report, `${report.result.id}, ${kind}`).toEqual(known.get(report.result.id));
    }
  });
});

describe.for(processes)('$id, another process', (adapter) => {
  test('verdicts, check results and evidence are the same with TLS and without', { timeout }, async () => {
    const [plain, tls] = [await suiteOf(adapter, 'server'), await suiteOf(adapter, 'server-tls')];
    onTestFinished(async () => {
      await plain.close();
      await tls.close();
    });
    const reports = await play(plain);
    expect(reports.flatMap((r) => r.evidence?.steps.flatMap((s) => s.exchanges) ?? []).length).toBeGreaterThan(0);
    expect(await play(tls)).toEqual(reports);
  });
});
