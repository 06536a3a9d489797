import type { Source } from '../source.ts';
import { type Asked, type Rule, ruleOver } from './rule.ts';

/** What a request demands of the choice of tools, and which tools it declares. */
export interface Choice {
  readonly path: string;
  /** The tool that must be called; absent where any will do. */
  readonly name?: string | undefined;
  readonly declared: readonly string[];
}

/** A choice of tools is among tools: those that the request declares, and the one that it names. */
export const choiceIsDeclared = ({
  source,
  choicesIn,
}: {
  readonly source: Source;
  readonly choicesIn: (asked: Asked) => readonly Choice[];
}): Rule =>
  ruleOver({
    id: 'tool-choice',
    what: 'A choice of tools is among the tools that the request declares.',
    source,
    placesOf: (asked) => choicesIn(asked).map((value) => ({ path: value.path, value })),
    wrong: ({ name, declared }) => {
      if (name === undefined)
        return declared.length > 0 ? undefined : 'a choice of tools is made, and no tool is declared';
      if (declared.includes(name)) return undefined;
      return `the tool ${JSON.stringify(name)} must be called, and is not declared; declared are: ${declared.join(', ') || 'none'}`;
    },
  });
