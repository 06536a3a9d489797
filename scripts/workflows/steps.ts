import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryFolder } from '../../spec/engine/discover.ts';

/** A step that runs a script, and where it stands. */
export interface Script {
  readonly place: string;
  readonly run: string;
  /** Names of the variables that the step is given; what they hold, only the runner knows. */
  readonly variables: readonly string[];
}

const folder = join(repositoryFolder, '.github/workflows');

/** Path and text of every workflow. */
export const workflows: readonly (readonly [path: string, text: string])[] = readdirSync(folder)
  .sort()
  .map((name) => [`.github/workflows/${name}`, readFileSync(join(folder, name), 'utf8')] as const);

/** Path and text of the action that judges adapters of other repositories. */
export const action: readonly [path: string, text: string] = [
  'action.yml',
  readFileSync(join(repositoryFolder, 'action.yml'), 'utf8'),
];

/** The scripts of a workflow, or of a composite action. */
export function scriptsOf([path, text]: readonly [path: string, text: string]): Script[] {
  const file = parse(text) as Steps & { readonly jobs?: Readonly<Record<string, Steps>>; readonly runs?: Steps };
  const groups = Object.entries(file.jobs ?? { runs: file.runs ?? {} });
  return groups.flatMap(([job, { env = {}, steps = [] }]) =>
    steps.flatMap(({ run, name, env: own = {} }, i) =>
      run === undefined
        ? []
        : [
            {
              place: `${path}: ${job}, ${name ?? `step ${i + 1}`}`,
              run,
              variables: Object.keys({ ...file.env, ...env, ...own }),
            },
          ],
    ),
  );
}

interface Steps {
  readonly env?: Readonly<Record<string, unknown>>;
  readonly steps?: readonly {
    readonly name?: string;
    readonly run?: string;
    readonly env?: Readonly<Record<string, unknown>>;
  }[];
}
