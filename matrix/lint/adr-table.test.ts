import { expect, test } from 'vitest';
import { adrTable } from './adr-table.ts';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';

const context = await committedContext();

test('a claim that prints another mark than the ADR has is named at its cell', async () => {
  const matrix = await editedMatrix((m) => {
    const claim = column(m, 'google').cells.openapi.claims.find((c) => c.by === 'adr-draft');
    if (claim) claim.support = 'no';
  });
  expect(adrTable.check(matrix, context)).toEqual([
    {
      file: 'providers/google.json',
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
