/** Old ids that are still accepted: the table of `aliases.yaml`. */
import { join } from 'node:path';
import Type from 'typebox';
import { isDay } from '../lib/calendar-date.ts';
import { parseDataLines, readText } from '../lib/data-file.ts';
import type { LineOf } from '../lib/parse-json-yaml.ts';
import { displayPath, UserError } from '../lib/user-error.ts';
import { adapterId } from './engine/case.ts';

const closed = { additionalProperties: false };
const id = '[a-z0-9][a-z0-9-]*';
const table = (pattern: string, description: string) => {
  const key = `^${pattern}$`;
  return Type.Optional(
    Type.Record(Type.String({ pattern: key }), Type.String({ pattern: key }), { ...closed, description }),
  );
};

const tables = {
  scenarios: table(`${id}/${id}`, 'Scenarios, as <tool>/<scenario>; the tool by its new id.'),
  generated: table(id, 'Generated cases of any tool: faults, client setups, rejections, declarations.'),
  checks: table(id, 'Checks.'),
  gateRules: table(id, 'Rules of the gate.'),
  tools: table(id, 'Tools.'),
  providerApis: table(id, 'Provider APIs.'),
};

/** The kind of an id that can be renamed. */
export type AliasKind = keyof typeof tables;
export const aliasKinds = Object.keys(tables) as readonly AliasKind[];

export const AliasesFile = Type.Object(
  {
    version: Type.Literal(1),
    renames: Type.Array(
      Type.Object(
        {
          /** The last day on which the old ids are accepted. */
          until: Type.String({
            pattern: '^\\d{4}-\\d{2}-\\d{2}$',
            description: 'ISO 8601 date, six months after the rename.',
          }),
          ...tables,
        },
        closed,
      ),
    ),
  },
  { $id: 'aliases.schema.json', title: 'Old ids that are still accepted', additionalProperties: false },
);

/** One old id, with the place of its line. */
export interface Alias {
  readonly kind: AliasKind;
  readonly old: string;
  readonly current: string;
  readonly until: string;
  /** `file:line` */
  readonly place: string;
}

/** New ids by old ones. */
export type Aliases = Readonly<Record<AliasKind, ReadonlyMap<string, string>>>;

const aliasesPath: string = join(import.meta.dirname, 'aliases.yaml');

/** @throws {UserError} the file is missing or malformed, or one of its ids leads to another old id, or is given twice. */
export async function loadAliases(path: string = aliasesPath): Promise<Aliases> {
  const text = readText(path, what);
  if (last?.path !== path || last.text !== text) last = { path, text, aliases: aliasesOf(aliasesIn(text, path)) };
  return last.aliases;
}

/** The file that was read last: known issues ask for it again and again. */
let last: { readonly path: string; readonly text: string; readonly aliases: Aliases } | undefined;

const what = 'table of aliases';

/** The lines of the file, in order. @throws {UserError} as {@link loadAliases}. */
export async function readAliases(path: string = aliasesPath): Promise<readonly Alias[]> {
  return aliasesIn(readText(path, what), path);
}

function aliasesIn(text: string, path: string): readonly Alias[] {
  const { data, lineOf } = parseDataLines(text, path, AliasesFile, what);
  const all = data.renames.flatMap(({ until, ...rename }, i) => {
    if (!isDay(until))
      throw new UserError(`"${until}": not a date`, { where: at(path, lineOf, ['renames', i, 'until']) });
    return aliasKinds.flatMap((kind) =>
      Object.entries(rename[kind] ?? {}).map(
        ([old, current]): Alias => ({
          kind,
          old,
          current,
          until,
          // Only an error asks for it, and the lines of the file are counted then.
          get place() {
            return at(path, lineOf, ['renames', i, kind, old]);
          },
        }),
      ),
    );
  });
  const byOldId = Map.groupBy(all, oldIdOf);
  for (const alias of all) demandSound(alias, byOldId);
  return all;
}

const at = (path: string, lineOf: LineOf, keys: readonly (string | number)[]): string =>
  `${displayPath(path)}:${lineOf(keys)}`;

const oldIdOf = ({ kind, old }: Pick<Alias, 'kind' | 'old'>): string => `${kind} ${old}`;

function demandSound(alias: Alias, byOldId: ReadonlyMap<string, readonly Alias[]>): void {
  const { kind, old, current } = alias;
  const reject = (message: string, hint: string) => {
    throw new UserError(message, { where: alias.place, hint });
  };
  if ((byOldId.get(oldIdOf(alias))?.length ?? 0) > 1) reject(`"${old}" has two new ids`, 'keep one of the two lines');
  const [next] = byOldId.get(oldIdOf({ kind, old: current })) ?? [];
  if (next) {
    const isCycle = next.current === old || old === current;
    reject(
      `"${old}" has the new id "${current}", which is an old id itself`,
      isCycle ? 'remove the cycle' : `write ${old}: ${next.current}`,
    );
  }
}

/** Pure. */
export function aliasesOf(list: readonly Pick<Alias, 'kind' | 'old' | 'current'>[]): Aliases {
  const of = (kind: AliasKind) =>
    new Map(list.filter((alias) => alias.kind === kind).map(({ old, current }) => [old, current]));
  return {
    scenarios: of('scenarios'),
    generated: of('generated'),
    checks: of('checks'),
    gateRules: of('gateRules'),
    tools: of('tools'),
    providerApis: of('providerApis'),
  };
}

/** The new ids of an old one: several where scenarios of several tools had it. None where it is not an old id. Pure. */
export function currentIds(aliases: Aliases, kind: AliasKind, old: string): readonly string[] {
  const exact = aliases[kind].get(old);
  if (exact !== undefined || kind !== 'scenarios') return exact === undefined ? [] : [exact];
  const ofTools = [...aliases.scenarios].flatMap(([from, to]) => (lastPart(from) === old ? [lastPart(to)] : []));
  return [...new Set([...ofTools, ...currentIds(aliases, 'generated', old)])];
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The adapter id, with the new id of its provider API. Pure. */
export function currentAdapter({ providerApis }: Aliases, adapter: string): string {
  for (const [old, current] of providerApis) {
    const implementation = adapter.slice(0, -old.length - 1);
    if (implementation !== '' && adapter === adapterId(implementation, old)) return adapterId(implementation, current);
  }
  return adapter;
}

/**
 * A case id, or a pattern of case ids, with the new ids of its parts. A part that a star stands in stays as it is. Behind `**`, only
 * generated cases and tools are found. Pure.
 */
export function currentCase(aliases: Aliases, pattern: string): string {
  const parts = pattern.split('/');
  const open = parts.indexOf('**');
  const isPlaced = (index: number) => open < 0 || index < open;
  const [, ofTool = '', scenario = ''] = parts;
  const moved = isPlaced(2) ? aliases.scenarios.get(`${aliases.tools.get(ofTool) ?? ofTool}/${scenario}`) : undefined;
  return parts
    .map((part, i) => {
      if (i === 0) return currentAdapter(aliases, part);
      if (i === 1 && moved !== undefined) return moved.slice(0, moved.indexOf('/'));
      const tool = aliases.tools.get(part);
      if (tool !== undefined && (i === 1 || !isPlaced(i))) return tool;
      return i === 2 || !isPlaced(i) ? currentScenario(aliases, isPlaced(i) ? (parts[1] ?? '') : '*', part) : part;
    })
    .join('/');
}

/**
 * A pattern of cases with the new ids of its parts, or of the one word that it is; several patterns where scenarios of several tools had an
 * old id. Pure.
 */
export function currentPatterns(aliases: Aliases, pattern: string): readonly string[] {
  const [first = '', tool, scenario = '', ...rest] = pattern.split('/');
  const api = aliases.providerApis.get(first) ?? first;
  if (tool === undefined) {
    const ids = [...currentIds(aliases, 'tools', first), ...currentIds(aliases, 'scenarios', first)];
    return ids.length > 0 ? ids : [currentAdapter(aliases, api)];
  }
  const ofTools = tool === '*' ? currentIds(aliases, 'scenarios', scenario) : [];
  if (ofTools.length > 1) return ofTools.map((id) => [currentAdapter(aliases, api), tool, id, ...rest].join('/'));
  return [currentCase(aliases, [api, ...pattern.split('/').slice(1)].join('/'))];
}

/** What names trials of a fault case, as `<scenario>, where …`, with the new ids of the scenarios of its tool. Pure. */
export function currentTrials(aliases: Aliases, tool: string, text: string): string {
  return text.replace(/(?<=^| @ )[a-z0-9][a-z0-9-]*(?=, where )/g, (id) => currentScenario(aliases, tool, id));
}

/** The new id of a scenario; of any tool only where all of them have the same. */
function currentScenario(aliases: Aliases, tool: string, scenario: string): string {
  const exact = aliases.scenarios.get(`${aliases.tools.get(tool) ?? tool}/${scenario}`);
  const found = exact === undefined ? [aliases.generated.get(scenario)] : [lastPart(exact)];
  const [only, ...others] = tool.includes('*') ? currentIds(aliases, 'scenarios', scenario) : found;
  return only !== undefined && others.length === 0 ? only : scenario;
}
