import { expect, test } from 'vitest';
import type { DriftExample } from '../../matrix/drift.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import { faultsOf } from './drift-example.ts';
import { wireReaderFor } from './readers.ts';

const matrix = await loadMatrix();
const examples = matrix.drift.flatMap(({ id, title, examples: own = [] }) =>
  own.map((example, i) => ({ name: `${id} ${title} (${example.providerApi}, example ${i + 1})`, example })),
);

const play = async (example: DriftExample) =>
  faultsOf(example, providerOf(matrix, example.providerApi), await wireReaderFor(example.providerApi));

test.each(examples)('$name', async ({ example }) => {
  expect(await play(example)).toEqual([]);
});

test.each(examples.filter(({ example }) => example.adrIs === 'rejected'))(
  '$name: with the ADR’s body in the place of today’s it would not pass',
  async ({ example }) => {
    const swapped = await play({ ...example, adr: example.today, today: example.adr });
    expect(swapped).toEqual([expect.stringMatching(/^today is read as/), 'the ADR says the same']);
  },
);

test.each(examples.filter(({ example }) => example.adrIs === 'accepted'))(
  '$name: what is accepted is accepted for what it says',
  async ({ example }) => {
    const emptied = await play({ ...example, adr: Array.isArray(example.adr) ? [] : {} });
    expect(emptied).toEqual([expect.stringMatching(/^the ADR is read as/)]);
  },
);
