import type { Source } from '../source.ts';
import { type Asked, type Rule, ruleOver } from './rule.ts';

/** The form that an API demands of texts, ids for instance. */
export const haveForm = ({
  id,
  noun,
  form,
  inWords,
  source,
  textsIn,
}: {
  readonly id: string;
  /** What they are, one of them: `id of a call`. */
  readonly noun: string;
  readonly form: RegExp;
  /** The form, for people. */
  readonly inWords: string;
  readonly source: Source;
  readonly textsIn: (asked: Asked) => readonly { readonly path: string; readonly value: unknown }[];
}): Rule =>
  ruleOver({
    id,
    what: `The ${noun} is ${inWords}.`,
    source,
    placesOf: textsIn,
    wrong: (text) =>
      typeof text === 'string' && form.test(text)
        ? undefined
        : `${JSON.stringify(text)} is no ${noun} that the service takes: ${inWords}`,
  });
