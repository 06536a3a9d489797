import { demandId, type NewFiles } from './new-files.ts';

/** The files of a check that compares nothing yet: it is applicable to no case, and never counts as asserted. Pure. */
export function checkFiles(id: string): NewFiles {
  demandId('a check', id);
  const name = id.replaceAll(/-(.)/g, (_, first: string) => first.toUpperCase());
  return {
    create: {
      [`spec/checks/${id}.ts`]: `import { type Check, contractSource, notApplicable } from './check.ts';

export const ${name}: Check = {
  id: '${id}',
  level: 'MUST',
  title: 'To be written: what is demanded, as a sentence.',
  reason: 'To be written: why it matters to an application.',
  sources: [contractSource],
  // For every step: what the wire says (step.wire, step.requests), held against what the adapter returned (step.adapter).
  judge: () => notApplicable,
};
`,
      [`spec/checks/${id}.test.ts`]: `import { expect, test } from 'vitest';
import { ${name} } from './${id}.ts';

test('compares nothing where there is nothing to compare', () => {
  expect(${name}.judge({ steps: [] } as never)).toEqual({ compared: 0, findings: [] });
});
`,
    },
    edit: {},
    next: [
      `write title, reason, sources and judge in spec/checks/${id}.ts, or in the file there of what it looks at`,
      'break an adapter so that the check must see it: a row of a table in adapters/broken',
      `see it caught: npm run atc -- kill-matrix --check ${id}`,
      'see good adapters pass: npm run conformance',
    ],
  };
}
