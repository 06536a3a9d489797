import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../lib/data-file.ts';
import { UserError } from '../../lib/user-error.ts';
import { repositoryFolder } from '../engine/discover.ts';
import { defectId, type KnownDefect, knownDefectsFile } from './known-defects.ts';
import type { KillMatrix, PlayedDefect } from './schema.ts';

/** Why a known defect is no question to this suite: only these three count. */
const outOfScopeReasons = ['application-loop', 'build', 'not-on-the-wire'] as const;

const Exclusion = Type.Object(
  {
    ids: Type.Array(defectId, { minItems: 1 }),
    reason: Type.Enum([...outOfScopeReasons], {
      description:
        'It sits in the loop of the application; in building or packaging; or where neither a request nor a response shows it.',
    }),
    why: Type.String({ minLength: 20, description: 'What the defect is, that makes the reason true.' }),
  },
  { additionalProperties: false },
);
export type Exclusion = Type.Static<typeof Exclusion>;

/** Where known defects stand that are out of scope. */
const exclusionsFile = 'spec/checks/known-defects-excluded.yaml';

/** Known defects that are out of scope. @throws {UserError} the file is malformed. */
export const loadExclusions = (): Promise<readonly Exclusion[]> =>
  readDataFile(join(repositoryFolder, exclusionsFile), Type.Array(Exclusion), 'list of excluded defects');

/** A known defect, and what became of the adapters that are broken as it was. */
export interface CatalogueEntry extends Pick<KnownDefect, 'id' | 'providerApi' | 'defect' | 'url'> {
  readonly state: 'caught' | 'missed' | 'out-of-scope';
  readonly brokenAdapters: readonly string[];
  /** Checks that fail or warn with them. */
  readonly checks: readonly string[];
  /** Why it is out of scope. */
  readonly reason?: Exclusion['reason'];
  /** Why it is missed or out of scope, in words. */
  readonly why?: string;
}

export interface Catalogue {
  readonly known: number;
  readonly inScope: number;
  readonly caught: number;
  readonly entries: readonly CatalogueEntry[];
}

/**
 * The kill matrix by known defect. One is caught when every adapter that is broken as it was is caught, by more than the comparison of
 * the two modes: that says only that one of them is wrong. Pure and totally ordered.
 *
 * @throws {UserError} a defect that is out of scope is unknown, listed twice, or has a broken adapter.
 */
export function catalogueOf(
  known: ReadonlyMap<string, KnownDefect>,
  killMatrix: KillMatrix,
  exclusions: readonly Exclusion[],
): Catalogue {
  const excluded = new Map<string, Exclusion>();
  for (const exclusion of exclusions) {
    for (const id of exclusion.ids) {
      const problem = problemOf(id, known, killMatrix, excluded);
      if (problem) throw new UserError(problem, { where: exclusionsFile, hint: `the ids are in ${knownDefectsFile}` });
      excluded.set(id, exclusion);
    }
  }
  const entries = [...known.values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, providerApi, defect, url }): CatalogueEntry => {
      const own = killMatrix.matrix.filter(({ from }) => from.some((each) => each.id === id));
      const facts = {
        id,
        providerApi,
        defect,
        url,
        brokenAdapters: own.map((b) => b.id),
        checks: sorted(own.flatMap(checksOf)),
      };
      const exclusion = excluded.get(id);
      if (exclusion) return { ...facts, state: 'out-of-scope', reason: exclusion.reason, why: exclusion.why.trim() };
      const why = own.length === 0 ? ['no broken adapter has it'] : own.flatMap((b) => whyMissed(b, killMatrix));
      return why.length === 0 ? { ...facts, state: 'caught' } : { ...facts, state: 'missed', why: why.join('; ') };
    });
  return {
    known: known.size,
    inScope: entries.filter(({ state }) => state !== 'out-of-scope').length,
    caught: entries.filter(({ state }) => state === 'caught').length,
    entries,
  };
}

function problemOf(
  id: string,
  known: ReadonlyMap<string, KnownDefect>,
  { matrix }: KillMatrix,
  excluded: ReadonlyMap<string, Exclusion>,
): string | undefined {
  if (!known.has(id)) return `there is no known defect "${id}"`;
  if (excluded.has(id)) return `known defect "${id}" is excluded twice`;
  const planted = matrix.find(({ from }) => from.some((each) => each.id === id));
  return (
    planted && `known defect "${id}" is excluded, and "${planted.id}" is broken as it was: remove it from this file`
  );
}

const checksOf = ({ cases }: PlayedDefect): string[] => cases.flatMap(({ failed, warned }) => [...failed, ...warned]);

/** What only compares the two modes of an adapter with each other. */
const comparison = 'stream-equals-complete';

function whyMissed(played: PlayedDefect, { missed }: KillMatrix): readonly string[] {
  if (!played.caught) return missed.find(({ id }) => id === played.id)?.why ?? [];
  return checksOf(played).some((check) => check !== comparison) ? [] : [`${played.id}: only ${comparison} finds it`];
}

const sorted = (ids: readonly string[]): string[] => [...new Set(ids)].sort();
