/** Each check is proved by an adapter that is broken on purpose: a check that nothing fails would prove nothing when it passes. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type BrokenAdapter,
  brokenInActions,
  brokenInApprovals,
  brokenInAssistants,
  brokenInAvailability,
  brokenInChatCalls,
  brokenInChatStreams,
  brokenInDemands,
  brokenInErrors,
  brokenInGoogleAnswers,
  brokenInGoogleRequests,
  brokenInMistral,
  brokenInMistralChat,
  brokenInMultiTurn,
  brokenInRequest,
  brokenInResponse,
  brokenInResponsesRead,
  brokenInResponsesSent,
  brokenInRules,
  brokenInStream,
  brokenOnBedrockAgents,
  brokenOnConverse,
} from '../../adapters/broken/index.ts';
import type { ProviderApiId } from '../../matrix/ids.ts';
import type { Adapter } from '../contract/index.ts';
import { repositoryFolder } from '../engine/discover.ts';
import { prepareSuite, type SuiteReport, today } from '../engine/suite.ts';
import { loadChecks } from './load.ts';

const all: readonly BrokenAdapter[] = [
  ...brokenInRequest,
  ...brokenInResponse,
  ...brokenInStream,
  ...brokenInMultiTurn,
  ...brokenInApprovals,
  ...brokenInErrors,
  ...brokenInAvailability,
  ...brokenInActions,
  ...brokenInDemands,
  ...brokenInRules,
  ...brokenInAssistants,
  ...brokenInChatCalls,
  ...brokenInChatStreams,
  ...brokenInMistral,
  ...brokenInMistralChat,
  ...brokenInResponsesSent,
  ...brokenInResponsesRead,
  ...brokenOnConverse,
  ...brokenOnBedrockAgents,
  ...brokenInGoogleRequests,
  ...brokenInGoogleAnswers,
];
const checks = await loadChecks();

/** Plays some scenarios; all, unless told. */
async function runBroken(
  { over = 'anthropic', breakIt = (adapter) => adapter, onTheWire }: BrokenAdapter,
  scenarios: string[] = [],
): Promise<SuiteReport[]> {
  const path = join(repositoryFolder, 'adapters/reference', over, 'index.ts');
  const subject = {
    implementation: 'reference',
    providerApi: over as ProviderApiId,
    load: async () => breakIt(((await import(path)) as { adapter: Adapter }).adapter),
    exceptions: join(repositoryFolder, 'adapters/reference/exceptions.yaml'),
    tampering: onTheWire,
  };
  const suite = await prepareSuite(subject, { asOf: today(), scenarios });
  const reports: SuiteReport[] = [];
  for (const theCase of suite.cases) reports.push(await suite.run(theCase));
  return reports;
}

const nameOf = ({ result }: SuiteReport): string => `${result.scenario}/${result.mode}`;
const unique = (names: readonly string[]): string[] => [...new Set(names)].sort();

describe('broken adapters', () => {
  test.for(all)('$id is caught by $caughtBy', async (broken) => {
    const reports = await runBroken(
      broken,
      broken.shows.map((shown) => shown.split('/')[0] as string),
    );
    const caught = reports.filter((r) =>
      r.result.checks.some((c) => c.check === broken.caughtBy && c.findings.length > 0),
    );
    expect(unique(caught.map(nameOf))).toEqual(expect.arrayContaining([...broken.shows]));
    // A finding below MUST is a warning, and fails no case.
    const must = checks.find((c) => c.id === broken.caughtBy)?.level === 'MUST';
    for (const { verdict, result } of caught) expect(verdict, result.id).toBe(must ? 'fail' : 'pass');
  });

  test('a defect turns exactly the cases concerned red, and says what the wire had and where', async () => {
    const broken = all.find((b) => b.id === 'drops-second-parallel-call') as BrokenAdapter;
    const red = (await runBroken(broken)).filter((r) => r.verdict !== 'pass');
    expect(red.map(nameOf)).toEqual(['parallel-calls/stream', 'settings/stream', 'raw-called-by-code/stream']);
    const finding = red[0]?.result.checks.find((c) => c.check === broken.caughtBy)?.findings[0];
    expect(finding?.message).toContain('Kraków');
    expect(finding?.wirePath).toMatch(/^steps\[0\]\.exchanges\[0\]\.response\.events\[/);
  });

  test('every check is failed by a broken adapter', () => {
    expect(checks.map((c) => c.id).filter((id) => !all.some((b) => b.caughtBy === id))).toEqual([]);
  });

  test('every broken adapter names a check that there is', () => {
    expect(all.filter((b) => !checks.some((c) => c.id === b.caughtBy)).map((b) => b.id)).toEqual([]);
  });
});
