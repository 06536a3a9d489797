/** Which members of which cases differ between two runs. Pure. */
import { canonicalJson } from '../../lib/canonical-json.ts';

/** A member of a case's result, as `results.json` names it; `case` where one of the runs lacks the case. */
export interface Difference {
  readonly member: string;
  readonly cases: readonly string[];
  /** The first case's values before and after, two lines; empty where a case is missing. */
  readonly example: string;
}

/** @returns nothing where both runs say the same of the same cases, in whatever order */
export function differencesOf<T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
): Difference[] {
  const [was, is] = [before, after].map((cases) => new Map(cases.map((one) => [one.id, one])));
  const found = new Map<string, { cases: string[]; example: string }>();
  const note = (member: string, id: string, example: string) => {
    const known = found.get(member);
    if (known) known.cases.push(id);
    else found.set(member, { cases: [id], example });
  };
  for (const id of [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].toSorted()) {
    const [old, now] = [was?.get(id), is?.get(id)];
    if (!old || !now) {
      note('case', id, '');
      continue;
    }
    for (const member of membersOf(old, now)) {
      const [a, b] = [old, now].map((one) => canonicalJson((one[member] ?? null) as never));
      if (a !== b) note(member, id, `  before ${shown(a)}\n  after  ${shown(b)}\n`);
    }
  }
  return [...found].map(([member, rest]) => ({ member, ...rest }));
}

const membersOf = <T extends object>(a: T, b: T) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted() as (keyof T & string)[];

const longest = 300;
const shown = (text = ''): string => text.replaceAll(/\s+/g, ' ').slice(0, longest);
