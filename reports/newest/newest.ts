/** What comes of the newest releases of libraries: a second run beside the one of the pinned versions, in short. */
import { join } from 'node:path';
import Type from 'typebox';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { parseData } from '../../lib/data-file.ts';
import { decodeText, readIfExists } from '../../lib/read-regular-file.ts';
import { writeFileAtomic } from '../../lib/write-atomic.ts';
import type { Matrix } from '../../matrix/model.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { worded } from '../cells/case-impact.ts';
import { type CellState, cellState, cellStates } from '../cells/cell-state.ts';

const closed = { additionalProperties: false };
const text = Type.String();

/** `newest.json`, beside the results of the pinned versions. */
export const Newest = Type.Object(
  {
    version: Type.Literal(1),
    /** The day of the run, ISO 8601. */
    asOf: text,
    adapters: Type.Array(
      Type.Object(
        {
          id: text,
          packages: Type.Array(Type.Object({ name: text, version: text }, closed)),
          /** The word of each cell, by tool. */
          states: Type.Record(text, Type.Enum(Object.keys(cellStates) as CellState[])),
          /** Known issues of the pinned versions that nothing shows any more, by id. */
          fixed: Type.Array(text),
          /** Cases that fail by something that no known issue covers. */
          failing: Type.Array(text),
        },
        closed,
      ),
    ),
  },
  { $id: 'newest.schema.json', title: 'The newest releases of libraries', additionalProperties: false },
);

export type Newest = Type.Static<typeof Newest>;

/**
 * What a run of the newest releases says, compared with the known issues of the pinned ones. Pure.
 *
 * @param pinned the run of the pinned versions
 */
export function newestOf(newest: Results, pinned: Results): Newest {
  return {
    version: 1,
    asOf: newest.run.asOf,
    adapters: newest.run.adapters.map(({ id, providerApi, packages }) => {
      const own = newest.cases.filter((c) => c.adapter === id);
      const before = pinned.cases.filter((c) => c.adapter === id);
      const shown = new Set(own.flatMap(({ knownIssues = [] }) => knownIssues));
      const was = new Set(before.flatMap(({ knownIssues = [] }) => knownIssues));
      return {
        id,
        packages: packages.map(({ name, version }) => ({ name, version })),
        states: statesOf(newest, providerApi, own),
        fixed: [...was].filter((issue) => !shown.has(issue)).sort(),
        failing: own.filter(isNew).map((c) => c.id),
      };
    }),
  };
}

/** Whether a case fails by more than a known issue that passes. */
const isNew = ({ verdict, unexpectedPasses }: CaseResult): boolean =>
  verdict === 'fail' && unexpectedPasses === undefined;

/** The word of each cell of an adapter, by tool. Pure. */
export function statesOf(
  { matrix }: Results,
  providerApi: string,
  cases: readonly CaseResult[],
): Record<string, CellState> {
  const column = (matrix as Matrix).providers.find(({ id }) => id === providerApi);
  const byTool = Map.groupBy(cases, ({ tool }) => tool);
  return Object.fromEntries(
    [...byTool].map(([tool, own]) => [
      tool,
      cellState(column?.cells[tool as keyof typeof column.cells]?.support ?? 'yes', own.map(worded)),
    ]),
  );
}

const pathIn = (folder: string): string => join(folder, 'newest.json');

/** Writes it to where the results of the pinned versions lie. */
export const writeNewest = (folder: string, newest: Newest): Promise<void> =>
  writeFileAtomic(pathIn(folder), `${canonicalJson(newest, 1)}\n`);

/** What lies beside results, if anything does. @throws {UserError} it is malformed or of another version. */
export async function readNewest(folder: string): Promise<Newest | undefined> {
  const path = pathIn(folder);
  const bytes = readIfExists(path, 'run of the newest releases');
  return (
    bytes &&
    parseData(decodeText(bytes, path, 'run of the newest releases'), path, Newest, 'run of the newest releases')
  );
}
