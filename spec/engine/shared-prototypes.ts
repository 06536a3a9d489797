/** The prototypes that all objects, arrays and functions share: what is put there is seen everywhere. */

const prototypes = {
  'Object.prototype': Object.prototype,
  'Array.prototype': Array.prototype,
  'Function.prototype': Function.prototype,
} as const;

/** What the shared prototypes held at one time. */
export type SharedPrototypes = readonly {
  readonly name: string;
  readonly prototype: object;
  readonly members: ReadonlyMap<PropertyKey, PropertyDescriptor>;
}[];

let last: SharedPrototypes = [];

/** What they hold now. Between two conversations hardly anything changes: then it is what they held before. */
export function sharedPrototypes(): SharedPrototypes {
  if (last.length === 0 || !last.every(looksUntouched)) last = Object.entries(prototypes).map(inDetail);
  return last;
}

function inDetail([name, prototype]: [string, object]): SharedPrototypes[number] {
  const members = Reflect.ownKeys(prototype).map(
    (key) => [key, Reflect.getOwnPropertyDescriptor(prototype, key) as PropertyDescriptor] as const,
  );
  return { name, prototype, members: new Map(members) };
}

/** True if the members are as many as before, and their values the same. Accessors are not asked: some throw. */
function looksUntouched({ prototype, members }: SharedPrototypes[number]): boolean {
  if (Reflect.ownKeys(prototype).length !== members.size) return false;
  for (const [key, { value, get, set }] of members) {
    if (!get && !set && !Object.is(Reflect.get(prototype, key), value)) return false;
  }
  return true;
}

/**
 * Makes them what they were.
 *
 * @returns each member that was not, such as `Object.prototype.polluted`, with what had become of it
 */
export function putBack(before: SharedPrototypes): string[] {
  return before.flatMap(({ name, prototype, members }) => {
    const added = Reflect.ownKeys(prototype).filter((key) => !members.has(key));
    for (const key of added) Reflect.deleteProperty(prototype, key);
    const other: PropertyKey[] = [];
    for (const [key, member] of members) {
      if (isSame(Reflect.getOwnPropertyDescriptor(prototype, key), member)) continue;
      Reflect.defineProperty(prototype, key, member);
      other.push(key);
    }
    return [
      ...added.map((key) => `${name}.${String(key)} was added`),
      ...other.map((key) => `${name}.${String(key)} was changed`),
    ];
  });
}

const isSame = (a: PropertyDescriptor | undefined, b: PropertyDescriptor): boolean =>
  a !== undefined && Object.is(a.value, b.value) && a.get === b.get && a.set === b.set;
