import type { Source } from '../source.ts';
import { type Asked, type Rule, ruleOver } from './rule.ts';

/** The form that an API demands of the names of functions, wherever a request says one: declared, called or answered. */
export const toolNames = ({
  form,
  inWords,
  source,
  namesIn,
}: {
  readonly form: RegExp;
  /** The form, for people: `1 to 64 of letters, digits, "_" and "-"`. */
  readonly inWords: string;
  readonly source: Source;
  readonly namesIn: (asked: Asked) => readonly { readonly path: string; readonly value: unknown }[];
}): Rule =>
  ruleOver({
    id: 'tool-names',
    what: `The name of a function is ${inWords}.`,
    source,
    placesOf: namesIn,
    wrong: (name) =>
      typeof name === 'string' && form.test(name)
        ? undefined
        : `${JSON.stringify(name)} is no name that the service takes: ${inWords}`,
  });
