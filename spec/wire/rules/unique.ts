import type { Source } from '../source.ts';
import type { Asked, Rule } from './rule.ts';

/** No text of a kind stands twice in one request: names of tools, ids of calls. */
export const areUnique = ({
  id,
  noun,
  source,
  textsIn,
}: {
  readonly id: string;
  /** What they are, one of them: `name of a tool`. */
  readonly noun: string;
  readonly source: Source;
  readonly textsIn: (asked: Asked) => readonly { readonly path: string; readonly value: unknown }[];
}): Rule => ({
  id,
  what: `Every ${noun} stands once in a request.`,
  source,
  judge: (asked) => {
    const texts = textsIn(asked).filter(({ value }) => typeof value === 'string');
    const first = new Map<unknown, string>();
    const breaches = texts.flatMap(({ path, value }) => {
      const before = first.get(value);
      if (before === undefined) first.set(value, path);
      return before === undefined
        ? []
        : [{ path, value, message: `the ${noun} ${JSON.stringify(value)} stands at ${before} already` }];
    });
    return { compared: texts.length, breaches };
  },
});
