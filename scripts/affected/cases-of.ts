/** Which cases changed files can affect. Pure. */
import type { ProviderApi } from '../../matrix/model.ts';
import type { Case } from '../../spec/engine/case.ts';
import { recordingsBehind } from '../../spec/engine/cassettes-of.ts';
import { common } from '../../spec/engine/expand.ts';
import type { Known, Scoped } from './scope.ts';

/** What cases are chosen by. */
export interface Choice extends Pick<Known, 'columnsOf'> {
  readonly cases: readonly Case[];
  readonly columnOf: (theCase: Case) => ProviderApi;
  /** Whether a file is there. */
  readonly isThere: (file: string) => boolean;
}

/** The cases that a changed file can affect, and why it is taken to. */
export interface Affected extends Pick<Scoped, 'file' | 'because'> {
  readonly cases: readonly Case[];
}

/** Of each changed file the cases that it can affect. */
export function casesOf(changed: readonly Scoped[], choice: Choice): readonly Affected[] {
  const playing = changed.some(({ scope }) => scope.of === 'recording') ? byRecording(choice) : new Map();
  return changed.map(({ file, scope, because }) => {
    const all = { file, because, cases: choice.cases };
    const those = (isOne: (c: Case) => boolean) => ({ file, because, cases: choice.cases.filter(isOne) });
    switch (scope.of) {
      case 'nothing':
        return those(() => false);
      case 'everything':
        return all;
      case 'adapters':
        return those(({ adapter }) => scope.ids.includes(adapter.id));
      case 'implementation':
        return those(({ adapter }) => adapter.implementation === scope.id);
      case 'column':
        return those(({ adapter }) => adapter.providerApi === scope.id);
      case 'tool':
        return those((c) => isPlayedFrom(c, scope.id));
      case 'source': {
        const columns = choice.columnsOf(scope.id);
        return columns.length === 0
          ? { ...all, because: 'no column says that its bodies fit these types' }
          : those(({ adapter }) => columns.includes(adapter.providerApi));
      }
      case 'recording': {
        const cases = playing.get(scope.id) ?? [];
        const isStray = cases.length === 0 && choice.isThere(file);
        return isStray ? { ...all, because: 'a recording that no case plays' } : { file, because, cases };
      }
      default:
        throw new Error(`no scope: ${JSON.stringify(scope satisfies never)}`);
    }
  });
}

/**
 * Whether the conversations of a tool have a part in a case: as its own, as those that it may choose from, as a `setup` case does among
 * all, or as those of the tool where what all have in common goes wrong, which a `fault` case of another one then leaves out.
 */
function isPlayedFrom({ tool, fault, setup }: Case, asked: string): boolean {
  return tool === asked || setup !== undefined || (fault !== undefined && asked === common);
}

function byRecording({ cases, columnOf }: Choice): ReadonlyMap<string, readonly Case[]> {
  const found = new Map<string, Case[]>();
  for (const each of cases) {
    for (const name of recordingsBehind(each, columnOf(each))) {
      const playing = found.get(name) ?? [];
      playing.push(each);
      found.set(name, playing);
    }
  }
  return found;
}
