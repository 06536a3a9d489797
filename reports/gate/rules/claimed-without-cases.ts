import type { Matrix } from '../../../matrix/model.ts';
import { claimOf } from '../../compare/cells.ts';
import { isChosen } from '../../compare/known.ts';
import type { Rule } from '../rule.ts';

const isClaim = (support: string | undefined): boolean => support === 'yes' || support === 'partial';

export const rule: Rule = {
  id: 'claimed-without-cases',
  level: 'fails',
  title: 'A cell is newly claimed, and nothing plays it',
  why: 'A claim that nobody has tried is what this table was made to end.',
  todo: 'give the cell a scenario and its recordings (CONTRIBUTING.md, "A new scenario"), or say "unknown"',
  find: ({ before, after }) => {
    const { tools = [], providers = [] } = (after.matrix ?? {}) as Partial<Matrix>;
    const played = new Set(after.cases.filter((c) => c.kind === 'scenario').map((c) => `${c.tool}/${c.providerApi}`));
    return after.run.adapters.length === 0
      ? []
      : providers.flatMap(({ id: providerApi }) =>
          tools.flatMap(({ id: tool }) => {
            const support = claimOf(after, providerApi, tool)?.support;
            const was = claimOf(before, providerApi, tool)?.support;
            const couldPlay =
              isChosen(after, { tools: tool }) &&
              (isWhole(after.run.selection) || after.run.adapters.some((a) => a.providerApi === providerApi));
            if (!couldPlay || !isClaim(support) || isClaim(was) || played.has(`${tool}/${providerApi}`)) return [];
            const what = `${tool} on ${providerApi} is newly said to be "${support}", and no scenario plays it`;
            return [{ tool, providerApi, place: `matrix/providers/${providerApi}.json:1`, what }];
          }),
        );
  },
};

/** True where every adapter was chosen. */
const isWhole = ({ adapters = [] }: Readonly<Record<string, readonly string[]>>): boolean => adapters.length === 0;
