import picocolors from 'picocolors';
import { demandKnown } from '../files/demand-known.ts';
import { UserError } from '../files/user-error.ts';
import { providerApiIds } from '../matrix/ids.ts';
import type { ProviderApi } from '../matrix/model.ts';
import { cassettesFolder } from '../recordings/format/location.ts';
import { writeCassette } from '../recordings/format/write.ts';
import { recordWith } from '../recordings/transport/record.ts';
import type { Adapter, ClientSettings } from '../spec/contract/index.ts';
import { adapterId, type Case } from '../spec/engine/case.ts';
import { cassettesOf } from '../spec/engine/cassettes-of.ts';
import { repositoryFolder } from '../spec/engine/discover.ts';
import { unfulfilled } from '../spec/engine/expectations.ts';
import { planRun } from '../spec/engine/plan.ts';
import { converse } from '../spec/engine/run.ts';
import { recordingSettings, variablesOf } from '../spec/engine/settings.ts';
import { today } from '../spec/engine/suite.ts';
import type { Step } from '../spec/engine/trace.ts';
import { wireReaderFor } from '../spec/wire/index.ts';

/** What to record, from where. */
export interface RecordRequest {
  readonly providerApi: string;
  readonly tools: readonly string[];
  readonly scenarios: readonly string[];
  readonly modes: readonly string[];
  /** Instead of the provider's own; such a recording is never `live`. */
  readonly baseUrl?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Only say what would be called. */
  readonly dryRun: boolean;
  readonly print: (line: string) => void;
  /** Where cassettes are written. */
  readonly folder?: string;
}

/**
 * Records scenarios through the reference adapter of a provider API. A recording that does not fulfil its scenario is not
 * written: the cassette that is there stays as it is.
 *
 * @returns the exit code: 0 when everything was recorded, else 1.
 * @throws {UserError} the selection is wrong, the column says nothing of recording, or the key is missing.
 */
export async function recordScenarios(request: RecordRequest): Promise<number> {
  const { providerApi, tools, scenarios, modes, print } = request;
  demandKnown('provider API', providerApi, providerApiIds);
  // Member by member: the request also holds the environment, and with it the key.
  const plan = await planRun({ adapters: [adapterId('reference', providerApi)], tools, scenarios, modes }, today());
  const column = plan.matrix.providers.find((p) => p.id === providerApi);
  if (!column?.recording) throw new UserError(`the matrix does not say how to record "${providerApi}"`);
  const scenarioCases = plan.cases.filter((c) => c.kind === 'scenario');
  // Where a column has one transport, both modes are played from one recording.
  const cases = [...Map.groupBy(scenarioCases, (c) => cassettesOf(c, column)[0].path).values()].flatMap(
    ([c]) => c ?? [],
  );
  const baseUrl = request.baseUrl ?? column.baseUrl;
  if (!URL.canParse(baseUrl.replaceAll(/[{}]/g, ''))) {
    throw new UserError(`"${baseUrl}" is no URL`, { hint: 'write it as https://host or http://127.0.0.1:8080' });
  }
  print(
    `${cases.length} recordings from ${baseUrl}, model ${column.recording.model}, with ${variablesOf(column.recording).join(', ')}`,
  );
  for (const c of cases) {
    const model = c.scenario.models?.[providerApi];
    const requests = `${c.scenario.expect.length} requests${model === undefined ? '' : `, model ${model}`}`;
    print(`  ${cassettesOf(c, column)[0].shown} (${requests})`);
  }
  if (request.dryRun) return 0;

  const planned = cases.map((theCase) => ({
    theCase,
    settings: recordingSettings(column, request.environment, theCase.scenario, request.baseUrl),
  }));
  const { adapter } = (await import(`${repositoryFolder}/adapters/reference/${providerApi}/index.ts`)) as {
    adapter: Adapter;
  };
  let failed = 0;
  for (const { theCase, settings } of planned) {
    const problem = await recordCase(theCase, adapter, column, settings, request.folder ?? cassettesFolder);
    print(
      problem
        ? `${picocolors.red('not recorded')} ${theCase.id}\n  ${problem}`
        : `${picocolors.green('recorded')} ${theCase.id}`,
    );
    if (problem) failed++;
  }
  return failed === 0 ? 0 : 1;
}

/** Records one case; returns why it was not written, or nothing. */
async function recordCase(
  theCase: Case,
  adapter: Adapter,
  column: ProviderApi,
  settings: ClientSettings,
  folder: string,
): Promise<string | undefined> {
  const options = { operations: column.operations, settings, column, recordedAt: today() };
  const { value, cassette, unexpected } = await recordWith(options, (transport) =>
    converse(theCase, adapter, transport),
  );
  const [strange] = unexpected;
  if (strange) return `${strange.request.method} ${strange.request.url} is no known operation: ${strange.reason}`;
  const problem = (await problemOf(theCase, value.steps)) ?? value.unplayable;
  if (problem) return problem;
  await writeCassette(cassettesOf(theCase, column, folder)[0].path, cassette, folder);
  return undefined;
}

/** Why a conversation, as it was recorded, does not fulfil its scenario. */
async function problemOf({ scenario, adapter }: Case, steps: readonly Step[]): Promise<string | undefined> {
  const reader = await wireReaderFor(adapter.providerApi);
  const thrown = steps.find((s) => s.error)?.error;
  if (thrown) return `${thrown.name}: ${thrown.message}`;
  const problems = steps.flatMap((step, i) =>
    unfulfilled(scenario.expect[i] ?? [], reader.readResponses(step.exchanges).facts),
  );
  return problems[0] ?? (steps.length < scenario.expect.length ? 'the conversation ended early' : undefined);
}
