import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Source } from '../source.ts';
import type { Asked, Breach, Rule } from './rule.ts';

/** An object of a request, with the names of the members that the service takes there. */
export interface Known {
  readonly path: string;
  readonly object: JsonObject;
  readonly members: ReadonlySet<string>;
}

/** For services that refuse what they do not know. */
export const knownMembersOnly = ({
  source,
  objectsIn,
}: {
  readonly source: Source;
  readonly objectsIn: (asked: Asked) => readonly Known[];
}): Rule => ({
  id: 'known-members',
  what: 'No member is sent that the service does not know.',
  source,
  judge: (asked) => {
    const objects = objectsIn(asked);
    const breaches = objects.flatMap(({ path, object, members }): Breach[] =>
      Object.keys(object)
        .filter((name) => !members.has(name))
        .map((name) => ({
          path: `${path}.${name}`,
          value: object[name],
          message: `the member "${name}" is none that the service takes there`,
        })),
    );
    return { compared: objects.length, breaches };
  },
});
