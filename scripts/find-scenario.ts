import { assertKnown } from '../lib/did-you-mean.ts';
import { UserError } from '../lib/user-error.ts';
import { providerApiIds } from '../matrix/ids.ts';
import { loadMatrix } from '../matrix/load.ts';
import type { ProviderApi } from '../matrix/model.ts';
import { adapterId, type Case } from '../spec/engine/case.ts';
import { expand } from '../spec/engine/expand.ts';
import { loadScenarios } from '../spec/scenarios/load.ts';

/** Which scenario is meant, as a command line has it. */
export interface ScenarioChoice {
  readonly providerApi: string;
  readonly scenario: string;
  /** Needed where several tools have a scenario of that id. */
  readonly tool?: string | undefined;
  /** `complete` or `stream`; both unless told. */
  readonly mode?: string | undefined;
}

/** The cases of one scenario, of whatever adapter. */
export interface ScenarioCases {
  readonly column: ProviderApi;
  readonly tool: string;
  readonly cases: readonly [Case, ...Case[]];
}

/** @throws {UserError} an id that does not exist, or several tools that have the scenario. */
export async function scenarioCases({ providerApi, scenario, tool, mode }: ScenarioChoice): Promise<ScenarioCases> {
  assertKnown('provider API', providerApi, providerApiIds);
  const [matrix, scenarios] = await Promise.all([loadMatrix(), loadScenarios()]);
  const column = matrix.providers.find(({ id }) => id === providerApi);
  if (!column) throw new Error(`the matrix has no column ${providerApi}`);
  const anyAdapter = { id: adapterId('any', column.id), implementation: 'any', providerApi: column.id };
  const all = expand(matrix, scenarios, [anyAdapter]).filter(({ kind }) => kind !== 'fault' && kind !== 'client-setup');
  assertKnown(
    'scenario',
    scenario,
    idsOf(all, (c) => c.scenario.id),
  );
  const ofScenario = all.filter((c) => c.scenario.id === scenario);
  const tools = idsOf(ofScenario, (c) => c.tool);
  if (tool !== undefined) assertKnown(`tool with a scenario "${scenario}"`, tool, tools);
  else if (tools.length > 1) {
    throw new UserError(`scenario "${scenario}" exists for several tools`, { hint: `add --tool: ${tools.join(', ')}` });
  }
  const ofTool = ofScenario.filter((c) => c.tool === (tool ?? tools[0]));
  if (mode !== undefined)
    assertKnown(
      'mode',
      mode,
      idsOf(ofTool, (c) => c.mode),
    );
  const [first, ...rest] = ofTool.filter((c) => mode === undefined || c.mode === mode);
  if (!first) throw new Error('a scenario without a case');
  return { column, tool: first.tool, cases: [first, ...rest] };
}

const idsOf = <T>(items: readonly T[], id: (item: T) => string): string[] => [...new Set(items.map(id))];
