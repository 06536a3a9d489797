import { expect, test } from 'vitest';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';
import { supportIsClaimed } from './support-is-claimed.ts';

const context = await committedContext();

test("what only the ADR says is not today's support", async () => {
  const matrix = await editedMatrix((m) => {
    column(m, 'openai-responses').cells['remote-mcp'].claims.splice(2);
  });
  expect(supportIsClaimed.check(matrix, context)).toEqual([
    {
      file: 'providers/openai-responses.json',
      pointer: '/cells/remote-mcp/support',
      message: 'is "yes" and no claim of today says so; add one (by "inferred" if it is a conclusion)',
    },
  ]);
});

test('one claim of several is enough', async () => {
  const matrix = await editedMatrix((m) => {
    const { claims } = column(m, 'google').cells['remote-mcp'];
    claims.push({ by: 'third-party', support: 'no', source: { title: 'someone' }, date: '2026-11-20' });
  });
  expect(supportIsClaimed.check(matrix, context)).toEqual([]);
});
