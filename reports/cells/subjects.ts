import type { Matrix, Tool } from '../../matrix/model.ts';
import type { Results } from '../../spec/results/schema.ts';

/** What a row is about: a tool of the matrix, or something beyond it that cases were run for. */
export type Subject = Pick<Tool, 'title' | 'description' | 'rank' | 'alsoCalled'> & {
  readonly id: string;
  /** No tool of the matrix. */
  readonly isBeyondMatrix?: true;
};

/** What cases can be about that is no tool of the matrix. */
const beyondMatrix: readonly Subject[] = [
  {
    id: 'break-glass',
    title: 'Break-glass',
    isBeyondMatrix: true,
    description:
      'What the contract has no word for, said in the provider’s own: raw tools, and raw members of the request. No row of the availability table.',
  },
];

/** The rows of a run: the tools of its matrix, then what it ran beyond them. Pure. */
export const subjectsOf = ({ matrix, cases }: Results): readonly Subject[] => [
  ...(matrix as Matrix).tools,
  ...beyondMatrix.filter(({ id }) => cases.some((c) => c.tool === id)),
];
