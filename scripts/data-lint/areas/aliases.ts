import { join } from 'node:path';
import { suggest } from '../../../files/nearest.ts';
import { providerApiIds } from '../../../matrix/ids.ts';
import { rules } from '../../../reports/gate/rules.ts';
import { type Alias, type AliasKind, readAliases } from '../../../spec/aliases.ts';
import { loadChecks } from '../../../spec/checks/load.ts';
import { faultFamilies } from '../../../spec/faults/families.ts';
import { subjects } from '../../../spec/scenarios/schema.ts';
import { setupFamilies } from '../../../spec/setups/families.ts';
import { type DataArea, type DataContext, type DataProblem, problemOf } from '../area.ts';

const file = 'spec/aliases.yaml';
const rule = 'aliases';

/** Old ids: the new id must exist, the old one must not, and the last day must not be over. */
export const aliasesArea: DataArea = {
  name: 'aliases',
  places: [file],
  lint: async (context) => {
    try {
      const known = await knownIds(context);
      return (await readAliases(join(context.root, file))).flatMap((alias) => problemsOf(alias, known, context.asOf));
    } catch (error) {
      return [problemOf(rule, error, file)];
    }
  },
};

type KnownIds = Readonly<Record<AliasKind, readonly string[]>>;

async function knownIds({ scenarios }: DataContext): Promise<KnownIds> {
  const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  return {
    scenarios: scenarios.flatMap(({ tool, scenarios: own, refusedSettings = [], refusedMessages = [] }) =>
      ids([...own, ...refusedSettings, ...refusedMessages]).map((id) => `${tool}/${id}`),
    ),
    generated: ['refused', 'declared', ...ids(faultFamilies), ...ids(setupFamilies)],
    checks: ids(await loadChecks()),
    gateRules: ids(rules),
    tools: subjects,
    providerApis: providerApiIds,
  };
}

function problemsOf({ kind, old, current, until, place: where }: Alias, known: KnownIds, asOf: string): DataProblem[] {
  const problems: DataProblem[] = [];
  if (!known[kind].includes(current)) {
    problems.push({
      rule,
      where,
      message: `"${current}" is not a known id of ${kind}`,
      hint: suggest(current, known[kind]),
    });
  }
  if (known[kind].includes(old)) {
    problems.push({ rule, where, message: `"${old}" still exists`, hint: 'rename it, or remove this line' });
  }
  if (until < asOf) {
    problems.push({ rule, where, message: `"${old}" was accepted until ${until}`, hint: 'remove this line' });
  }
  return problems;
}
