import { expect, test } from 'vitest';
import { adrClaimsComeFirst } from './adr-claims-come-first.ts';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';

const context = await committedContext();

test.each([
  ['missing', (claims: unknown[]) => void claims.shift()],
  ['behind others', (claims: unknown[]) => void claims.push(claims.shift())],
  ['twice', (claims: unknown[]) => void claims.push(claims[0])],
])('a claim of a draft that is %s is a problem', async (_, change) => {
  const matrix = await editedMatrix((m) => change(column(m, 'openai-chat').cells.openapi.claims));
  expect(adrClaimsComeFirst.check(matrix, context)).toEqual([
    {
      file: 'providers/openai-chat.json',
      pointer: '/cells/openapi/claims',
      message: 'has to start with one claim by "adr-2025-06-23" and one by "adr-draft", and have no other of theirs',
    },
  ]);
});

test.each([
  ['a row', 'openai-chat', 'shell'],
  ['a column', 'mistral', 'openapi'],
] as const)('the ADR says nothing of %s that it lacks', async (_, id, tool) => {
  const matrix = await editedMatrix((m) => {
    column(m, id).cells[tool].claims.unshift({
      by: 'adr-draft',
      support: 'no',
      source: { title: 'the ADR' },
      date: '2025-06-23',
    });
  });
  expect(adrClaimsComeFirst.check(matrix, context)).toMatchObject([
    { pointer: `/cells/${tool}/claims`, message: 'has a claim by the ADR, which has no such cell; delete it' },
  ]);
});
