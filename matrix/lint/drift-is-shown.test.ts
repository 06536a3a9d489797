import { expect, test } from 'vitest';
import { driftIsShown } from './drift-is-shown.ts';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';

const context = await committedContext();

test('an entry without examples says what shows it instead, and never both', async () => {
  const matrix = await editedMatrix((m) => {
    const [first, second] = m.drift;
    delete first?.examples;
    if (second) second.notInBodies = 'No reason.';
  });
  expect(driftIsShown.check(matrix, context)).toEqual([
    {
      file: 'drift.json',
      pointer: '/entries/0',
      message: '(D-01) has no example; add "examples" or, where no body can show it, "notInBodies" with what does',
    },
    {
      file: 'drift.json',
      pointer: '/entries/1',
      message: '(D-02) has examples and says why there are none; delete "notInBodies"',
    },
  ]);
});

test('of a column without operations nothing can be shown yet', async () => {
  const matrix = await editedMatrix((m) => {
    const [first] = m.drift;
    delete first?.examples;
    for (const { providerApi } of first?.concerns ?? []) column(m, providerApi).operations = [];
    m.drift = first ? [first] : [];
  });
  expect(driftIsShown.check(matrix, context)).toEqual([]);
});

test('examples are of operations of columns that the entry concerns, and ids count up', async () => {
  const matrix = await editedMatrix((m) => {
    const [first, second] = m.drift;
    const [example] = first?.examples ?? [];
    if (!first || !second || !example) throw new Error('the register has lost its examples');
    first.examples = [{ ...example, providerApi: 'anthropic', operation: 'message.create' }];
    m.drift = [first, { ...second, id: 'D-03' }];
  });
  expect(driftIsShown.check(matrix, context).map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
    '/entries/0/examples/0/providerApi is anthropic, which D-01 does not concern; add it to "concerns"',
    '/entries/0/examples/0 names an operation "message.create" that anthropic does not have; did you mean "messages.create"?',
    '/entries/1/id is D-03 and stands where D-02 belongs; sort them',
  ]);
});
