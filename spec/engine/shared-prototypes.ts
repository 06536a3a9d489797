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
  readonly members: Readonly<Record<PropertyKey, PropertyDescriptor>>;
}[];

/** What they hold now. */
export const sharedPrototypes = (): SharedPrototypes =>
  Object.entries(prototypes).map(([name, prototype]) => ({
    name,
    prototype,
    // Of an object with a prototype, `__proto__` would be that.
    members: Object.assign(Object.create(null), Object.getOwnPropertyDescriptors(prototype)),
  }));

/**
 * Makes them what they were.
 *
 * @returns each member that was not, such as `Object.prototype.polluted`, with what had become of it
 */
export function putBack(before: SharedPrototypes): string[] {
  return before.flatMap(({ name, prototype, members }) => {
    const added = Reflect.ownKeys(prototype).filter((key) => !Object.hasOwn(members, key));
    for (const key of added) Reflect.deleteProperty(prototype, key);
    const other = Reflect.ownKeys(members).filter(
      (key) => !isSame(Reflect.getOwnPropertyDescriptor(prototype, key), members[key]),
    );
    for (const key of other) Reflect.defineProperty(prototype, key, members[key] as PropertyDescriptor);
    return [
      ...added.map((key) => `${name}.${String(key)} was added`),
      ...other.map((key) => `${name}.${String(key)} was changed`),
    ];
  });
}

const isSame = (a: PropertyDescriptor | undefined, b: PropertyDescriptor | undefined): boolean =>
  a !== undefined && b !== undefined && Object.is(a.value, b.value) && a.get === b.get && a.set === b.set;
