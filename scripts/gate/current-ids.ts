import type { EarlierRun } from '../../reports/compare/earlier-run.ts';
import { countOf } from '../../reports/gate/words.ts';
import { type Aliases, aliasKinds, currentAdapter, currentCase, currentIds } from '../../spec/aliases.ts';
import { withCurrentIds as exceptionWithCurrentIds } from '../../spec/engine/exceptions.ts';
import type { RevisionState } from './revision/schema.ts';

type Frame = Pick<RevisionState, 'adapters' | 'matrix' | 'exceptions'>;

/** Adapters, claims and exceptions of a base, by the ids of this revision. Pure. */
export function withCurrentIds(aliases: Aliases, { adapters, matrix, exceptions }: Frame): Frame {
  const tool = (id: string) => aliases.tools.get(id) ?? id;
  const providerApi = (id: string) => aliases.providerApis.get(id) ?? id;
  return {
    adapters: adapters.map((adapter) => ({
      ...adapter,
      id: currentAdapter(aliases, adapter.id),
      providerApi: providerApi(adapter.providerApi),
    })),
    matrix: {
      tools: matrix.tools.map((row) => ({ ...row, id: tool(row.id) })),
      providers: matrix.providers.map((column) => ({
        ...column,
        id: providerApi(column.id),
        cells: Object.fromEntries(Object.entries(column.cells).map(([id, cell]) => [tool(id), cell])),
      })),
    },
    exceptions: exceptions.map((e) => exceptionWithCurrentIds(e, aliases)),
  };
}

/** A run of the base, by the ids of this revision. Pure. */
export function runWithCurrentIds(
  aliases: Aliases,
  base: EarlierRun,
): { readonly run: EarlierRun; readonly notes: readonly string[] } {
  if (aliasKinds.every((kind) => aliases[kind].size === 0)) return { run: base, notes: [] };
  const { run, cases } = base;
  const frame = withCurrentIds(aliases, {
    adapters: [...run.adapters],
    matrix: base.matrix as Frame['matrix'],
    exceptions: [...(run.exceptions ?? [])],
  });
  const current = cases.map((c) => ({
    ...c,
    ...partsOf(currentCase(aliases, c.id)),
    providerApi: aliases.providerApis.get(c.providerApi) ?? c.providerApi,
  }));
  const renamed = {
    ...base,
    run: {
      ...run,
      selection: currentSelection(aliases, run.selection),
      adapters: frame.adapters,
      ...(run.exceptions ? { exceptions: frame.exceptions } : {}),
    },
    matrix: frame.matrix,
    cases: current,
  };
  return { run: renamed, notes: renameNotes(current.filter(({ id }, i) => id !== cases[i]?.id).length) };
}

/** The note about cases of the base that have a new id. Pure. */
export const renameNotes = (count: number): string[] =>
  count === 0 ? [] : [`${countOf(count, 'case')} of the base compared by a new id (spec/aliases.yaml)`];

/** A case id with its parts. */
export function partsOf(id: string): {
  readonly id: string;
  readonly adapter: string;
  readonly tool: string;
  readonly scenario: string;
} {
  const [adapter = '', tool = '', scenario = ''] = id.split('/');
  return { id, adapter, tool, scenario };
}

function currentSelection(aliases: Aliases, selection: EarlierRun['run']['selection']): EarlierRun['run']['selection'] {
  const of: Readonly<Record<string, (id: string) => readonly string[]>> = {
    adapters: (id) => [currentAdapter(aliases, id)],
    tools: (id) => currentIds(aliases, 'tools', id),
    scenarios: (id) => currentIds(aliases, 'scenarios', id),
  };
  const current = (what: string, id: string) => {
    const ids = of[what]?.(id) ?? [];
    return ids.length > 0 ? ids : [id];
  };
  return Object.fromEntries(
    Object.entries(selection).map(([what, ids]) => [what, ids.flatMap((id) => current(what, id))]),
  );
}
