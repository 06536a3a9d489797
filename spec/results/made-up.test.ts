import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withNamedIds } from './made-up.ts';

test('ids that an adapter made up have the same names in every run; those of the provider stay', () => {
  const [own, other, provider] = [randomUUID(), randomUUID(), randomUUID()];
  const said = [{ id: `no-id:${own}` }, { id: other, of: own }, { id: provider }];
  expect(withNamedIds(said, { id: provider })).toEqual([
    { id: 'no-id:made-up-1' },
    { id: 'made-up-2', of: 'made-up-1' },
    { id: provider },
  ]);
});
