import { expect, test } from 'vitest';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';
import { errataHaveExamples, errataIds, errataNameCells } from './errata.ts';

const context = await committedContext();

test.each([
  [['D-1'], '/0', 'is "D-1"; write D- and two digits, as in "D-07"'],
  [['D-01', 'd-02'], '/1', 'is "d-02"; write D- and two digits, as in "D-07"'],
  [['D-09', 'D-01'], '', 'is not in order, or names one twice; write ["D-01","D-09"]'],
  [['D-01', 'D-01'], '', 'is not in order, or names one twice; write ["D-01"]'],
])('%j is a problem, on a cell and on a column', async (errata, at, message) => {
  const matrix = await editedMatrix((m) => {
    const google = column(m, 'google');
    google.errata = errata;
    google.cells.openapi.errata = errata;
  });
  expect(errataIds.check(matrix, context)).toEqual([
    { file: 'provider-apis/google.json', pointer: `/errata${at}`, message },
    { file: 'provider-apis/google.json', pointer: `/cells/openapi/errata${at}`, message },
  ]);
});

test('a cell or column names no erratum that is not in the register or concerns another', async () => {
  const matrix = await editedMatrix((m) => {
    const mistral = column(m, 'mistral');
    mistral.errata = ['D-99'];
    mistral.cells.openapi.errata = ['D-01'];
  });
  expect(errataNameCells.check(matrix, context)).toEqual([
    {
      file: 'provider-apis/mistral.json',
      pointer: '/errata/0',
      message: 'names D-99, which is not in the register; add it to matrix/errata.json or delete it here',
    },
    {
      file: 'provider-apis/mistral.json',
      pointer: '/cells/openapi/errata/0',
      message:
        'names D-01, which does not concern it; add "mistral" with "openapi" to "concerns" of D-01 in matrix/errata.json, or delete it here',
    },
  ]);
});

test('what the register concerns names it back', async () => {
  const matrix = await editedMatrix((m) => {
    const [entry] = m.errata;
    if (entry)
      entry.concerns = [...entry.concerns, { providerApi: 'mistral' }, { providerApi: 'google', tools: ['shell'] }];
    const last = entry?.concerns.length ?? 0;
    expect(last).toBeGreaterThan(2);
  });
  const at = (matrix.errata[0]?.concerns.length ?? 0) - 2;
  expect(errataNameCells.check(matrix, context)).toEqual([
    {
      file: 'errata.json',
      pointer: `/entries/0/concerns/${at}`,
      message: 'concerns the provider API mistral, which does not name D-01; add it to "errata" there',
    },
    {
      file: 'errata.json',
      pointer: `/entries/0/concerns/${at + 1}/tools/0`,
      message: 'concerns shell/google, which does not name D-01; add it to "errata" there',
    },
  ]);
});

test('a column and a cell of it are two things', async () => {
  const matrix = await editedMatrix((m) => {
    column(m, 'google').cells.openapi.errata = ['D-36', 'D-42'];
  });
  expect(errataNameCells.check(matrix, context).map(({ pointer }) => pointer)).toEqual(['/cells/openapi/errata/1']);
});

test('an entry without examples says what shows it instead, and never both', async () => {
  const matrix = await editedMatrix((m) => {
    const [first, second] = m.errata;
    delete first?.examples;
    if (second) second.notInBodies = 'No reason.';
  });
  expect(errataHaveExamples.check(matrix, context)).toEqual([
    {
      file: 'errata.json',
      pointer: '/entries/0',
      message: '(D-01) has no example; add "examples" or, where no body can show it, "notInBodies" with what does',
    },
    {
      file: 'errata.json',
      pointer: '/entries/1',
      message: '(D-02) has examples and "notInBodies"; delete "notInBodies"',
    },
  ]);
});

test('of a column without operations nothing can be shown yet', async () => {
  const matrix = await editedMatrix((m) => {
    const [first] = m.errata;
    delete first?.examples;
    for (const { providerApi } of first?.concerns ?? []) column(m, providerApi).operations = [];
    m.errata = first ? [first] : [];
  });
  expect(errataHaveExamples.check(matrix, context)).toEqual([]);
});

test('examples are of operations of columns that the entry concerns, and ids count up', async () => {
  const matrix = await editedMatrix((m) => {
    const [first, second] = m.errata;
    const [example] = first?.examples ?? [];
    if (!first || !second || !example) throw new Error('the register has lost its examples');
    first.examples = [{ ...example, providerApi: 'anthropic', operation: 'message.create' }];
    m.errata = [first, { ...second, id: 'D-03' }];
  });
  expect(errataHaveExamples.check(matrix, context).map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
    '/entries/0/examples/0/providerApi is anthropic, which D-01 does not concern; add it to "concerns"',
    '/entries/0/examples/0 names an operation "message.create" that anthropic does not have; did you mean "messages.create"?',
    '/entries/1/id is D-03 in the position of D-02; sort the entries',
  ]);
});
