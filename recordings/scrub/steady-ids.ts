import type { Renaming } from './renaming.ts';

/** A member whose name says that it is an id, with a value that could be one. */
const idMember = /"(?:id|\w+_ids?|\w+Ids?)"\s*:\s*(?:"([\w-]{9,128})"|\[([^\]{}]*)\])/g;

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;

/** Words before what was drawn: `msg_`, `chatcmpl-`. */
const words = /^(?:[a-z]+[_-])*/;

/** Fewest characters of what is drawn: Mistral's ids of calls. */
const shortest = 9;

/**
 * Ids that a provider draws, counted in the order in which they are first told: `toolu_01A7…` becomes `toolu_0000…1`, of the same length.
 * An id that a caller named before is no provider's, and one that somebody chose, such as `vs_lodge`, is not drawn.
 */
export function steadyIds(): Renaming {
  const own: string[] = [];
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  let pattern: RegExp | undefined;
  const note = (drawn: string, form: string) => {
    if (names.has(drawn) || own.some((text) => text.includes(drawn))) return;
    const count = (counts.get(form) ?? 0) + 1;
    counts.set(form, count);
    names.set(drawn, counted(form, count));
    pattern = undefined;
  };
  return {
    sent(text) {
      own.push(text);
    },
    answered(text) {
      for (const [, one, list = ''] of text.matchAll(idMember)) {
        for (const id of one === undefined
          ? [...list.matchAll(/"([\w-]{9,128})"/g)].map(([, each = '']) => each)
          : [one]) {
          for (const { drawn, form } of drawnIn(id)) note(drawn, form);
        }
      }
    },
    renamed(text) {
      if (names.size === 0) return text;
      pattern ??= anyOf(names);
      return text.replaceAll(pattern, (drawn) => names.get(drawn) ?? drawn);
    },
  };
}

/** What of an id was drawn, and its form: `#` for each character that was. */
function drawnIn(id: string): { readonly drawn: string; readonly form: string }[] {
  const uuids = id.match(uuid);
  if (uuids) return uuids.map((drawn) => ({ drawn, form: '########-####-4###-8###-############' }));
  const [before = ''] = words.exec(id) ?? [];
  const rest = id.slice(before.length);
  return isDrawn(rest) || isCounted(rest) ? [{ drawn: id, form: before + '#'.repeat(rest.length) }] : [];
}

/** Letters and digits, or many letters of both cases: nobody calls anything so. */
const isDrawn = (rest: string): boolean =>
  (rest.length >= shortest && /\d/.test(rest) && /[A-Za-z]/.test(rest)) ||
  (rest.length >= 2 * shortest && /^[A-Za-z]+$/.test(rest) && /[a-z][A-Z]/.test(rest));

/** What this made of an id before. */
const isCounted = (rest: string): boolean => /^0{3,}\d+$/.test(rest);

/** A form with a number in place of what was drawn, behind so many zeros as it takes. */
function counted(form: string, count: number): string {
  const digits = String(count).padStart(form.split('#').length - 1, '0');
  let at = 0;
  return form.replaceAll('#', () => digits[at++] ?? '');
}

/** Wherever one of them stands by itself, the longest first: one may begin like another. */
function anyOf(names: ReadonlyMap<string, string>): RegExp {
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length);
  return new RegExp(`(?<![A-Za-z0-9])(?:${longestFirst.join('|')})(?![A-Za-z0-9])`, 'g');
}
