import type { Source } from '../source.ts';
import { type Asked, type Rule, ruleOver } from './rule.ts';

/** The form that an API demands of the ids of calls, wherever a request says one: in a call or in its answer. */
export const callIds = ({
  form,
  inWords,
  source,
  idsIn,
}: {
  readonly form: RegExp;
  /** The form, for people: `1 to 64 of letters, digits, "_" and "-"`. */
  readonly inWords: string;
  readonly source: Source;
  readonly idsIn: (asked: Asked) => readonly { readonly path: string; readonly value: unknown }[];
}): Rule =>
  ruleOver({
    id: 'call-ids',
    what: `The id of a call is ${inWords}.`,
    source,
    placesOf: idsIn,
    wrong: (id) =>
      typeof id === 'string' && form.test(id)
        ? undefined
        : `${JSON.stringify(id)} is no id of a call that the service takes: ${inWords}`,
  });
