const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * What an adapter said, with names for the ids that it made up: they are others in every run, and evidence is not. Ids that came
 * from the provider stay.
 *
 * @param said plain data
 * @param wire what the provider said
 */
export function withNamedIds<T>(said: T, wire: unknown): T {
  const known = new Set(JSON.stringify(wire).match(uuid));
  const names = new Map<string, string>();
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? `made-up-${names.size + 1}`;
    names.set(id, name);
    return name;
  };
  return JSON.parse(JSON.stringify(said).replaceAll(uuid, (id) => (known.has(id) ? id : nameOf(id))));
}
