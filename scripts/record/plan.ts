import { countOf } from '../../lib/count-of.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';
import { type ProviderApi, recordingOf } from '../../matrix/model.ts';
import type { Recording } from '../../matrix/schema.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import type { ClientSettings } from '../../spec/contract/index.ts';
import type { Case } from '../../spec/engine/case.ts';
import { cassettesOf, plainResponse, plainResponseCases } from '../../spec/engine/case-cassettes.ts';
import { demandMatches, matchesAny, modePart, parsePattern, patternPart } from '../../spec/engine/case-pattern.ts';
import { type Plan, planRun } from '../../spec/engine/plan.ts';
import { recordingSettings, variablesOf } from '../../spec/engine/replay-settings.ts';
import { today } from '../../spec/engine/selection.ts';
import type { Player } from '../diff/replay-client.ts';
import { makerOf, neededBy, type Resource } from './resources.ts';

/** What to record, and from where. */
export interface RecordRequest {
  /** Patterns of conversations, `<provider-api>/<tool>/<scenario>/<mode>`; all of the matrix where there is none. */
  readonly cases: readonly string[];
  /**
   * Instead of the provider's own; such a recording is never `live`. `name=url` is instead of a further service of the provider, which is
   * at the origin of the base URL unless told. `{tool}`, `{scenario}` and `{mode}` are filled in.
   */
  readonly baseUrls: readonly string[];
  /** `name=id`: what a resource that scenarios name is called at the provider, where it was made by hand. */
  readonly resources: readonly string[];
  /** Whether resources are made for the recording, and removed behind it; where not, they are there under their own names. */
  readonly makesResources: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Only say what would be called. */
  readonly dryRun: boolean;
  /** Where cassettes are written. */
  readonly folder: string;
  /** Who plays recordings before they are written; one of its own unless told. */
  readonly player?: Pick<Player, 'play'> | undefined;
}

/** A conversation to be recorded. */
export interface Item {
  readonly theCase: Case;
  /** As messages show it. */
  readonly cassette: string;
  readonly model: string;
  readonly requests: number;
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
 * What a request chooses. Reads recordings that are there, for how many requests their like takes.
 *
 * @throws {UserError} the selection is wrong, or a column does not say how to record.
 */
export async function planRecording(request: RecordRequest): Promise<readonly ProviderPlan[]> {
  const plan = await planRun({ cases: ['reference'] }, today());
  const plain = providerApiIds.flatMap(plainResponseCases);
  const all = [...plan.cases.filter(({ kind }) => kind === 'scenario'), ...plain];
  const parts = [
    patternPart('provider API', () => providerApiIds),
    patternPart('tool', () => all.map(toolOf)),
    patternPart('scenario', () => all.map(({ scenario }) => scenario.id)),
    modePart,
  ];
  const idsOf = (c: Case) => [c.adapter.providerApi, toolOf(c), c.scenario.id, c.mode];
  const isChosen = matchesAny(request.cases.flatMap((pattern) => parsePattern(pattern, parts)));
  demandMatches(request.cases, parts, all.map(idsOf));
  const chosen = all.filter((c) => isChosen(idsOf(c)));
  // Member by member: the request also holds the environment, and with it the keys.
  const plans = providerApiIds.map((id) => {
    const own = chosen.filter((c) => c.adapter.providerApi === id);
    return providerPlan(id, plan, own, request.folder);
  });
  return plans.filter(({ items }) => items.length > 0);
}

/** The second part of the name of a cassette. */
const toolOf = ({ scenario, tool }: Case): string => (scenario === plainResponse ? 'shared' : tool);

function providerPlan(
  id: ProviderApiId,
  { matrix, adapters }: Plan,
  cases: readonly Case[],
  folder: string,
): ProviderPlan {
  const column = matrix.providers.find((p) => p.id === id);
  if (!column?.recording) throw new UserError(`the matrix has no "recording" for "${id}"`);
  const { recording, sdk } = column;
  // Where a column has one transport, both modes are played from one recording.
  const perCassette = [...Map.groupBy(cases, (c) => cassettesOf(c, column, folder)[0].name).values()];
  const version = adapters.find((a) => a.providerApi === id)?.packages.find((p) => p.name === sdk.package)?.version;
  return {
    column,
    recording,
    sdk: version === undefined ? undefined : `${sdk.package}@${version}`,
    makes: [],
    items: perCassette.flatMap(([first]) => (first ? [itemOf(first, column, folder)] : [])),
  };
}

function itemOf(theCase: Case, column: ProviderApi, folder: string): Item {
  const { scenario, adapter } = theCase;
  const surface = scenario.surfaces?.[column.id] ?? scenario.surface;
  const model = scenario.models?.[adapter.providerApi] ?? recordingOf(column, surface)?.model ?? '';
  const { shown } = cassettesOf(theCase, column, folder)[0];
  const requests = recordingThere(theCase, column)?.entries.length ?? scenario.expect.length;
  return { theCase, cassette: shown, model, requests };
}

/** The recording in the repository; one that cannot be read is about to be recorded anew. */
function recordingThere(theCase: Case, column: ProviderApi): Cassette | undefined {
  try {
    return cassettesOf(theCase, column)[0].open();
  } catch {
    return undefined;
  }
}

/** Where to record from, and whose credentials to use. */
export interface Target extends Pick<RecordRequest, 'environment'> {
  readonly column: ProviderApi;
  readonly baseUrl: string | undefined;
  /** By name. */
  readonly endpoints: Readonly<Record<string, string>>;
}

/**
 * The settings that a conversation is recorded with: the provider's own places, or those that were given instead.
 *
 * @throws {UserError} a variable of the environment is not set.
 */
export function settingsFor(theCase: Case, { column, environment, baseUrl, endpoints }: Target): ClientSettings {
  const at = (url: string) => placeOf(url, theCase);
  const others = Object.fromEntries(Object.entries(endpoints).map(([name, url]) => [name, at(url)]));
  return recordingSettings(
    column,
    environment,
    theCase.scenario,
    baseUrl === undefined ? undefined : at(baseUrl),
    others,
  );
}

/** A URL with `{tool}`, `{scenario}` and `{mode}` filled in, by which one server can tell conversations apart. */
const placeOf = (url: string, { kind, tool, scenario, mode }: Case): string =>
  url
    .replaceAll('{tool}', kind === 'scenario' ? tool : 'shared')
    .replaceAll('{scenario}', scenario.id)
    .replaceAll('{mode}', mode);

/** The base URL and the others by name. @throws {UserError} one is no URL, or a service is named without a base URL. */
export function placesFrom(options: readonly string[]): Pick<Target, 'baseUrl' | 'endpoints'> {
  let baseUrl: string | undefined;
  const endpoints: Record<string, string> = {};
  for (const option of options) {
    const [, name, url = ''] = /^(?:([\w-]+)=)?(.*)$/s.exec(option) ?? [];
    if (!URL.canParse(url.replaceAll(/[{}]/g, '')) || !/^https?:\/\//.test(url)) {
      throw new UserError(`--base-url: "${url}" is not a URL`, {
        hint: 'use https://host, or control=http://127.0.0.1:8080 for a service in "endpoints" of the matrix',
      });
    }
    if (name === undefined) baseUrl = url;
    else endpoints[name] = url;
  }
  if (baseUrl !== undefined || options.length === 0) return { baseUrl, endpoints };
  throw new UserError(
    `--base-url: missing URL of the provider API; only further services are set (${Object.keys(endpoints).join(', ')})`,
    {
      hint: 'add --base-url <url> for the provider API',
    },
  );
}

/** What is at a provider, or may be. */
export interface Supplies {
  readonly resources: readonly Resource[];
  /** Ids by name, of what was made by hand. */
  readonly ids: ReadonlyMap<string, string>;
  /** Whether the rest is made; where not, it is there. */
  readonly makesResources: boolean;
}

/** Plans in which each conversation says what keeps it from being recorded, and each provider API what is made for it. Nothing is sent. */
export const withMissingPrerequisites = (
  plans: readonly ProviderPlan[],
  target: Omit<Target, 'column'>,
  supplies: Supplies,
): readonly ProviderPlan[] =>
  plans.map((plan) => {
    const items = plan.items.map((item) => {
      const obstacle =
        obstacleIn(() => settingsFor(item.theCase, { ...target, column: plan.column })) ??
        unsupplied(lacking(item, supplies).filter((one) => !makerOf(plan.column, one)));
      return obstacle === undefined ? item : { ...item, obstacle };
    });
    const makes = items.filter(({ obstacle }) => !obstacle).flatMap((item) => lacking(item, supplies));
    return { ...plan, items, makes: [...new Set(makes)] };
  });

/** What a conversation needs and nobody has supplied. */
const lacking = ({ theCase }: Item, { resources, ids, makesResources }: Supplies): readonly Resource[] =>
  makesResources ? neededBy(theCase.scenario, resources).filter(({ name }) => !ids.has(name)) : [];

function unsupplied(lacked: readonly Resource[]): string | undefined {
  if (lacked.length === 0) return undefined;
  return lacked.map(({ name, what }) => `${what} is needed: --resource ${name}=<id>`).join('; ');
}

/**
 * Who cannot record anything is told at once.
 *
 * @throws {UserError} every conversation has an obstacle.
 */
export function demandSome(plans: readonly ProviderPlan[]): void {
  const items = plans.flatMap((plan) => plan.items);
  if (items.some(({ obstacle }) => obstacle === undefined)) return;
  const all = [...new Set(items.flatMap(({ obstacle }) => obstacle ?? []))];
  throw new UserError(`nothing can be recorded: ${all.join('; ')}`, {
    hint: 'set the variables in the environment or in .env',
  });
}

/** What a user has to mend, where there is something. */
function obstacleIn(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

/** What will be called, with which credentials (by name), and how often: what a caller reads before agreeing. */
export function preview(plans: readonly ProviderPlan[], baseUrl: string | undefined, folder: string): string[] {
  return plans
    .flatMap(({ column, recording, makes, items }) => {
      const surfaces = column.surfaces.flatMap(({ recording: own }) => (own ? [own] : []));
      const variables = new Set([recording, ...surfaces].flatMap(variablesOf));
      const models = new Set(items.map(({ model }) => model));
      const live = baseUrl === undefined ? '' : ', which is not the provider: recordings of it are not live evidence';
      return [
        `${column.title}: ${baseUrl ?? column.baseUrl}${live}`,
        `  ${taken(items)}, with ${[...models].join(', ')}`,
        ...obstaclesOf(items),
        `  credentials and names from ${[...variables].join(', ')}`,
        ...makes.map(({ name, what }) => `  created and deleted: ${what} (${name})`),
        ...items.map(
          ({ cassette, requests, obstacle }) =>
            `    ${cassette} (${countOf(requests, 'request')}${obstacle === undefined ? '' : `, not tried: ${obstacle}`})`,
        ),
      ];
    })
    .concat(`Each cassette is written to ${displayPath(folder)} at the end of its conversation.`);
}

/** What keeps conversations from being recorded, and how many: once for all that it keeps. */
function obstaclesOf(items: ProviderPlan['items']): string[] {
  const kept = items.filter(({ obstacle }) => obstacle !== undefined);
  return [...Map.groupBy(kept, ({ obstacle }) => obstacle)].map(
    ([obstacle, of]) => `  ${of.length} of them cannot be recorded: ${obstacle}`,
  );
}

/** One line of it all. */
export function total(plans: readonly ProviderPlan[]): string {
  const items = plans.flatMap((plan) => plan.items).filter(({ obstacle }) => obstacle === undefined);
  return taken(items);
}

const taken = (items: ProviderPlan['items']): string =>
  `${items.length} conversations, about ${items.reduce((sum, { requests }) => sum + requests, 0)} requests`;
