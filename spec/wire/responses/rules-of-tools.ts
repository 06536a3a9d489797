/** Tools as they are declared and chosen. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { asArray, asObject, asString } from '../json.ts';
import { type Rule, ruleOver } from '../rules/rule.ts';
import { choiceIsDeclared, type StrictFunction, strictSchemas, toolNames } from '../rules/tools.ts';
import { inputItems } from './conversation.ts';

interface Declared {
  readonly tool: JsonObject;
  readonly path: string;
}

/** Tools of a request, or of the definition of an agent; those of a namespace too. */
function declaredIn(body: JsonObject): Declared[] {
  const within = (tools: Json | undefined, path: string): Declared[] =>
    (asArray(tools) ?? []).flatMap((value, i) => {
      const tool = asObject(value) ?? {};
      const at = `${path}[${i}]`;
      return [{ tool, path: at }, ...within(tool.type === 'namespace' ? tool.tools : undefined, `${at}.tools`)];
    });
  return [...within(body.tools, 'body.tools'), ...within(asObject(body.definition)?.tools, 'body.definition.tools')];
}

const functionsIn = (body: JsonObject): Declared[] =>
  declaredIn(body).filter(({ tool }) => tool.type === 'function' || tool.type === 'custom');

/** Source: the message of the service for `tools[].name`. How long a name may be depends on the model; none takes more. */
const names = toolNames({
  form: /^[a-zA-Z0-9_-]{1,128}$/,
  inWords: '1 to 128 of letters, digits, "_" and "-"',
  source: {
    title: 'OpenAI: function calling',
    url: 'https://platform.openai.com/docs/guides/function-calling',
  },
  namesIn: ({ body }) => [
    ...functionsIn(body).map(({ tool, path }) => ({ path: `${path}.name`, value: tool.name })),
    ...inputItems(body)
      .filter(({ item }) => item.type === 'function_call' || item.type === 'custom_tool_call')
      .map(({ item, path }) => ({ path: `${path}.name`, value: item.name })),
  ],
});

const schemas = strictSchemas({
  source: {
    title: 'OpenAI: structured outputs, supported schemas',
    url: 'https://platform.openai.com/docs/guides/structured-outputs',
  },
  strictIn: ({ body }) => {
    const format = asObject(asObject(body.text)?.format);
    return [
      ...functionsIn(body).flatMap(({ tool, path }): StrictFunction[] =>
        tool.strict === true ? [{ path: `${path}.parameters`, parameters: tool.parameters }] : [],
      ),
      ...(format?.strict === true ? [{ path: 'body.text.format.schema', parameters: format.schema }] : []),
    ];
  },
});

/** Functions that a choice names. Those that a search finds are declared nowhere. Source: `ToolChoiceAllowed`, `ToolChoiceFunction`. */
const choices = choiceIsDeclared({
  source: {
    title: 'OpenAI: function calling, tool choice',
    url: 'https://platform.openai.com/docs/guides/function-calling#tool-choice',
  },
  choicesIn: ({ body }) => {
    if (declaredIn(body).some(({ tool }) => tool.type === 'tool_search')) return [];
    if (inputItems(body).some(({ item }) => item.type === 'additional_tools')) return [];
    const declared = functionsIn(body).flatMap(({ tool }) => asString(tool.name) ?? []);
    const all = [
      ...chosen(body.tool_choice, 'body.tool_choice'),
      ...chosen(asObject(body.definition)?.tool_choice, 'body.definition.tool_choice'),
    ];
    return all.map((choice) => ({ ...choice, declared }));
  },
});

function chosen(value: Json | undefined, path: string): { path: string; name: string }[] {
  const choice = asObject(value);
  const all = [
    { path, choice },
    ...(asArray(choice?.tools) ?? []).map((one, i) => ({ path: `${path}.tools[${i}]`, choice: asObject(one) })),
  ];
  return all.flatMap(({ path: at, choice: one }) =>
    one?.type === 'function' || one?.type === 'custom' ? [{ path: `${at}.name`, name: String(one.name) }] : [],
  );
}

/** Source: `Tool.CodeInterpreter` of `openai`. */
const containers = ruleOver({
  id: 'code-has-a-container',
  what: 'A code interpreter is declared with the container that it runs in: an id, or "auto".',
  source: {
    title: 'OpenAI: code interpreter, containers',
    url: 'https://platform.openai.com/docs/guides/tools-code-interpreter',
  },
  placesOf: ({ body }) =>
    declaredIn(body)
      .filter(({ tool }) => tool.type === 'code_interpreter')
      .map(({ tool, path }) => ({ path: `${path}.container`, value: tool.container })),
  wrong: (container) =>
    asString(container) || asObject(container)?.type === 'auto'
      ? undefined
      : 'the container is neither an id nor { "type": "auto" }',
});

export const rulesOfTools: readonly Rule[] = [names, schemas, choices, containers];
