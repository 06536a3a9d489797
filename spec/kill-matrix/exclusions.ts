import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../lib/data-file.ts';
import { repositoryFolder } from '../engine/discover.ts';
import { defectId } from './known-defects.ts';

const Exclusion = Type.Object(
  {
    ids: Type.Array(defectId, { minItems: 1, description: 'Known defects that are not traced.' }),
    capability: Type.String({ minLength: 1, description: 'What this suite lacks, in a few words.' }),
    why: Type.String({ minLength: 20, description: 'Why the defect cannot be shown without it.' }),
  },
  { additionalProperties: false },
);
export type Exclusion = Type.Static<typeof Exclusion>;

/** Where exclusions stand. */
export const exclusionsFile = 'spec/checks/known-defects-excluded.yaml';

/** Known defects that no broken adapter can stand for. @throws {UserError} the file is malformed. */
export const loadExclusions = (): Promise<readonly Exclusion[]> =>
  readDataFile(join(repositoryFolder, exclusionsFile), Type.Array(Exclusion), 'list of excluded defects');
