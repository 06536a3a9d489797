import type { Renaming } from './renaming.ts';

/** A member whose name says that it is a time: seconds or milliseconds since 1970, or ISO 8601. Source: the providers' SDK types. */
const timeMember =
  /("(?:created|(?:created|completed|started|expires?|expired|cancelled|failed|updated|queued|incomplete|last_active|last_used)_at|(?:created|updated|expires)At|(?:create|start|end|update|event|expire|expiration)Time|timestamp|lastUpdatedAt)"\s*:\s*)(\d{10}(?:\.\d+)?(?![\d.])|\d{13}(?!\d)|"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)")/g;

/** When everything happens: the first second of 2026. */
const beginning = Date.UTC(2026, 0, 1);

/**
 * Times that a provider tells, one second after the other in the order in which they were: what came first still does. A time that a
 * caller named before stays.
 */
export function steadyTimes(): Renaming {
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
