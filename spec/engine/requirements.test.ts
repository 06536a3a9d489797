import { expect, test } from 'vitest';
import { providerApiIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { loadScenarios } from '../scenarios/load.ts';
import { adapterIdentity } from './case.ts';
import { expand } from './expand.ts';
import { isRequiredBy, loadRequirements, requirementMonths } from './requirements.ts';

const adapters = providerApiIds.map((api) => adapterIdentity('any', api));
const all = expand(await loadMatrix(), await loadScenarios(), adapters, true);

test.each(requirementMonths())(
  'every case of %s is still there: a case that leaves a frozen set breaks who runs it',
  (month) => {
    const frozen = loadRequirements(month);
    const there = new Set(all.map(({ adapter, tool, scenario }) => `${adapter.providerApi}/${tool}/${scenario.id}`));
    expect([...frozen.keys()].filter((key) => !there.has(key))).toEqual([]);
    const core = all.filter(isRequiredBy(frozen, ['core']));
    expect(core.length).toBeGreaterThan(100);
    expect(new Set(core.map(({ scenario }) => scenario.tier))).toEqual(new Set(['core']));
  },
);

test('a month without a set is refused', () => {
  expect(() => loadRequirements('2026-13')).toThrow('unknown requirement set "2026-13"');
});
