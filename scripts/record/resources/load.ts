import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../../files/data-file.ts';
import { repositoryFolder } from '../../../spec/engine/discover.ts';
import type { Scenario } from '../../../spec/scenarios/schema.ts';

const strict = { additionalProperties: false } as const;
const text = Type.String({ minLength: 1 });
const FileSchema = Type.Object({ name: text, text }, strict);

const ResourceSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, description: 'as scenarios name it' }),
    kind: Type.Enum(['vector-store', 'file', 'other'] as const),
    what: Type.String({ minLength: 1, description: 'what it is, for who makes it by hand' }),
    files: Type.Optional(Type.Array(FileSchema, { minItems: 1, description: 'what it is made from' })),
  },
  strict,
);

/** Something that has to be at a provider before a conversation. */
export type Resource = Type.Static<typeof ResourceSchema>;

/** What scenarios need. @throws {UserError} the file is malformed. */
export async function loadResources(
  path: string = join(repositoryFolder, 'recordings/resources.yaml'),
): Promise<readonly Resource[]> {
  const schema = Type.Object({ resources: Type.Array(ResourceSchema) }, { ...strict, $id: 'resources.schema.json' });
  return (await readDataFile(path, schema, 'list of resources')).resources;
}

/** The resources that a scenario names, in its options, its turns and what is said there. */
export function neededBy({ options, turns }: Scenario, resources: readonly Resource[]): readonly Resource[] {
  const texts = textsIn([options, turns]);
  return resources.filter(({ name }) => texts.has(name));
}

/** A scenario in which resources are called by their ids at the provider. */
export function withIds(scenario: Scenario, ids: ReadonlyMap<string, string>): Scenario {
  if (ids.size === 0) return scenario;
  const { options, turns } = scenario;
  return { ...scenario, options: renamed(options, ids), turns: renamed(turns, ids) };
}

function textsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') found.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) textsIn(member, found);
  return found;
}

function renamed<T>(value: T, ids: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') return (ids.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((item) => renamed(item, ids)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renamed(member, ids)])) as T;
}
