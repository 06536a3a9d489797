/** The branches of a union, and which of them a value means. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';

type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** One branch of a union; unions in unions are taken apart. */
export interface Branch {
  /** Its schema as it stands in the union: often a reference. */
  readonly schema: JsonObject;
  /** JSON types that it takes; every one where absent. */
  readonly types?: ReadonlySet<string>;
  /** Values that it allows, where they are listed. */
  readonly values?: readonly Json[];
  /** Members that say which branch is meant: the values that this one allows, and whether it may be absent. */
  readonly tags: ReadonlyMap<string, { readonly values: readonly Json[]; readonly isRequired: boolean }>;
  /** The only member that it has, and must have: unions of AWS are told apart by it. */
  readonly key?: string;
}

/** Which branch a value means: some that it might, or the place and values of the tag that no branch has. */
export type Choice =
  | { readonly branches: readonly Branch[] }
  | { readonly wrongTypes: readonly string[] }
  | { readonly tag: string; readonly values: readonly Json[]; readonly isAbsent: boolean };

/** Tags that are asked first: a branch is known by them, whatever else it has of constants. */
const tellingTags = ['type', 'role', 'event', 'object'];

/** The branches of a union with all that it refers to. */
export function branchesOf(union: readonly Json[], definition: (name: string) => JsonObject): Branch[] {
  const leaves = union.flatMap((schema) => leavesOf(schema as JsonObject, definition));
  const tagNames = new Set(
    leaves.flatMap(({ resolved }) =>
      Object.entries(propertiesOf(resolved)).flatMap(([k, s]) => (has(s, 'const') ? k : [])),
    ),
  );
  return leaves.map(({ schema, resolved }) => {
    const types = typesOf(resolved);
    const values = valuesOf(resolved);
    const [key, ...others] = Object.keys(propertiesOf(resolved));
    const isKeyed = key !== undefined && others.length === 0 && (resolved.required as Json[] | undefined)?.[0] === key;
    return {
      schema,
      ...(isKeyed ? { key } : {}),
      ...(types ? { types } : {}),
      ...(values ? { values } : {}),
      tags: new Map(
        Object.entries(propertiesOf(resolved)).flatMap(([name, property]) => {
          const allowed = tagNames.has(name) ? valuesOf(property) : undefined;
          const isRequired = (resolved.required as readonly string[] | undefined)?.includes(name) ?? false;
          return allowed ? [[name, { values: allowed, isRequired }] as const] : [];
        }),
      ),
    };
  });
}

/** The branches that a value may mean. */
export function choose(branches: readonly Branch[], value: Json): Choice {
  let left = branches.filter(({ types }) => types?.has(typeNameOf(value)) ?? true);
  if (left.length === 0) return { wrongTypes: [...new Set(branches.flatMap(({ types }) => [...(types ?? [])]))] };
  if (!isJsonObject(value)) return { branches: left };
  for (const tag of tagsOf(left)) {
    const takes = left.filter((branch) => isTaken(branch, tag, value));
    if (takes.length === 0) {
      const values = [...new Set(left.flatMap((branch) => branch.tags.get(tag)?.values ?? []))];
      return { tag, values, isAbsent: !Object.hasOwn(value, tag) };
    }
    left = takes;
  }
  const keyed = left.filter(({ key }) => key !== undefined && Object.hasOwn(value, key));
  return { branches: keyed.length === 1 ? keyed : left };
}

function isTaken({ tags }: Branch, name: string, value: JsonObject): boolean {
  const tag = tags.get(name);
  if (!tag) return true;
  return Object.hasOwn(value, name) ? tag.values.includes(value[name] as Json) : !tag.isRequired;
}

/** Tags by how telling they are: the usual names, then those that most branches have. */
function tagsOf(branches: readonly Branch[]): string[] {
  const counts = new Map<string, number>();
  for (const { tags } of branches) for (const name of tags.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const rank = (name: string) => (tellingTags.indexOf(name) + tellingTags.length + 1) % (tellingTags.length + 1);
  return [...counts.keys()].sort(
    (a, b) => rank(a) - rank(b) || (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1),
  );
}

function leavesOf(
  schema: JsonObject,
  definition: (name: string) => JsonObject,
): { schema: JsonObject; resolved: JsonObject }[] {
  let resolved = schema;
  while (typeof resolved.$ref === 'string') resolved = definition(resolved.$ref);
  const { anyOf } = resolved;
  return Array.isArray(anyOf) ? anyOf.flatMap((each) => leavesOf(each, definition)) : [{ schema, resolved }];
}

function typesOf({ type, const: constant, enum: listed }: JsonObject): ReadonlySet<string> | undefined {
  const values = listed ?? (constant === undefined ? undefined : [constant]);
  if (type === undefined && !Array.isArray(values)) return undefined;
  const names = type === undefined ? (values as readonly Json[]).map(typeNameOf) : ([type].flat() as string[]);
  return new Set(names.map((name) => (name === 'integer' ? 'number' : name)));
}

function valuesOf(schema: Json): readonly Json[] | undefined {
  if (has(schema, 'const')) return [(schema as JsonObject).const as Json];
  return has(schema, 'enum') ? ((schema as JsonObject).enum as readonly Json[]) : undefined;
}

const has = (schema: Json, keyword: string): boolean => isJsonObject(schema) && Object.hasOwn(schema, keyword);

const propertiesOf = ({ properties }: JsonObject): JsonObject => (properties ?? {}) as JsonObject;

function typeNameOf(value: Json): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as TypeName;
}
