/** What may be declared, and how the model may be told to use it. */
import { isJsonObject, type Json, type JsonObject, toText } from '../../../lib/canonical-json.ts';
import { asArray, asObject } from '../../wire/json.ts';
import { type Asked, defineRule, type Rule, type RuleEvidence } from '../../wire/rules/rule.ts';
import { toolNames } from '../../wire/rules/tools.ts';
import {
  camelBody,
  conversationRules,
  functionsIn,
  isVertex,
  type Located,
  partRules,
  signedCalls,
  toolsIn,
} from './content-rules.ts';

const toolRules: readonly Rule[] = [
  toolNames({
    form: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/,
    inWords: '1 to 128 letters, digits, "_", ".", ":" and "-", with a letter or "_" first',
    evidence: {
      grade: 'documented',
      title: 'Gemini API: FunctionDeclaration.name',
      url: 'https://ai.google.dev/api/caching#FunctionDeclaration',
    },
    namesIn: (asked) => functionsIn(asked).map(({ path, value }) => ({ path: `${path}.name`, value: value.name })),
  }),
  {
    id: 'function-name-unique',
    what: 'Function names are unique.',
    evidence: {
      grade: 'documented',
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
  defineRule({
    id: 'tool-not-empty',
    what: 'Each element of "tools" declares a tool, and a list of functions has at least one.',
    evidence: {
      grade: 'documented',
      title: "tools[0].tool_type: required one_of 'tool_type' must have one initialized field",
      url: 'https://github.com/ShishirPatil/gorilla/pull/770',
    },
    placesOf: toolsIn,
    wrong: (tool) =>
      Object.values(tool).some((member) => !isEmptyList(member ?? null)) ? undefined : 'the element declares no tool',
  }),
  defineRule({
    id: 'allowed-functions-declared',
    what: 'Allowed functions are declared, and are listed only with a required call or with validated calls.',
    evidence: {
      grade: 'documented',
      title:
        '@google/genai, FunctionCallingConfig.allowedFunctionNames: only set when the mode is ANY; should match FunctionDeclaration.name',
      url: 'https://ai.google.dev/api/caching#FunctionCallingConfig',
    },
    placesOf: (asked) =>
      callingConfigOf(asked)
        .filter(({ value }) => (asArray(value.allowedFunctionNames) ?? []).length > 0)
        .map(({ path, value }) => ({ path: `${path}.allowedFunctionNames`, value })),
    wrong: ({ mode, allowedFunctionNames }, asked) => {
      // The service reads modes in small letters too.
      if (!['ANY', 'VALIDATED'].includes(toText(mode).toUpperCase()))
        return `functions are listed, and the mode is ${JSON.stringify(mode ?? null)}`;
      const declared = functionsIn(asked).map(({ value }) => value.name);
      // What is declared in content that the provider keeps cannot be seen here.
      if (camelBody(asked).cachedContent !== undefined) return undefined;
      const unknown = (asArray(allowedFunctionNames) ?? []).filter((name) => !declared.includes(name));
      return unknown.length === 0 ? undefined : `${JSON.stringify(unknown)} is allowed, and not declared`;
    },
  }),
  defineRule({
    id: 'function-calling-config-functions-required',
    what: 'A function calling configuration requires a function, except on Vertex AI or with visible server-side calls.',
    evidence: {
      grade: 'documented',
      title: 'Function calling config is set without function_declarations',
      url: 'https://github.com/pydantic/pydantic-ai/pull/5791',
    },
    placesOf: (asked) =>
      isVertex(asked.exchange) || camelBody(asked).cachedContent !== undefined || showsServerSide(asked)
        ? []
        : callingConfigOf(asked),
    wrong: (_, asked) => (functionsIn(asked).length > 0 ? undefined : 'no function is declared'),
  }),
  defineRule({
    id: 'hosted-and-function-tools',
    what: 'On the Gemini API, models since Gemini 3 take functions beside tools of Google only with "includeServerSideToolInvocations".',
    evidence: {
      grade: 'documented',
      title:
        'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling',
      url: 'https://ai.google.dev/gemini-api/docs/generate-content/tool-combination',
    },
    placesOf: (asked) =>
      isVertex(asked.exchange) || isOlder(asked) || functionsIn(asked).length === 0 ? [] : toolsOfGoogle(asked),
    wrong: (name, asked) =>
      showsServerSide(asked) || (name === 'codeExecution' && isEarly(asked))
        ? undefined
        : `"${name}" stands beside functions without that member of "toolConfig"`,
  }),
  // Real traffic: 0xPlaygrounds/rig, tests/cassettes/gemini/tool_definitions/rig_tool_macro_schema_round_trips.yaml
  defineRule({
    id: 'hosted-and-function-tools-older',
    what: 'On the Gemini API, models up to Gemini 2.5 take functions beside code execution alone, and show no server-side calls.',
    evidence: {
      grade: 'documented',
      title: 'Tool call context circulation is not enabled for models/gemini-2.5-flash',
      url: 'https://github.com/egonSchiele/agency-lang/issues/495',
    },
    placesOf: (asked) =>
      isVertex(asked.exchange) || !isOlder(asked) || functionsIn(asked).length === 0 ? [] : toolsOfGoogle(asked),
    wrong: (name, asked) => {
      if (showsServerSide(asked)) return 'the model does not accept "includeServerSideToolInvocations"';
      return name === 'codeExecution' ? undefined : `the model does not accept "${name}" beside functions`;
    },
  }),
  defineRule({
    id: 'surface-tools',
    what: 'Some tools and members exist only on the Gemini API, and others only on Vertex AI.',
    evidence: {
      grade: 'documented',
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

/** A preview was seen to take code execution without it. */
const isEarly = ({ exchange }: Asked): boolean => /\/models\/gemini-3-flash-preview:/.test(exchange.request.url);
const isOlder = ({ exchange }: Asked): boolean => /\/models\/gemini-[12]\b/.test(exchange.request.url);

/** Source: `Tool` of `@google/genai`, "Combine built-in tools and function calling". */
const ofGoogle = ['googleSearch', 'urlContext', 'fileSearch', 'googleMaps', 'codeExecution'];

const toolsOfGoogle = (asked: Asked): Located<string>[] =>
  toolsIn(asked).flatMap(({ path, value }) =>
    ofGoogle.filter((name) => value[name]).map((name) => ({ path: `${path}.${name}`, value: name })),
  );

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

// What `parameters` of a function, and other schemas of the older kind, may say: `Schema` is a message of the API, a
// subset of OpenAPI, and what it has no member for is refused. JSON Schema has members of its own, whose names say so.

/** Source: `Schema` of `@google/genai`; names may be written in snake case. */
const members = new Set([
  ...['anyOf', 'default', 'description', 'enum', 'example', 'format', 'items', 'maxItems', 'maxLength'],
  ...['maxProperties', 'maximum', 'minItems', 'minLength', 'minProperties', 'minimum', 'nullable', 'pattern'],
  ...['properties', 'propertyOrdering', 'required', 'title', 'type'],
]);

const subset: RuleEvidence = {
  grade: 'documented',
  title: 'Gemini API: Schema, a select subset of an OpenAPI 3.0 schema object',
  url: 'https://ai.google.dev/api/caching#Schema',
};

const schemaRules: readonly Rule[] = [
  defineRule({
    id: 'function-schema-single',
    what: 'A function has "parameters" or "parametersJsonSchema", not both. The same applies to its response schema.',
    evidence: {
      grade: 'documented',
      title: 'Gemini API: FunctionDeclaration, mutually exclusive with `parameters`',
      url: 'https://ai.google.dev/api/caching#FunctionDeclaration',
    },
    placesOf: functionsIn,
    wrong: ({ parameters, parametersJsonSchema, response, responseJsonSchema }) =>
      [
        [parameters, parametersJsonSchema],
        [response, responseJsonSchema],
      ].some(([older, newer]) => older !== undefined && newer !== undefined)
        ? 'both forms of the schema are present'
        : undefined,
  }),
  defineRule({
    id: 'schema-member-known',
    what: 'An older schema has only members of the API’s "Schema", at any depth.',
    evidence: {
      grade: 'documented',
      title: 'Invalid JSON payload received. Unknown name "additionalProperties": Cannot find field',
      url: 'https://github.com/zed-industries/zed/issues/44875',
    },
    placesOf: schemasIn,
    wrong: (schema) => {
      const unknown = Object.keys(schema).filter((name) => !members.has(camel(name)));
      return unknown.length === 0 ? undefined : `"Schema" has no member ${unknown.map((n) => `"${n}"`).join(', ')}`;
    },
  }),
  defineRule({
    id: 'schema-type-single',
    what: 'An older schema has one type, not a list. It uses "nullable" for null.',
    evidence: {
      grade: 'documented',
      title: 'Proto field is not repeating, cannot start list',
      url: 'https://github.com/zed-industries/zed/issues/53919',
    },
    placesOf: (asked) =>
      schemasIn(asked)
        .filter(({ value }) => value.type !== undefined)
        .map(({ path, value }) => ({ path: `${path}.type`, value: value.type })),
    wrong: (type) =>
      Array.isArray(type) || isJsonObject(type) ? 'the type is a list, which the service does not accept' : undefined,
  }),
  defineRule({
    id: 'schema-required-defined',
    what: 'An older schema requires only properties that it defines.',
    evidence: {
      grade: 'documented',
      title: 'parameters.required: property is not defined',
      url: 'https://github.com/probelabs/probe/issues/569',
    },
    placesOf: (asked) => schemasIn(asked).filter(({ value }) => asArray(value.required)),
    wrong: ({ required, properties }) => {
      const defined = asObject(properties) ?? {};
      const missing = (asArray(required) ?? []).filter((name) => !Object.hasOwn(defined, toText(name)));
      return missing.length === 0 ? undefined : `${missing.map(toText).join(', ')} is required and not defined`;
    },
  }),
  defineRule({
    id: 'schema-enum-strings',
    what: 'Values of an "enum" in an older schema are strings.',
    evidence: subset,
    placesOf: (asked) =>
      schemasIn(asked)
        .filter(({ value }) => asArray(value.enum))
        .map(({ path, value }) => ({ path: `${path}.enum`, value: asArray(value.enum) ?? [] })),
    wrong: (values) =>
      values.every((value) => typeof value === 'string') ? undefined : 'a value of the enum is not a string',
  }),
];

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Every schema of the older kind, and every schema within one. */
function schemasIn(asked: Asked): Located[] {
  const config = asObject(camelBody(asked).generationConfig) ?? {};
  const roots: { path: string; value: Json | undefined }[] = [
    ...functionsIn(asked).flatMap(({ path, value: { parameters, response } }) => [
      { path: `${path}.parameters`, value: parameters },
      { path: `${path}.response`, value: response },
    ]),
    { path: 'body.generationConfig.responseSchema', value: config.responseSchema },
  ];
  return roots.flatMap(({ path, value }) => (isJsonObject(value) ? withInner(value, path) : []));
}

function withInner(schema: JsonObject, path: string): Located[] {
  const inner: [path: string, schema: Json | undefined][] = [
    ...Object.entries(asObject(schema.properties) ?? {}).map(([name, value]): [string, Json] => [
      `${path}.properties.${name}`,
      value,
    ]),
    [`${path}.items`, schema.items],
    ...['anyOf', 'any_of'].flatMap((name) =>
      (asArray(schema[name]) ?? []).map((value, i): [string, Json] => [`${path}.${name}[${i}]`, value]),
    ),
  ];
  return [
    { path, value: schema },
    ...inner.flatMap(([at, value]) => (isJsonObject(value) ? withInner(value, at) : [])),
  ];
}

/** For what `generateContent` refuses a request, on the Gemini API and on Vertex AI. */
export const rules: readonly Rule[] = [...toolRules, ...schemaRules, ...conversationRules, ...partRules, signedCalls];
