import { expect, test } from 'vitest';
import { driftIds } from './drift-ids.ts';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';

const context = await committedContext();

test.each([
  [['D-1'], '/0', 'is "D-1"; write D- and two digits, as in "D-07"'],
  [['D-01', 'd-02'], '/1', 'is "d-02"; write D- and two digits, as in "D-07"'],
  [['D-09', 'D-01'], '', 'is not in order, or names one twice; write ["D-01","D-09"]'],
  [['D-01', 'D-01'], '', 'is not in order, or names one twice; write ["D-01"]'],
])('%j is a problem, on a cell and on a column', async (drift, at, message) => {
  const matrix = await editedMatrix((m) => {
    const google = column(m, 'google');
    google.drift = drift;
    google.cells.openapi.drift = drift;
  });
  expect(driftIds.check(matrix, context)).toEqual([
    { file: 'providers/google.json', pointer: `/drift${at}`, message },
    { file: 'providers/google.json', pointer: `/cells/openapi/drift${at}`, message },
  ]);
});
