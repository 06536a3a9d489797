import { expect, test } from 'vitest';
import { adrClaimsComeFirst, adrTable, claimsAreDated, sourcesAreCited } from './claims.ts';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';

const context = await committedContext();
const file = 'provider-apis/anthropic.json';

test.each([
  ['2026-02-30', /not a date; write YYYY-MM-DD/],
  ['2026-11-28', /after 2026-11-27/],
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

test.each([
  ['missing', (claims: unknown[]) => void claims.shift()],
  ['behind others', (claims: unknown[]) => void claims.push(claims.shift())],
  ['twice', (claims: unknown[]) => void claims.push(claims[0])],
])('a claim of a draft that is %s is a problem', async (_, change) => {
  const matrix = await editedMatrix((m) => change(column(m, 'openai-chat').cells.openapi.claims));
  expect(adrClaimsComeFirst.check(matrix, context)).toEqual([
    {
      file: 'provider-apis/openai-chat.json',
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

test('a source that nothing cites is a problem', async () => {
  const matrix = await editedMatrix((m) => {
    column(m, 'mistral').sources['left-over'] = { title: 'a page' };
  });
  expect(sourcesAreCited.check(matrix, await committedContext())).toEqual([
    {
      file: 'provider-apis/mistral.json',
      pointer: '/sources/left-over',
      message: 'is cited by no claim and no cell; cite it or delete it',
    },
  ]);
});

test('a claim that prints another mark than the ADR has is named at its cell', async () => {
  const matrix = await editedMatrix((m) => {
    const claim = column(m, 'google').cells.openapi.claims.find((c) => c.by === 'adr-draft');
    if (claim) claim.support = 'no';
  });
  expect(adrTable.check(matrix, context)).toEqual([
    {
      file: 'provider-apis/google.json',
      pointer: '/cells/openapi/claims',
      message: 'prints "❌" in the table adr-draft, where the ADR has "✅"; correct the claim by "adr-draft"',
    },
  ]);
});

test('so is a label', async () => {
  const matrix = await editedMatrix((m) => {
    for (const claim of column(m, 'bedrock-agents').cells['stateful-functions'].claims) {
      if (claim.by === 'adr-2025-06-23') claim.label = 'Lambda';
    }
  });
  expect(adrTable.check(matrix, context)).toMatchObject([
    {
      message: expect.stringContaining(
        'prints "✅ (Lambda)" in the table adr-2025-06-23, where the ADR has "✅ (AWS Lambda)"',
      ),
    },
  ]);
});

test('a description, a heading or the order of rows is shown as a line', async () => {
  const reworded = await editedMatrix((m) => {
    const [first] = m.tools;
    if (first) first.description = 'Functions.';
  });
  expect(adrTable.check(reworded, context).map((p) => p.message)).toEqual([
    expect.stringMatching(
      /^the table adr-2025-06-23 prints as line 3 "Function Calling .* Functions\.", where the ADR has "Function Calling/,
    ),
    expect.stringMatching(/^the table adr-draft prints as line 3 /),
  ]);
  const reordered = await editedMatrix((m) => {
    for (const tool of m.tools) if (tool.adrOrder) tool.adrOrder['adr-draft'] = tool.adrOrder['adr-2025-06-23'];
  });
  expect(adrTable.check(reordered, context)).toMatchObject([
    {
      file: 'tools.json',
      message: expect.stringContaining('the table adr-draft prints as line 7 "Remote MCP Servers'),
    },
  ]);
});
