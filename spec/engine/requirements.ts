/** Requirement sets: the cases of a month with their tiers, frozen. What is added later is of a later set, and turns nobody's CI red. */
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import Type from 'typebox';
import { parseDataFile, readText } from '../../lib/data-file.ts';
import { assertKnown } from '../../lib/did-you-mean.ts';
import { tiers } from '../scenarios/schema.ts';
import type { Case } from './case.ts';

/** One file for each month; a file that is released does not change. */
export const requirementsFolder: string = join(import.meta.dirname, '../requirements');

/** Cases without a tier, such as rejections. */
const untiered = 'none';

const ids = Type.Optional(Type.String({ pattern: '^[a-z0-9-]+( [a-z0-9-]+)*$' }));
const RequirementSet = Type.Record(
  Type.String(),
  Type.Record(
    Type.String(),
    Type.Object(Object.fromEntries([...tiers, untiered].map((tier) => [tier, ids])), { additionalProperties: false }),
  ),
  { description: 'Ids of scenarios, by provider API, tool and tier.' },
);

/** The months that there are, the newest last. */
export const requirementMonths = (): readonly string[] =>
  globSync('*.yaml', { cwd: requirementsFolder })
    .map((name) => basename(name, '.yaml'))
    .sort();

/** A frozen case, and the tier that it had. */
type Frozen = ReadonlyMap<string, string>;

const keyOf = (providerApi: string, tool: string, scenario: string): string => `${providerApi}/${tool}/${scenario}`;

/** @throws {UserError} there is no set of this month, or it is malformed. */
export function loadRequirements(month: string, folder: string = requirementsFolder): Frozen {
  assertKnown('requirement set', month, requirementMonths());
  const path = join(folder, `${month}.yaml`);
  const what = 'requirement set';
  const set = parseDataFile(readText(path, what), path, RequirementSet, what);
  return new Map(
    Object.entries(set).flatMap(([providerApi, tools]) =>
      Object.entries(tools).flatMap(([tool, byTier]) =>
        Object.entries(byTier).flatMap(([tier, list]) =>
          String(list)
            .split(' ')
            .map((scenario): [string, string] => [keyOf(providerApi, tool, scenario), tier]),
        ),
      ),
    ),
  );
}

/** Tells whether a case is of a set and, where tiers are chosen, had one of these. */
export function isRequiredBy(frozen: Frozen, chosen: readonly string[] = []): (theCase: Case) => boolean {
  return ({ adapter, tool, scenario }) => {
    const tier = frozen.get(keyOf(adapter.providerApi, tool, scenario.id));
    return tier !== undefined && (chosen.length === 0 || chosen.includes(tier));
  };
}

/** The set of these cases, as a file. Pure. */
export function requirementsText(cases: readonly Case[]): string {
  const lines: string[] = [];
  for (const [providerApi, own] of Map.groupBy(cases, ({ adapter }) => adapter.providerApi)) {
    lines.push(`${providerApi}:`);
    for (const [tool, ofTool] of Map.groupBy(own, (each) => each.tool)) {
      const byTier = Map.groupBy(ofTool, ({ scenario }) => scenario.tier ?? untiered);
      const shown = [...byTier].map(([tier, those]) => {
        const names = [...new Set(those.map(({ scenario }) => scenario.id))];
        return `${tier}: ${names.join(' ')}`;
      });
      lines.push(`  ${tool}: { ${shown.join(', ')} }`);
    }
  }
  return `${lines.join('\n')}\n`;
}
