import { jsonEquals } from '../../lib/canonical-json.ts';
import { compatibleSurface, dialectsOf } from '../../matrix/dialects.ts';
import { cellOf, type Matrix } from '../../matrix/model.ts';
import { mayBeUnstored, type SetupKind, setupKinds, unstored } from '../client-setups/client-setups.ts';
import type { Tool } from '../contract/index.ts';
import { isOrdinary, kindOfDialect } from '../faults/dialects.ts';
import { type FaultKind, faultKinds } from '../faults/fault-kinds.ts';
import { faultTraitsOf } from '../faults/fault-traits.ts';
import {
  type DeclarationSet,
  type RejectedMessages,
  type RejectedSetting,
  type Scenario,
  type ScenarioFile,
  type ScenarioSubject,
  scenarioSubjects,
} from '../scenarios/schema.ts';
import type { AdapterIdentity, Case } from './case.ts';
import type { Mode } from './trace.ts';

const modes: readonly Mode[] = ['complete', 'stream'];

/**
 * All cases of the adapters, in the order adapter, matrix row, scenario, mode. Total and pure: a yes or partial cell gives
 * its scenarios (none, where the tool has none yet: that cell is claimed and untested), a no cell its rejection, an unknown
 * cell the declaration of its tool. A cell with conversations has its faults behind them.
 *
 * @param thorough whether faults of which there are hundreds are tried too
 */
export function expand(
  matrix: Matrix,
  scenarios: readonly ScenarioFile[],
  adapters: readonly AdapterIdentity[],
  thorough = false,
): readonly Case[] {
  return adapters.flatMap((adapter) => {
    const cells = scenarios.map((file) => casesOfCell(matrix, file, adapter));
    return cells.flatMap((cell, i) => [
      ...cell,
      ...faulted(cell, cells, thorough),
      ...setUp(cell, cells, adapter),
      ...onSurfaces(matrix, scenarios[i], cell),
      ...withoutState(cell),
      ...inDialects(matrix, cell, adapter),
    ]);
  });
}

function casesOfCell(matrix: Matrix, file: ScenarioFile, adapter: AdapterIdentity): Case[] {
  // Break-glass is no tool that a provider could lack.
  const support = file.tool === 'break-glass' ? 'yes' : cellOf(matrix, file.tool, adapter.providerApi).support;
  if (support === 'no') return modes.map((mode) => caseOf(adapter, file.tool, rejectionOf(file), mode, 'rejection'));
  if (support === 'unknown') {
    const declared = declarationOf(file, adapter.providerApi);
    return modes.map((mode) => caseOf(adapter, file.tool, declared, mode, 'declaration'));
  }
  const played = file.scenarios
    .filter((s) => !s.providerApis || s.providerApis.includes(adapter.providerApi))
    .flatMap((s) =>
      (s.modes ?? modes).map((mode) => caseOf(adapter, file.tool, s, mode, s.abort ? 'abort' : 'scenario')),
    );
  const refused = [
    ...(file.rejectedSettings ?? []),
    ...(file.rejectedMessages ?? []).map((said) => ({ ...said, error: 'ProviderError' as const })),
  ]
    .filter(({ providerApis }) => providerApis?.includes(adapter.providerApi) ?? true)
    .flatMap((what) => {
      const scenario = 'messages' in what ? rejectionOfMessages(what) : rejectionOfSetting(what);
      return modes.map((mode) => ({
        ...caseOf(adapter, file.tool, scenario, mode, 'rejection'),
        refusedBy: what,
      }));
    });
  const declared = (file.declarations ?? [])
    .filter(({ providerApis }) => providerApis?.includes(adapter.providerApi) ?? true)
    .flatMap((set) =>
      modes.map((mode) => ({
        ...caseOf(adapter, file.tool, scenarioOfDeclarations(set), mode, 'declaration'),
        declared: set,
      })),
    );
  return [...played, ...declared, ...refused];
}

/** The tool that every column has: what the answers of others have in common with its answers goes wrong there. */
export const baselineTool: ScenarioSubject = 'function-calling';

/** Tools in the order in which they try faults: the common one first. What an earlier one tries, a later one leaves out. */
export const faultOrder: readonly string[] = [
  baselineTool,
  ...scenarioSubjects.filter((tool) => tool !== baselineTool),
];

/** A case per family of faults and mode, over all conversations of a cell that are played in that mode. */
function faulted(cell: readonly Case[], cells: readonly (readonly Case[])[], thorough: boolean): Case[] {
  const traits = faultTraitsOf(cell[0]?.adapter.providerApi ?? '');
  const own = conversationsByMode(cell);
  const before = conversationsByMode(cellsBefore(cell, cells).flat());
  const families = faultKinds.filter(({ isLong, applies }) => (thorough || !isLong) && (applies?.(traits) ?? true));
  return families.flatMap((family) =>
    (family.modes ?? modes).flatMap((mode) => {
      const wanted = (cases: readonly Case[]) =>
        family.of ? cases.filter((c) => family.of?.(c.scenario, traits)) : cases;
      const over = wanted(own[mode]);
      const [first] = over;
      if (!first) return [];
      const fault = { family, over, elsewhere: wanted(before[mode]) };
      return [{ ...caseOf(first.adapter, first.tool, scenarioOf(family), mode, 'fault'), fault }];
    }),
  );
}

/** A case per mode and server that speaks the API in a dialect, where the adapter's library documents its use with such servers. */
function inDialects(matrix: Matrix, cell: readonly Case[], adapter: AdapterIdentity): Case[] {
  if (!matrix.dialects || cell[0]?.tool !== baselineTool) return [];
  const own = conversationsByMode(cell);
  const { surfaces = [] } = matrix.providers.find(({ id }) => id === adapter.providerApi) ?? {};
  // Without such a surface, a library reaches the servers as it does the provider.
  const isApart = surfaces.some(({ id }) => id === compatibleSurface);
  return dialectsOf(matrix.dialects, adapter)
    .map(kindOfDialect)
    .flatMap((family) =>
      modes.flatMap((mode) => {
        const over = own[mode].filter(({ scenario }) => isOrdinary(scenario)).map((c) => (isApart ? compatible(c) : c));
        const fault = { family, over, elsewhere: [] };
        return over.length > 0 ? [{ ...caseOf(adapter, baselineTool, scenarioOf(family), mode, 'fault'), fault }] : [];
      }),
    );
}

/** The same conversation, with a client of such a server. */
const compatible = (theCase: Case): Case => ({
  ...theCase,
  id: `${theCase.id} of ${compatibleSurface}`,
  scenario: { ...theCase.scenario, surface: compatibleSurface, surfaces: {} },
});

const conversationsByMode = (cases: readonly Case[]): Record<Mode, readonly Case[]> => {
  const all = cases.filter(({ kind }) => kind === 'scenario');
  return {
    complete: all.filter(({ mode }) => mode === 'complete'),
    stream: all.filter(({ mode }) => mode === 'stream'),
  };
};

/** Cells whose cases try faults before those of a cell. */
function cellsBefore(cell: readonly Case[], cells: readonly (readonly Case[])[]): readonly (readonly Case[])[] {
  const placeOf = ([first]: readonly Case[]) => faultOrder.indexOf(first?.tool ?? '');
  return cells.toSorted((a, b) => placeOf(a) - placeOf(b)).filter((each) => placeOf(each) < placeOf(cell));
}

/** A case per family of set-ups and mode, where every column has cases: over the first conversation with each variant of the API. */
function setUp(cell: readonly Case[], cells: readonly (readonly Case[])[], adapter: AdapterIdentity): Case[] {
  if (cell[0]?.tool !== baselineTool) return [];
  const all = [...cell, ...cells.flat()].filter(({ kind }) => kind === 'scenario');
  return setupKinds
    .filter(({ isOfVariants, unstoredOn }) => !isOfVariants && !unstoredOn)
    .flatMap((family) =>
      modes.flatMap((mode) => {
        const played = all.filter((c) => c.mode === mode);
        const firsts = new Map(played.toReversed().map((c) => [surfaceOf(c), c]));
        const over = overOf(family, played) ?? [...firsts.values()].toReversed();
        const scenario = scenarioOf(family);
        return over.length === 0
          ? []
          : [{ ...caseOf(adapter, baselineTool, scenario, mode, 'client-setup'), setup: { family, over } }];
      }),
    );
}

/** The conversations of a family that needs certain ones. */
function overOf({ isAtOnce, inUse }: SetupKind, played: readonly Case[]): readonly Case[] | undefined {
  if (inUse) {
    const isKept = ({ adapter, scenario: { options } }: Case): boolean =>
      inUse.has(adapter.providerApi) && options.conversationId !== undefined;
    return played.filter(isKept).slice(0, 1);
  }
  return isAtOnce ? atOnce(played) : undefined;
}

/** Two conversations of a cell that have the same options: what a client makes for one serves the other. */
function atOnce(played: readonly Case[]): readonly Case[] {
  const core = [...new Set(played)].filter((c) => c.tool === baselineTool && c.scenario.tier === 'core');
  const pairs = core.flatMap((one) => core.slice(core.indexOf(one) + 1).map((other) => [one, other] as const));
  return pairs.find(([one, other]) => jsonEquals(one.scenario.options, other.scenario.options)) ?? [];
}

/**
 * A case per mode, over the first core conversation with a tool that surfaces with hosts of their own offer as well; where the API has
 * versions, over all core conversations. What a surface lacks is rejected there, by cases of its own.
 */
function onSurfaces(matrix: Matrix, file: ScenarioFile | undefined, cell: readonly Case[]): Case[] {
  const [first] = cell;
  const column = matrix.providers.find(({ id }) => id === first?.adapter.providerApi);
  if (!first || !file || !column) return [];
  const versions = column.versions ?? [];
  if (versions.length === 0 && !column.surfaces.some(({ baseUrl }) => baseUrl !== undefined)) return [];
  const lacking = file.tool === 'break-glass' ? {} : (column.cells[file.tool].surfaces ?? {});
  const rejected = (file.rejectedSettings ?? [])
    .filter(({ error }) => error === 'UnsupportedToolError')
    .filter(({ providerApis }) => providerApis?.includes(column.id) ?? true);
  const offering = ({ scenario }: Case): readonly string[] =>
    [...column.surfaces.map((surface) => ({ ...surface, surface: surface.id })), ...versions]
      .filter(({ surface }) => !['no', 'unknown'].includes(lacking[surface]?.support ?? ''))
      .filter(
        ({ surface: of }) =>
          !rejected.some(({ surface, tools }) => surface === of && tools.some((tool) => declares(scenario, tool))),
      )
      // Of surfaces at one host, the first is enough.
      .filter((one, i) => i === 0 || 'baseUrl' in one || one.id !== one.surface)
      .map(({ id }) => id);
  const family = setupKinds.filter(({ isOfVariants }) => isOfVariants);
  const ordinary = cell.filter(
    (c) => c.kind === 'scenario' && c.scenario.tier === 'core' && surfaceOf(c) === undefined,
  );
  return family.flatMap((kind) =>
    modes.flatMap((mode) => {
      const offered = ordinary.filter((c) => c.mode === mode && offering(c).length > 1);
      const [base] = offered;
      if (!base) return [];
      const over = versions.length > 0 ? offered : [base];
      const setup = { family: kind, over, surfaces: offering(base) };
      return [{ ...caseOf(base.adapter, base.tool, scenarioOf(kind), mode, 'client-setup'), setup }];
    }),
  );
}

/** A case per mode, over the conversations of a cell that can be played as ones that the provider does not keep. */
function withoutState(cell: readonly Case[]): Case[] {
  return setupKinds.flatMap((family) => {
    const unknown = family.unstoredOn?.get(cell[0]?.adapter.providerApi ?? '');
    if (!unknown) return [];
    const all = cell
      .filter((c) => c.kind === 'scenario' && surfaceOf(c) === undefined)
      .filter(({ scenario }) => mayBeUnstored(scenario, unknown) && unstored(scenario));
    return modes.flatMap((mode) => {
      const over = all.filter((c) => c.mode === mode);
      const [first] = over;
      if (!first) return [];
      const theCase = caseOf(first.adapter, first.tool, scenarioOf(family), mode, 'client-setup');
      return [{ ...theCase, setup: { family, over } }];
    });
  });
}

/** Whether a conversation declares a tool of the same kind; of those that only their name tells apart, of the same name. */
const declares = ({ options, turns }: Scenario, tool: Tool): boolean =>
  [options, ...turns.map((turn) => turn.options)]
    .flatMap((one) => one?.tools ?? [])
    .some(
      (one) =>
        one.type === tool.type &&
        (!('name' in tool) || tool.type === 'function' || ('name' in one && one.name === tool.name)),
    );

const surfaceOf = ({ scenario: { surface, surfaces }, adapter }: Case): string | undefined =>
  surfaces?.[adapter.providerApi] ?? surface;

/** What stands in the place of a scenario where others are played. */
const scenarioOf = ({ id, title, purpose }: FaultKind | SetupKind): Scenario => ({
  id,
  title,
  tier: 'robustness',
  purpose,
  options: {},
  turns: [{ user: 'Whatever the conversations ask.' }],
  expect: [],
});

function caseOf(
  adapter: AdapterIdentity,
  tool: ScenarioSubject,
  scenario: Scenario,
  mode: Mode,
  kind: Case['kind'],
): Case {
  return { id: `${adapter.id}/${tool}/${scenario.id}/${mode}`, kind, adapter, tool, scenario, mode };
}

/** The scenario of a rejection: the tool is declared and the user asks for something; what is expected is a rejection. */
function rejectionOf(file: ScenarioFile): Scenario {
  return {
    id: 'reject-unsupported-tool',
    title: 'Rejects a tool the provider API lacks',
    purpose:
      'The provider lacks the tool. The adapter rejects it before it sends anything, so that the caller learns of it.',
    options: { tools: file.rejection?.tools ?? [] },
    turns: [{ user: 'Please help me with this.' }],
    expect: [],
  };
}

function rejectionOfSetting({ id, title, tools, surface, models }: RejectedSetting): Scenario {
  return {
    id,
    title,
    purpose:
      'The API cannot express the setting, and without it the tool would differ. The adapter rejects it before it sends anything.',
    options: { tools },
    ...(surface === undefined ? {} : { surface }),
    ...(models === undefined ? {} : { models }),
    turns: [{ user: 'Please help me with this.' }],
    expect: [],
  };
}

function rejectionOfMessages({ id, title, messages, options = {}, surface }: RejectedMessages): Scenario {
  return {
    id,
    title,
    purpose:
      'The API cannot express the message, and without it the conversation would differ. The adapter rejects it before it sends anything.',
    options,
    ...(surface === undefined ? {} : { surface }),
    turns: [{ messages }],
    expect: [],
  };
}

/** The conversation with each of several declarations. */
const scenarioOfDeclarations = ({ id, title, purpose, tier, models, surfaces }: DeclarationSet): Scenario => ({
  id,
  title,
  tier,
  purpose,
  ...(models === undefined ? {} : { models }),
  ...(surfaces === undefined ? {} : { surfaces }),
  options: { instructions: plainInstructions },
  turns: [{ user: 'Please help me with this.' }],
  expect: [[{ kind: 'text' }, { kind: 'finish', reason: 'stop' }]],
});

/** Some APIs refuse an agent without instructions, or with fewer than 40 characters of them. */
const plainInstructions = 'Answer in plain words, and use tools only where they are needed.';

/** The scenario of a declaration: the tool is declared, and the model answers without it. */
function declarationOf({ rejection }: ScenarioFile, providerApi: string): Scenario {
  const others: Readonly<Record<string, readonly Tool[] | undefined>> = rejection?.declaredAs ?? {};
  return {
    id: 'declaration-only',
    title: 'Declares a tool whose calls are undocumented',
    purpose:
      'A request may declare the tool. The form of its calls and results is not public, so no recording has them.',
    options: {
      instructions: plainInstructions,
      tools: [...(others[providerApi] ?? rejection?.tools ?? [])],
    },
    turns: [{ user: 'Please help me with this.' }],
    expect: [[{ kind: 'text' }, { kind: 'finish', reason: 'stop' }]],
  };
}
