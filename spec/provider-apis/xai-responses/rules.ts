import { asArray, asObject } from '../../wire/json.ts';
import { defineRule, type Rule } from '../../wire/rules/rule.ts';
import { rules as rulesOfResponses } from '../families/responses/rules.ts';

const itemsIn = (list: unknown, path: string) =>
  (asArray(list) ?? []).map((value, i) => ({ path: `${path}[${i}]`, value: asObject(value) ?? {} }));

/** Other rules of OpenAI are about ids, containers and reasoning items, which xAI has otherwise or accepts. */
const shared = new Set(['calls-answered', 'tool-choice-declared', 'conversation-link-single']);

/** What xAI rejects as OpenAI does, and what it alone does. */
export const rules: readonly Rule[] = [
  ...rulesOfResponses.filter(({ id }) => shared.has(id)),
  defineRule({
    id: 'custom-tools-unsupported',
    what: 'xAI accepts no custom tools, and no custom calls in the input.',
    evidence: {
      grade: 'documented',
      title: 'router-for-me/CLIProxyAPI: xAI answers 422 to custom_tool_call',
      url: 'https://github.com/router-for-me/CLIProxyAPI/issues/3704',
    },
    placesOf: ({ body }) => [...itemsIn(body.tools, 'body.tools'), ...itemsIn(body.input, 'body.input')],
    wrong: ({ type }) =>
      typeof type === 'string' && /^custom(_tool_call(_output)?)?$/.test(type)
        ? `"${type}" is not accepted`
        : undefined,
  }),
  defineRule({
    id: 'function-name-reserved',
    what: 'The function name "tool_search" is reserved.',
    evidence: {
      grade: 'documented',
      title: 'NousResearch/hermes-agent: reserved for the tool_search tool',
      url: 'https://github.com/NousResearch/hermes-agent/issues/95003',
    },
    placesOf: ({ body }) => itemsIn(body.tools, 'body.tools').filter(({ value }) => value.type === 'function'),
    wrong: ({ name }) => (name === 'tool_search' ? 'the name is reserved' : undefined),
  }),
];
