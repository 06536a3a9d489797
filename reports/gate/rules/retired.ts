import type { Rule } from '../rule.ts';
import { rule as vanished } from './vanished.ts';

export const rule: Rule = {
  id: 'retired',
  level: 'told',
  title: 'A case is gone, and so is the claim that it proved',
  why: 'What is taken out of the table should be seen by who reads the change.',
  todo: 'see that the claim was meant to go',
  find: (input) => {
    const told = new Set(vanished.find(input).flatMap((found) => found.case ?? []));
    const present = new Set(input.after.run.adapters.map(({ id }) => id));
    return input.comparison.cases.flatMap(({ id, before: c, after }) => {
      if (!c || after || told.has(id) || !present.has(c.adapter)) return [];
      const { adapter, implementation, providerApi, tool, verdict } = c;
      const what = `${id} is gone, and ${tool} on ${providerApi} is no longer claimed`;
      return [{ case: id, adapter, implementation, providerApi, tool, before: verdict, what }];
    });
  },
};
