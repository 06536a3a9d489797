import { claimOf } from '../../compare/cells.ts';
import { adapterPlace, type Found, type GateInput, type Rule } from '../rule.ts';
import { countOf } from '../words.ts';

export const rule: Rule = {
  id: 'vanished',
  level: 'fails',
  title: 'A case is gone while its cell is still claimed',
  why: 'What nobody plays any more is not proved any more, and the table goes on saying that it works.',
  todo: 'bring the scenario back; where it was renamed or given up on purpose, accept this rule by name',
  acceptable: true,
  find: (input) => {
    const goneAdapters = goneOf(input);
    const gone = input.comparison.cases.flatMap(({ before: c, after }) =>
      c && !after && isClaimed(input, c) ? [c] : [],
    );
    const adapters = Map.groupBy(
      gone.filter(({ adapter }) => goneAdapters.has(adapter)),
      (c) => c.adapter,
    );
    const whole = [...adapters].map(([adapter, [first, ...others]]): Found => {
      const { implementation = '', providerApi = '' } = first ?? {};
      const what = `the adapter ${adapter} is gone, with ${countOf(others.length + 1, 'case')}`;
      return { adapter, implementation, providerApi, place: adapterPlace({ implementation, providerApi }), what };
    });
    const single = gone
      .filter(({ adapter }) => !goneAdapters.has(adapter))
      .map((c): Found => {
        const { id, adapter, implementation, providerApi, tool } = c;
        const place = `spec/scenarios/${tool}.yaml:1`;
        const what = `${id} is gone, and ${tool} on ${providerApi} is still claimed`;
        return { case: id, adapter, implementation, providerApi, tool, place, before: c.verdict, what };
      });
    return [...whole, ...single];
  },
};

/** Adapters that the base has, and this run has not. */
function goneOf({ before, after }: GateInput): ReadonlySet<string> {
  const present = new Set(after.run.adapters.map(({ id }) => id));
  return new Set(before.run.adapters.map(({ id }) => id).filter((id) => !present.has(id)));
}

/** True while the matrix says of the cell what it said; what is no tool of it is claimed as long as its column is there. */
function isClaimed({ before, after }: GateInput, c: { readonly tool: string; readonly providerApi: string }): boolean {
  const [was, is] = [before, after].map((results) => claimOf(results, c.providerApi, c.tool)?.support);
  return was === is || is === 'yes' || is === 'partial';
}
