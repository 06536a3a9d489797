/** What can be chosen, by name; the usual first. */
export type OptionsOf<C> = { readonly [name in keyof C]: readonly C[name][] };

/** What an address chooses. */
export interface Chosen<C> {
  readonly choice: C;
  /** What it says that this report does not know, as `name=value`, in its order. */
  readonly ignored: readonly string[];
}

/** What is chosen where an address says nothing. */
export function usualOf<C>(options: OptionsOf<C>): C {
  const entries = Object.entries(options as Record<string, readonly string[]>);
  return Object.fromEntries(entries.map(([name, [first]]) => [name, first])) as C;
}

/** Reads the query of an address, which anybody may have written: what is not an option is ignored, and said. Pure. */
export function choiceOf<C>(query: string, options: OptionsOf<C>): Chosen<C> {
  const known = new Map(Object.entries(options as Record<string, readonly string[]>));
  const choice = { ...usualOf(options) } as Record<string, string>;
  const ignored: string[] = [];
  const seen = new Set<string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (!seen.has(name) && known.get(name)?.includes(value)) choice[name] = value;
    else ignored.push(`${name}=${value}`);
    seen.add(name);
  }
  return { choice: choice as C, ignored };
}

/** The query of a choice, without what is usual: `?through=ai-sdk&mode=stream`, or nothing. Pure. */
export function queryOf<C extends object>(choice: C, usual: C): string {
  const chosen = (Object.entries(usual) as [keyof C & string, string][]).flatMap(([name, value]) =>
    choice[name] === value ? [] : [[name, String(choice[name])]],
  );
  const query = new URLSearchParams(chosen).toString();
  return query === '' ? '' : `?${query}`;
}
