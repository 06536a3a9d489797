import { globSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { freeze } from '../../lib/copy-json.ts';
import { parseDataFile, readText } from '../../lib/data-file.ts';
import { didYouMean } from '../../lib/did-you-mean.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';
import { cassettesFolder, listCassettes, parseCassettePath } from '../../recordings/format/cassette-path.ts';
import { gradesOfChecks } from '../verdicts/impacts.ts';
import { type Scenario, ScenarioFile, type ScenarioSubject, scenarioSubjects, tiers } from './schema.ts';

/** Where the scenarios live that several provider APIs can play. */
const scenariosFolder: string = import.meta.dirname;

/**
 * Reads every scenario file, in the order of the matrix rows, what is no row last. Each scenario names the provider APIs that have a
 * recording of it, besides those that its file names.
 *
 * @param recordings the folder of the recordings
 * @throws {UserError} a file does not parse or fit, says another tool than its name, or has two scenarios of one id.
 */
export async function loadScenarios(
  folder: string = scenariosFolder,
  recordings?: string,
): Promise<readonly ScenarioFile[]> {
  const places = scenarioPlaces(folder);
  const files = await Promise.all(places.map(async (at) => ({ ...at, file: await loadScenarioFile(at.path) })));
  return withRecorded(joined(files), await recordedScenarios(recordings));
}

/** Where a scenario file is, and whose scenarios it has: one provider API's own, or those of all that can play them. */
export interface ScenarioPlace {
  readonly path: string;
  readonly providerApi?: string;
}

/**
 * Every scenario file: those of a folder, and `scenarios/<tool>.yaml` of each provider API in the folder beside it, which has what only this
 * API can play.
 */
export const scenarioPlaces = (folder: string): readonly ScenarioPlace[] => [
  ...globSync('*.yaml', { cwd: folder })
    .sort()
    .map((name) => ({ path: join(folder, name) })),
  ...globSync('*/scenarios/*.yaml', { cwd: join(folder, '../provider-apis') })
    .sort()
    .map((name) => ({ path: join(folder, '../provider-apis', name), providerApi: name.split(sep)[0] ?? '' })),
];

/**
 * One file per tool: the scenarios that single provider APIs have come behind those of all. Tools in the "rejection" of a provider API are
 * the tool as this API alone declares it. Pure.
 *
 * @throws {UserError} a provider API has scenarios of a tool that there is not, or one of an id that is taken.
 */
export function joined(read: readonly (ScenarioPlace & { readonly file: ScenarioFile })[]): readonly ScenarioFile[] {
  const files = new Map(read.filter((r) => r.providerApi === undefined).map(({ file }) => [file.tool, file] as const));
  for (const { path, providerApi, file } of read) {
    if (providerApi === undefined) continue;
    const all = files.get(file.tool);
    if (!all) {
      const hint = 'create spec/scenarios/<tool>.yaml first: files of provider APIs extend it';
      throw new UserError(`tool "${file.tool}" has no file in spec/scenarios`, {
        where: displayPath(path),
        hint,
      });
    }
    const taken = new Set(idsIn(all));
    const twice = idsIn(file).find((id) => taken.has(id));
    if (twice !== undefined) {
      const hint =
        'give each scenario of a tool an id of its own; what several provider APIs play goes into spec/scenarios';
      throw new UserError(`scenario "${twice}" of ${file.tool} exists already`, {
        where: displayPath(path),
        hint,
      });
    }
    const own = <T extends object>(list: readonly T[] | undefined) =>
      (list ?? []).map((one) => ({ ...one, providerApis: [providerApi] }));
    files.set(file.tool, {
      ...all,
      ...(all.rejection && file.rejection
        ? { rejection: declaredBy(all.rejection, providerApi, file.rejection.tools) }
        : {}),
      rejectedSettings: [...(all.rejectedSettings ?? []), ...own(file.rejectedSettings)],
      rejectedMessages: [...(all.rejectedMessages ?? []), ...own(file.rejectedMessages)],
      declarations: [...(all.declarations ?? []), ...own(file.declarations)],
      scenarios: [...all.scenarios, ...own(file.scenarios)],
    });
  }
  return [...files.values()];
}

type Rejection = NonNullable<ScenarioFile['rejection']>;

/** A rejection whose tools one provider API declares otherwise. */
function declaredBy(rejection: Rejection, providerApi: string, tools: Rejection['tools']): Rejection {
  const declaredAs: NonNullable<Rejection['declaredAs']> = { [providerApi]: tools };
  return { ...rejection, declaredAs: Object.assign({}, rejection.declaredAs, declaredAs) };
}

const idsIn = ({
  scenarios,
  rejectedSettings = [],
  rejectedMessages = [],
  declarations = [],
}: ScenarioFile): string[] =>
  [...scenarios, ...rejectedSettings, ...rejectedMessages, ...declarations].map(({ id }) => id);

/** Provider APIs by the scenario that they have a recording of, as `<tool>/<scenario>`. */
export type RecordedScenarios = ReadonlyMap<string, ReadonlySet<ProviderApiId>>;

/** What is recorded, by the names of the recordings. */
export async function recordedScenarios(folder: string = cassettesFolder): Promise<RecordedScenarios> {
  const recorded = new Map<string, Set<ProviderApiId>>();
  for (const path of await listCassettes(folder)) {
    const { providerApi, tool, scenario } = parseCassettePath(path, folder) ?? {};
    if (providerApi === undefined || !providerApiIds.includes(providerApi)) continue;
    const key = `${tool}/${scenario}`;
    recorded.set(key, (recorded.get(key) ?? new Set()).add(providerApi));
  }
  return recorded;
}

/** Files in the order of the matrix rows, whose scenarios name every provider API that plays them. Pure. */
export function withRecorded(files: readonly ScenarioFile[], recorded: RecordedScenarios): readonly ScenarioFile[] {
  const withApis = (tool: ScenarioSubject, scenario: Scenario): Scenario => {
    // Of a call that is given up there is no recording: every provider API plays it over a plain answer.
    if (scenario.abort !== undefined) return scenario;
    const there = recorded.get(`${tool}/${scenario.id}`) ?? [];
    return { ...scenario, providerApis: [...new Set([...(scenario.providerApis ?? []), ...there])] };
  };
  return files
    .map((file) => freeze({ ...file, scenarios: file.scenarios.map((scenario) => withApis(file.tool, scenario)) }))
    .sort((a, b) => scenarioSubjects.indexOf(a.tool) - scenarioSubjects.indexOf(b.tool));
}

/** Reads one scenario file, as it is. @throws {UserError} see {@link loadScenarios}. */
export async function loadScenarioFile(path: string): Promise<ScenarioFile> {
  const text = readText(path, what);
  const known = read.get(path);
  if (known?.text === text) return known.file;
  const file = freeze(scenariosIn(text, path));
  read.set(path, { text, file });
  return file;
}

const what = 'scenario file';

/** Files by their paths, as they were read last: a process asks for the same ones again and again. */
const read = new Map<string, { readonly text: string; readonly file: ScenarioFile }>();

/** Whether a file has what one provider API alone can play. */
const isOwn = (path: string): boolean => basename(dirname(dirname(dirname(path)))) === 'provider-apis';

function scenariosIn(text: string, path: string): ScenarioFile {
  const file = parseDataFile(text, path, ScenarioFile, what);
  const expected = basename(path, '.yaml');
  if (file.tool !== expected) {
    throw new UserError(`"tool" is "${file.tool}", but the file name is of "${expected}"`, {
      where: displayPath(path),
      hint: `rename the file to ${file.tool}.yaml, or correct "tool"`,
    });
  }
  if (!file.rejection && file.tool !== 'break-glass' && !isOwn(path)) {
    throw new UserError('has no rejection', {
      where: displayPath(path),
      hint: 'add "rejection": the declaration that an adapter must reject if its provider API lacks the tool',
    });
  }
  const seen = new Set<string>(['reject-unsupported-tool', 'declaration-only']);
  for (const id of idsIn(file)) {
    if (seen.has(id)) {
      throw new UserError(
        `has two scenarios "${id}" (generated cases use "reject-unsupported-tool" and "declaration-only")`,
        {
          where: displayPath(path),
          hint: 'choose another id',
        },
      );
    }
    seen.add(id);
  }
  for (const { id, tier, source } of file.scenarios) {
    if (tier === undefined) {
      throw new UserError(`the scenario "${id}" has no tier`, {
        where: displayPath(path),
        hint: `add "tier", one of: ${tiers.join(', ')}`,
      });
    }
    if (tier === 'edge' && source === undefined) {
      throw new UserError(`the edge scenario "${id}" has no source`, {
        where: displayPath(path),
        hint: 'add "source": the public report or real exchange that shows it, or "none"',
      });
    }
  }
  for (const { id, impacts = [] } of file.scenarios) {
    const strange = impacts.find(({ check }) => !Object.hasOwn(gradesOfChecks, check));
    if (!strange) continue;
    throw new UserError(`the scenario "${id}" gives an impact for an unknown check "${strange.check}"`, {
      where: displayPath(path),
      hint: didYouMean(strange.check, Object.keys(gradesOfChecks)),
    });
  }
  for (const { id, abort, expect } of file.scenarios) {
    if ((abort === undefined) !== (expect.length === 0)) continue;
    throw new UserError(`the scenario "${id}" ${abort ? 'is aborted but expects facts' : 'expects no facts'}`, {
      where: displayPath(path),
      hint: abort ? 'remove the facts' : 'state the facts of each call',
    });
  }
  return file;
}
