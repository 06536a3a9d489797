import { UserError } from '../../lib/user-error.ts';
import { type Exclusion, exclusionsFile } from './exclusions.ts';
import { type KnownDefect, knownDefectsFile } from './known-defects.ts';
import type { Broken } from './run-broken.ts';

/** What stands for a known defect: broken adapters modelled on it and the checks that catch them, or why nothing does. */
export type Trace =
  | { readonly brokenAdapters: readonly string[]; readonly checks: readonly string[] }
  | { readonly excluded: string; readonly why: string };

/** Every known defect by id, with what stands for it. */
export interface Traceability {
  readonly traced: Readonly<Record<string, Trace>>;
  /** Those that nothing stands for, and that are not excluded either. */
  readonly open: readonly KnownDefect[];
}

type Modelled = Pick<Broken, 'id' | 'caughtBy' | 'modelledOn'>;

/**
 * Follows every known defect to what stands for it. Pure and totally ordered.
 *
 * @throws {UserError} an exclusion or a broken adapter names a defect that there is not, or one is both traced and excluded.
 */
export function traceabilityOf(
  known: ReadonlyMap<string, KnownDefect>,
  broken: readonly Modelled[],
  exclusions: readonly Exclusion[],
): Traceability {
  for (const { id, modelledOn = [] } of broken)
    demandAllKnown(modelledOn, known, `adapters/reference, broken adapter "${id}"`);
  for (const { ids } of exclusions) demandAllKnown(ids, known, exclusionsFile);
  const all = [...known.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const entries = all.map((defect) => [defect, traceOf(defect, broken, exclusions)] as const);
  return {
    traced: Object.fromEntries(entries.flatMap(([{ id }, trace]) => (trace ? [[id, trace]] : []))),
    open: entries.flatMap(([defect, trace]) => (trace ? [] : [defect])),
  };
}

function traceOf(
  { id }: KnownDefect,
  broken: readonly Modelled[],
  exclusions: readonly Exclusion[],
): Trace | undefined {
  const own = broken.filter((b) => b.modelledOn?.includes(id));
  const excluded = exclusions.filter((e) => e.ids.includes(id));
  const [first] = excluded;
  if (excluded.length > 1 || (first && own.length > 0)) {
    const other = own.length > 0 ? `"${own[0]?.id}" is modelled on it` : 'it is excluded twice';
    throw new UserError(`known defect "${id}" is excluded, and ${other}`, {
      where: exclusionsFile,
      hint: 'remove it from this file',
    });
  }
  if (first) return { excluded: first.capability, why: first.why.trim() };
  if (own.length === 0) return undefined;
  return { brokenAdapters: sorted(own.map((b) => b.id)), checks: sorted(own.map((b) => b.caughtBy)) };
}

const sorted = (ids: readonly string[]): string[] => [...new Set(ids)].sort();

function demandAllKnown(ids: readonly string[], known: ReadonlyMap<string, KnownDefect>, where: string): void {
  const stranger = ids.find((id) => !known.has(id));
  if (stranger === undefined) return;
  throw new UserError(`no known defect "${stranger}"`, {
    where,
    hint: `the ids are in ${knownDefectsFile}`,
  });
}
