/** Content hashes of everything that the outcomes of a unit follow from. Pure. */
import { hash } from 'node:crypto';
import { memoize } from '../../lib/memoize.ts';
import type { Unit } from './cache-unit.ts';
import type { Scope } from './file-rules.ts';
import type { Project } from './project.ts';
import { concerns, type Scoped } from './scope.ts';

/** Keys of a unit. */
export interface UnitKeys {
  /** Of its outcomes. */
  readonly outcomes: string;
  /** Of its verdicts, which follow from the outcomes and, besides, from known issues and the freshness policy. */
  readonly verdicts: string;
}

/**
 * Keys of a unit in a state of the project. They hold the paths and bytes of all files that its cases depend on.
 *
 * @param besides everything else that outcomes follow from, such as options and versions
 */
export function keysOf(unit: Unit, project: Project, besides: string): UnitKeys {
  const { ofOutcomes, ofVerdicts } = hashesFor(unit, project);
  const byTool = groupsOf(project)
    .filter(({ scope }) => concerns(scope, unit, project))
    .map(({ sha256 }) => sha256());
  const outcomes = hash('sha256', [besides, unit.id, ofOutcomes, ...byTool].join('\n'));
  return { outcomes, verdicts: hash('sha256', `${outcomes}\n${ofVerdicts}`) };
}

/** Files that some case depends on: those of some of the tools, and the others. */
const filesOf = memoize(({ scopes }: Project) => {
  const all = [...scopes.values()].filter(({ scope }) => scope.of !== 'nothing');
  const isOfTools = ({ scope }: Scoped) => scope.of === 'tool' || scope.of === 'recording';
  return { ofTools: all.filter(isOfTools), others: all.filter((each) => !isOfTools(each)) };
});

/** Hashes of the files that all units of an adapter depend on, by its id. */
const known = memoize((_: Project) => new Map<string, { ofOutcomes: string; ofVerdicts: string }>());

function hashesFor(unit: Unit, project: Project): { ofOutcomes: string; ofVerdicts: string } {
  const { id } = unit.adapter;
  const found = known(project).get(id);
  if (found) return found;
  const mine = filesOf(project).others.filter(({ scope }) => concerns(scope, unit, project));
  const hashes = {
    ofOutcomes: hashOf(
      mine.filter((each) => !each.isForVerdicts),
      project,
    ),
    ofVerdicts: hashOf(
      mine.filter((each) => each.isForVerdicts),
      project,
    ),
  };
  known(project).set(id, hashes);
  return hashes;
}

/** Scenarios of each tool, and recordings of each tool and column, hashed when a unit depends on them. */
const groupsOf = memoize((project: Project) => {
  const groups = Map.groupBy(filesOf(project).ofTools, ({ scope }) => JSON.stringify(scope));
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([scope, files]) => {
      let computed: string | undefined;
      const sha256 = () => {
        computed ??= hashOf(files, project);
        return computed;
      };
      return { scope: JSON.parse(scope) as Scope, sha256 };
    });
});

const hashOf = (files: readonly Scoped[], { state }: Project): string =>
  hash(
    'sha256',
    files
      .map(({ file }) => `${file} ${state.idOf(file)}`)
      .sort()
      .join('\n'),
  );
