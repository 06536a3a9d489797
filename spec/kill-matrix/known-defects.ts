import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../lib/data-file.ts';
import { repositoryFolder } from '../engine/discover.ts';

const text = Type.String({ minLength: 1 });
const closed = { additionalProperties: false };

/** Where in a conversation a defect sits, in the order in which the phases are told. */
export const phases = ['request', 'schema', 'response', 'stream', 'multi-turn', 'error', 'availability'] as const;

export const Phase = Type.Enum([...phases]);
export type Phase = Type.Static<typeof Phase>;

export const defectId = Type.String({ pattern: '^B\\d{3}$' });

/** A defect that a real adapter had, in public. */
const KnownDefect = Type.Object(
  {
    id: defectId,
    class: Type.String({ pattern: '^T\\d{2} ', description: 'Kind of defect.' }),
    providerApi: Type.String({ minLength: 1, description: 'Whose wire it was found on, in words.' }),
    phase: Phase,
    defect: text,
    demand: Type.String({ minLength: 1, description: 'What a suite has to demand to catch it.' }),
    source: Type.String({ minLength: 1, description: 'Repository and number of the thread.' }),
    url: Type.String({ pattern: '^https://' }),
  },
  closed,
);
export type KnownDefect = Type.Static<typeof KnownDefect>;

const KnownDefects = Type.Array(KnownDefect, { title: 'Known defects of real adapters' });

/** Where the known defects stand. */
export const knownDefectsFile = 'spec/checks/known-defects.json';

/** Known defects of real adapters, by id. @throws {UserError} the file is malformed. */
export async function loadKnownDefects(): Promise<ReadonlyMap<string, KnownDefect>> {
  const list = await readDataFile(join(repositoryFolder, knownDefectsFile), KnownDefects, 'list of known defects');
  return new Map(list.map((defect) => [defect.id, defect]));
}
