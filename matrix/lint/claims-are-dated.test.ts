import { expect, test } from 'vitest';
import { claimsAreDated } from './claims-are-dated.ts';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';

const context = await committedContext();
const file = 'providers/anthropic.json';

test.each([
  ['2026-02-30', /no day of the calendar; write YYYY-MM-DD/],
  ['2026-11-21', /after 2026-11-20/],
])('a claim dated %s is a problem, at its place', async (date, message) => {
  const matrix = await editedMatrix((m) => {
    const [claim] = column(m, 'anthropic').cells.shell.claims;
    if (claim) claim.date = date;
  });
  expect(claimsAreDated.check(matrix, context)).toEqual([
    { file, pointer: '/cells/shell/claims/0/date', message: expect.stringMatching(message) },
  ]);
});

test('a claim whose source has no title is a problem', async () => {
  const matrix = await editedMatrix((m) => {
    const [claim] = column(m, 'anthropic').cells.shell.claims;
    if (claim) claim.source = { title: ' ' };
  });
  expect(claimsAreDated.check(matrix, context)).toMatchObject([{ file, pointer: '/cells/shell/claims/0/source' }]);
});

test('a cell without claims is a problem', async () => {
  const matrix = await editedMatrix((m) => {
    column(m, 'anthropic').cells.shell.claims = [];
  });
  expect(claimsAreDated.check(matrix, context)).toMatchObject([{ file, pointer: '/cells/shell/claims' }]);
});

test('the same day is not in the future', async () => {
  expect(claimsAreDated.check(await editedMatrix(() => {}), context)).toEqual([]);
});
