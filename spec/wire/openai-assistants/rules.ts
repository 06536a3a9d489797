/** For what the Assistants API refuses a request. */
import type { Rule } from '../rules/rule.ts';
import { choiceIsDeclared, strictSchemas, toolNames } from '../rules/tools.ts';
import { choicesIn, namesIn, rulesOfRuns, strictIn } from '../runs/rules.ts';
import { rulesOfMessages } from '../runs/rules-of-messages.ts';
import type { Source } from '../source.ts';

const reference: Source = {
  title: 'OpenAI API reference: assistants',
  url: 'https://platform.openai.com/docs/api-reference/assistants',
};

export const rules: readonly Rule[] = [
  ...rulesOfRuns,
  ...rulesOfMessages,
  toolNames({
    form: /^[a-zA-Z0-9_-]{1,64}$/,
    inWords: '1 to 64 of letters, digits, "_" and "-"',
    source: reference,
    namesIn,
  }),
  strictSchemas({
    source: {
      title: 'OpenAI: supported schemas of strict mode',
      url: 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
    },
    strictIn,
  }),
  choiceIsDeclared({ source: reference, choicesIn }),
];
