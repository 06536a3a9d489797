import { demandKnown } from '../../files/demand-known.ts';
import { UserError } from '../../files/user-error.ts';
import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';
import { type ProviderApi, recordingOf } from '../../matrix/model.ts';
import type { Recording } from '../../matrix/schema.ts';
import { bytesOf } from '../../recordings/format/body.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import { adapterId, type Case } from '../../spec/engine/case.ts';
import { cassettesOf, plainAnswer, plainAnswersOf } from '../../spec/engine/cassettes-of.ts';
import { type Plan, planRun } from '../../spec/engine/plan.ts';
import { today } from '../../spec/engine/selection.ts';
import { costOf, type Prices, type Tokens } from './price.ts';
import type { RecordRequest } from './request.ts';
import type { Resource } from './resources/load.ts';

/** A conversation to be recorded, and what it may take. */
export interface Item {
  readonly theCase: Case;
  /** As messages show it. */
  readonly cassette: string;
  readonly model: string;
  readonly requests: number;
  readonly tokens: Tokens;
  /** In US dollars; absent where no price is known. */
  readonly cost?: number;
  /** What keeps it from being recorded: a variable that is not set, say. */
  readonly obstacle?: string;
}

/** All that is recorded of one provider API. */
export interface ProviderPlan {
  readonly column: ProviderApi;
  readonly recording: Recording;
  /** What sends the requests, `package@version`. */
  readonly sdk: string | undefined;
  readonly items: readonly Item[];
  /** What is made at the provider before, and removed behind it. */
  readonly makes: readonly Resource[];
}

/**
 * What a request chooses. Reads recordings that are there, for how much their like takes.
 *
 * @throws {UserError} the selection is wrong, or a column does not say how to record.
 */
export async function planRecording(request: RecordRequest, prices: Prices): Promise<readonly ProviderPlan[]> {
  for (const id of request.providerApis) demandKnown('provider API', id, providerApiIds);
  const chosen = providerApiIds.filter((id) => request.providerApis.length === 0 || request.providerApis.includes(id));
  const { tools, modes } = request;
  const scenarios = request.scenarios.filter((id) => id !== plainAnswer.id);
  const plainOnly = request.scenarios.length > 0 && scenarios.length === 0;
  // Member by member: the request also holds the environment, and with it the keys.
  const adapters = chosen.map((id) => adapterId('reference', id));
  const plan = await planRun({ adapters, tools, scenarios, modes }, today());
  const plans = chosen.map((id) => {
    const named = request.scenarios.includes(plainAnswer.id);
    const plain = named || (tools.length === 0 && scenarios.length === 0) ? plainAnswersOf(id) : [];
    return providerPlan(id, plan, [...(plainOnly ? [] : plan.cases), ...plain], request, prices);
  });
  return plans.filter(({ items }) => items.length > 0);
}

function providerPlan(
  id: ProviderApiId,
  { matrix, adapters }: Plan,
  cases: readonly Case[],
  { modes, folder }: RecordRequest,
  prices: Prices,
): ProviderPlan {
  const column = matrix.providers.find((p) => p.id === id);
  if (!column?.recording) throw new UserError(`the matrix does not say how to record "${id}"`);
  const { recording, sdk } = column;
  const own = cases.filter(
    (c) =>
      c.adapter.providerApi === id &&
      (c.kind === 'scenario' || c.scenario === plainAnswer) &&
      (modes.length === 0 || modes.includes(c.mode)),
  );
  // Where a column has one transport, both modes are played from one recording.
  const perCassette = [...Map.groupBy(own, (c) => cassettesOf(c, column, folder)[0].name).values()];
  const version = adapters.find((a) => a.providerApi === id)?.packages.find((p) => p.name === sdk.package)?.version;
  return {
    column,
    recording,
    sdk: version === undefined ? undefined : `${sdk.package}@${version}`,
    makes: [],
    items: perCassette.flatMap(([first]) => (first ? [itemOf(first, column, folder, prices)] : [])),
  };
}

function itemOf(theCase: Case, column: ProviderApi, folder: string, prices: Prices): Item {
  const { scenario, adapter } = theCase;
  const surface = scenario.surfaces?.[column.id] ?? scenario.surface;
  const model = scenario.models?.[adapter.providerApi] ?? recordingOf(column, surface)?.model ?? '';
  const { shown } = cassettesOf(theCase, column, folder)[0];
  const { requests, tokens } = usual(scenario.expect.length, recordingThere(theCase, column));
  const cost = costOf(model, tokens, prices);
  return { theCase, cassette: shown, model, requests, tokens, ...(cost === undefined ? {} : { cost }) };
}

/** How many bytes of JSON are a token, how many tokens a question and an answer take where nothing is known: rough figures. */
const bytesPerToken = 4;
const tokensPerQuestion = 500;
const tokensPerAnswer = 300;

function usual(calls: number, there: Cassette | undefined): { requests: number; tokens: Tokens } {
  if (!there) return { requests: calls, tokens: { input: calls * tokensPerQuestion, output: calls * tokensPerAnswer } };
  const sent = there.entries.reduce((sum, { request }) => sum + (request.body ? bytesOf(request.body).length : 0), 0);
  const tokens = { input: Math.ceil(sent / bytesPerToken), output: calls * tokensPerAnswer };
  return { requests: there.entries.length, tokens };
}

/** The recording in the repository; one that cannot be read is about to be recorded anew. */
function recordingThere(theCase: Case, column: ProviderApi): Cassette | undefined {
  try {
    return cassettesOf(theCase, column)[0].open();
  } catch {
    return undefined;
  }
}
