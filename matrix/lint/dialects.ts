import { didYouMean } from '../../lib/did-you-mean.ts';
import type { LintProblem, LintRule } from './rule.ts';

const problem = (pointer: string, message: string): LintProblem => ({ file: 'dialects.json', pointer, message });

/** Every trait cites a source, and every source is cited. */
export const dialectsCiteSources: LintRule = {
  name: 'dialects-cite-sources',
  description: 'Ids of dialects are distinct; their traits cite sources of theirs, and each source is cited.',
  check: ({ dialects: { dialects = [] } = {} }) =>
    dialects.flatMap(({ id, traits, sources, refuses = [] }, i) => {
      const keys = Object.keys(sources);
      const cited = [
        ...Object.entries(traits).flatMap(([trait, own]) =>
          own.map((key, k) => [`traits/${trait}/${k}`, key] as const),
        ),
        ...refuses.map(({ source }, k) => [`refuses/${k}/source`, source] as const),
      ];
      const at = (place: string) => `/dialects/${i}/${place}`;
      return [
        ...(dialects.findIndex((other) => other.id === id) === i ? [] : [problem(at('id'), `"${id}" is there twice`)]),
        ...cited
          .filter(([, key]) => !keys.includes(key))
          .map(([place, key]) => problem(at(place), `this dialect has no source "${key}"; ${didYouMean(key, keys)}`)),
        ...keys
          .filter((key) => !cited.some(([, used]) => used === key))
          .map((key) => problem(at(`sources/${key}`), 'is cited by no trait; cite it, or delete it')),
      ];
    }),
};
