import type { Cassette } from '../format/cassette.ts';
import { changeMessage, textsOf } from './map-message.ts';

/**
 * A cassette without what is another one every time and says nothing: ids that a provider makes up are counted, times follow each
 * other by the second. Both keep form and length, and what was equal stays equal, so that a call and its result still belong together.
 * Recording the same conversation again then changes no byte. Doing it twice changes nothing.
 */
export function stabilize(cassette: Cassette): Cassette {
  const renamings = [steadyIds(), steadyTimes()];
  for (const { request, response } of cassette.entries) {
    for (const renaming of renamings) {
      for (const text of textsOf(request)) renaming.sent(text);
      for (const text of textsOf(response)) renaming.answered(text);
    }
  }
  const renamed = (text: string) => renamings.reduce((so, renaming) => renaming.renamed(so), text);
  return {
    ...cassette,
    entries: cassette.entries.map(({ request, response, ...rest }) => ({
      ...rest,
      request: changeMessage(request, renamed),
      response: changeMessage(response, renamed),
    })),
  };
}

/** A member whose name says that it is a time: seconds or milliseconds since 1970, or ISO 8601. Source: the providers' SDK types. */
const timeMember =
  /("(?:created|(?:created|completed|started|expires?|expired|cancelled|failed|updated|queued|incomplete|last_active|last_used)_at|(?:created|updated|expires)At|(?:create|start|end|update|event|expire|expiration)Time|timestamp|lastUpdatedAt)"\s*:\s*)(\d{10}(?:\.\d+)?(?![\d.])|\d{13}(?!\d)|"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)")/g;

/** When everything happens: the first second of 2026. */
const beginning = Date.UTC(2026, 0, 1);

/**
 * Times that a provider tells, one second after the other in the order in which they were: what came first still does. A time that a
 * caller named before stays.
 */
function steadyTimes(): Renaming {
  const own: string[] = [];
  const times = new Set<number>();
  let order: Map<number, number> | undefined;
  const isOwn = (written: string) => own.some((text) => text.includes(written));
  const told = new Set<string>();
  return {
    sent(text) {
      own.push(text);
    },
    answered(text) {
      for (const [, , written = ''] of text.matchAll(timeMember)) {
        if (told.has(written) || isOwn(written)) continue;
        told.add(written);
        times.add(instantOf(written));
      }
    },
    renamed(text) {
      order ??= new Map([...times].sort((a, b) => a - b).map((time, i) => [time, beginning + i * 1000]));
      return text.replaceAll(timeMember, (whole, before: string, written: string) => {
        const at = told.has(written) ? order?.get(instantOf(written)) : undefined;
        return at === undefined ? whole : before + inForm(at, written);
      });
    },
  };
}

/** Milliseconds since 1970. */
function instantOf(written: string): number {
  if (written.startsWith('"')) return Date.parse(JSON.parse(written));
  return written.length === 13 && !written.includes('.') ? Number(written) : Number(written) * 1000;
}

/** A time written as another was: the same unit, as many digits of a second, the same way to say UTC. */
function inForm(time: number, written: string): string {
  const fraction = /\.(\d+)/.exec(written)?.[1]?.replaceAll(/\d/g, '0');
  const rest = fraction === undefined ? '' : `.${fraction}`;
  if (!written.startsWith('"')) return written.length === 13 && !fraction ? String(time) : `${time / 1000}${rest}`;
  const zone = written.endsWith('Z"') ? 'Z' : '+00:00';
  return `"${new Date(time).toISOString().slice(0, 19)}${rest}${zone}"`;
}

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
function steadyIds(): Renaming {
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

/** Finds out, text by text, what stands for what; and then says it of any text. */
interface Renaming {
  /** Takes note of a text that the caller sent: what is in it is the caller's own, and stays. */
  sent(text: string): void;
  /** Takes note of a text that the provider answered. */
  answered(text: string): void;
  /** A text with everything renamed that was noted. */
  renamed(text: string): string;
}
