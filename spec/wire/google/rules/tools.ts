/** What may be declared, and how the model may be told to use it. */
import type { Json, JsonObject } from '../../../../files/canonical-json.ts';
import { asArray, asObject } from '../../json.ts';
import { type Asked, type Rule, ruleOver } from '../../rules/rule.ts';
import { toolNames } from '../../rules/tools.ts';
import { camelBody, functionsIn, isVertex, toolsIn } from './places.ts';

export const toolRules: readonly Rule[] = [
  toolNames({
    form: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/,
    inWords: '1 to 128 of letters, digits, "_", ".", ":" and "-", and begins with a letter or "_"',
    source: {
      title: 'Gemini API: FunctionDeclaration.name',
      url: 'https://ai.google.dev/api/caching#FunctionDeclaration',
    },
    namesIn: (asked) => functionsIn(asked).map(({ path, value }) => ({ path: `${path}.name`, value: value.name })),
  }),
  {
    id: 'functions-declared-once',
    what: 'No two functions have one name.',
    source: {
      title: 'Duplicate function declaration found',
      url: 'https://github.com/owndev/Open-WebUI-Functions/issues/135',
    },
    judge: (asked) => {
      const functions = functionsIn(asked);
      const again = functions.filter(({ value }, i) => functions.findIndex((f) => f.value.name === value.name) < i);
      return {
        compared: functions.length,
        breaches: again.map(({ path, value: { name } }) => ({
          path: `${path}.name`,
          value: name,
          message: `the function ${JSON.stringify(name)} is declared twice`,
        })),
      };
    },
  },
  ruleOver({
    id: 'tools-are-something',
    what: 'An element of "tools" declares a tool; a list of functions holds one at least.',
    source: {
      title: "tools[0].tool_type: required one_of 'tool_type' must have one initialized field",
      url: 'https://github.com/ShishirPatil/gorilla/pull/770',
    },
    placesOf: toolsIn,
    wrong: (tool) =>
      Object.values(tool).some((member) => !isEmptyList(member ?? null)) ? undefined : 'no tool is declared there',
  }),
  ruleOver({
    id: 'allowed-names',
    what: 'The functions that are allowed are declared ones, and are named only where one must be called, or where calls are validated.',
    source: {
      title:
        '@google/genai, FunctionCallingConfig.allowedFunctionNames: only set when the mode is ANY; should match FunctionDeclaration.name',
      url: 'https://ai.google.dev/api/caching#FunctionCallingConfig',
    },
    placesOf: (asked) =>
      callingConfigOf(asked)
        .filter(({ value }) => (asArray(value.allowedFunctionNames) ?? []).length > 0)
        .map(({ path, value }) => ({ path: `${path}.allowedFunctionNames`, value })),
    wrong: ({ mode, allowedFunctionNames }, asked) => {
      if (mode !== 'ANY' && mode !== 'VALIDATED')
        return `names are given, and the mode is ${JSON.stringify(mode ?? null)}`;
      const declared = functionsIn(asked).map(({ value }) => value.name);
      // What is declared in content that the provider keeps cannot be seen here.
      if (camelBody(asked).cachedContent !== undefined) return undefined;
      const unknown = (asArray(allowedFunctionNames) ?? []).filter((name) => !declared.includes(name));
      return unknown.length === 0 ? undefined : `${JSON.stringify(unknown)} is allowed, and not declared`;
    },
  }),
  ruleOver({
    id: 'calling-config-of-something',
    what: 'How functions are called is said only where there are functions, unless calls on the server are shown or Vertex AI is asked.',
    source: {
      title: 'Function calling config is set without function_declarations',
      url: 'https://github.com/pydantic/pydantic-ai/pull/5791',
    },
    placesOf: (asked) =>
      isVertex(asked.exchange) || camelBody(asked).cachedContent !== undefined || showsServerSide(asked)
        ? []
        : callingConfigOf(asked),
    wrong: (_, asked) => (functionsIn(asked).length > 0 ? undefined : 'no function is declared'),
  }),
  ruleOver({
    id: 'mixed-tools',
    what: 'On the Gemini API, functions stand beside search, pages or maps only where "includeServerSideToolInvocations" is set.',
    source: {
      title:
        'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling',
      url: 'https://ai.google.dev/gemini-api/docs/generate-content/tool-combination',
    },
    placesOf: (asked) =>
      isVertex(asked.exchange) || functionsIn(asked).length === 0
        ? []
        : toolsIn(asked).flatMap(({ path, value }) =>
            needTheFlag.filter((name) => value[name]).map((name) => ({ path: `${path}.${name}`, value: name })),
          ),
    wrong: (name, asked) =>
      showsServerSide(asked) ? undefined : `"${name}" stands beside functions without that member of "toolConfig"`,
  }),
  ruleOver({
    id: 'tools-of-the-surface',
    what: 'Some tools and members are known to the Gemini API alone, and others to Vertex AI alone.',
    source: {
      title: '@google/genai: Tool, ToolConfig, FunctionCallingConfig ("not supported in Vertex AI", "… in Gemini API")',
    },
    placesOf: (asked) => {
      const config = asObject(camelBody(asked).toolConfig) ?? {};
      const calling = asObject(config.functionCallingConfig) ?? {};
      return [
        ...toolsIn(asked).flatMap(({ path, value }) => membersOf(value, path)),
        ...membersOf(config, 'body.toolConfig'),
        ...membersOf(calling, 'body.toolConfig.functionCallingConfig'),
      ];
    },
    wrong: (name, { exchange }) => {
      const lacking = isVertex(exchange) ? onGeminiAlone : onVertexAlone;
      return lacking.includes(name)
        ? `${isVertex(exchange) ? 'Vertex AI' : 'the Gemini API'} has no "${name}"`
        : undefined;
    },
  }),
];

const isEmptyList = (member: Json): boolean => member === null || asArray(member)?.length === 0;

/** Code execution has been answered beside functions without it. */
const needTheFlag = ['googleSearch', 'urlContext', 'fileSearch', 'googleMaps'];

const onVertexAlone = [
  ...['retrieval', 'enterpriseWebSearch', 'exaAiSearch', 'parallelAiSearch'],
  'streamFunctionCallArguments',
];
const onGeminiAlone = ['fileSearch', 'mcpServers', 'includeServerSideToolInvocations'];

const membersOf = (object: JsonObject, path: string) =>
  Object.keys(object)
    .filter((name) => (object[name] ?? null) !== null)
    .map((name) => ({ path: `${path}.${name}`, value: name }));

function callingConfigOf(asked: Asked) {
  const config = asObject(asObject(camelBody(asked).toolConfig)?.functionCallingConfig);
  return config ? [{ path: 'body.toolConfig.functionCallingConfig', value: config }] : [];
}

const showsServerSide = (asked: Asked): boolean =>
  asObject(camelBody(asked).toolConfig)?.includeServerSideToolInvocations === true;
