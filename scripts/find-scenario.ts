import { UserError } from '../lib/user-error.ts';
import { type ProviderApiId, providerApiIds } from '../matrix/ids.ts';
import { loadMatrix } from '../matrix/load.ts';
import { type ProviderApi, providerOf } from '../matrix/model.ts';
import { recordingsFolder } from '../recordings/format/recordings-package.ts';
import { adapterIdentity, type Case } from '../spec/engine/case.ts';
import { demandMatches, matchesAny, modePart, parsePattern, patternPart } from '../spec/engine/case-pattern.ts';
import { expand } from '../spec/engine/expand.ts';
import { loadScenarios } from '../spec/scenarios/load.ts';

/** The cases of one scenario, of whatever adapter. */
export interface ScenarioCases {
  readonly column: ProviderApi;
  readonly tool: string;
  readonly scenario: string;
  /** `complete` or `stream`; absent where the pattern takes in both. */
  readonly mode: string | undefined;
  readonly cases: readonly [Case, ...Case[]];
}

/**
 * The scenario that a command line means.
 *
 * @param pattern `<provider-api>/<tool>/<scenario>/<mode>`; the tool may be a star if one tool has the scenario, and the mode be left out
 * @throws {UserError} a part of it does not exist, or it takes in several scenarios.
 */
export async function scenarioCases(pattern: string): Promise<ScenarioCases> {
  const api = providerApiNamed(pattern);
  const [matrix, scenarios] = await Promise.all([loadMatrix(), loadScenarios(undefined, recordingsFolder(api))]);
  const all = expand(matrix, scenarios, [adapterIdentity('any', api)]).filter(
    ({ kind }) => kind !== 'fault' && kind !== 'client-setup',
  );
  const parts = [
    ...providerApiParts,
    patternPart('tool', () => all.map(({ tool }) => tool)),
    patternPart('scenario', () => all.map(({ scenario }) => scenario.id)),
    modePart,
  ];
  const idsOf = (c: Case) => [api, c.tool, c.scenario.id, c.mode];
  const patterns = parsePattern(pattern, parts);
  demandMatches([pattern], parts, all.map(idsOf));
  const isChosen = matchesAny(patterns);
  const found = all.filter((c) => isChosen(idsOf(c)));
  const names = [...new Set(found.map((c) => idsOf(c).slice(0, 3).join('/')))];
  const [first, ...rest] = found;
  if (!first || names.length > 1) {
    const shown = names.slice(0, mostShown).join(', ');
    throw new UserError(`"${pattern}" is ${names.length} scenarios`, {
      hint: `name one: ${shown}${names.length > mostShown ? ', …' : ''}`,
    });
  }
  const mode = patterns[0]?.split('/')[3];
  return {
    column: providerOf(matrix, api),
    tool: first.tool,
    scenario: first.scenario.id,
    mode,
    cases: [first, ...rest],
  };
}

/** How many scenarios a message names. */
const mostShown = 5;

const providerApiParts = [patternPart('provider API', () => providerApiIds)];

/** The provider API that a pattern begins with. @throws {UserError} it begins with something else. */
export function providerApiNamed(pattern: string): ProviderApiId {
  const [first = ''] = pattern.split('/');
  const [api = ''] = parsePattern(first, providerApiParts);
  if (providerApiIds.includes(api)) return api;
  throw new UserError(`"${pattern}" names no provider API`, {
    hint: 'begin with one, such as anthropic/function-calling/call-single',
  });
}
