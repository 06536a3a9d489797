import type { Source } from '../source.ts';
import type { Asked, Breach, Rule } from './rule.ts';

/** A message of a request: who speaks, and where that stands. */
export interface Turn {
  readonly role: unknown;
  readonly path: string;
}

/** Speakers take turns, and the user speaks first. Messages that belong to no speaker are left out by `turnsIn`. */
export const turnsAlternate = ({
  source,
  turnsIn,
}: {
  readonly source: Source;
  readonly turnsIn: (asked: Asked) => readonly Turn[];
}): Rule => ({
  id: 'turns-alternate',
  what: 'A conversation begins with the user, and no two messages in a row are of the same role.',
  source,
  judge: (asked) => {
    const turns = turnsIn(asked);
    const breaches = turns.flatMap(({ role, path }, i): Breach[] => {
      const before = turns[i - 1];
      if (!before && role !== 'user') {
        return [{ path, value: role, message: `the conversation begins with ${JSON.stringify(role)}` }];
      }
      if (before?.role !== role) return [];
      return [{ path, value: role, message: `two messages in a row are of the role ${JSON.stringify(role)}` }];
    });
    return { compared: turns.length, breaches };
  },
});
