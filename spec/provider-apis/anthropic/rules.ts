import { isJsonObject, type JsonObject, toText } from '../../../lib/canonical-json.ts';
import { type Exchange, headerOf } from '../../../recordings/format/exchange.ts';
import { asArray, asCount, asObject, asString } from '../../wire/json.ts';
import { areUnique } from '../../wire/rules/general-rules.ts';
import { type Asked, defineRule, type Rule, type RuleEvidence } from '../../wire/rules/rule.ts';
import { toolNames } from '../../wire/rules/tools.ts';
import {
  blocksIn,
  blocksOf,
  callRules,
  contentRules,
  type Found,
  functionsIn,
  membersOf,
  serverCallRules,
  toolsIn,
} from './message-rules.ts';

const reference: RuleEvidence = {
  grade: 'documented',
  title: 'Claude docs, tool reference',
  url: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference',
};
const schemas: RuleEvidence = {
  grade: 'documented',
  title: 'input_schema does not support oneOf, allOf, or anyOf at the top level',
  url: 'https://github.com/dearlordylord/huly-mcp/issues/66',
};
const mcp: RuleEvidence = {
  grade: 'documented',
  title: 'Claude docs, MCP connector',
  url: 'https://platform.claude.com/docs/en/agents-and-tools/mcp-connector',
};

/**
 * Models of the Claude API that refuse a form of a tool.
 *
 * Source: "What's new" of Claude Opus 5.5 (2026-09-22) and Sonnet 5.5 (2026-09-28): the toolset is what they take.
 */
const refusedForms: readonly [type: RegExp, model: RegExp][] = [[/^computer_20251124$/, /^claude-(opus|sonnet)-5-5/]];

const formsOfTools = defineRule({
  id: 'tool-form-model',
  what: 'A tool has a form that the model accepts: Claude 5.5 does not accept computer_20251124.',
  evidence: {
    grade: 'documented',
    title: "Claude docs, what's new in Sonnet 5.5: the earlier computer tool is not accepted",
    url: 'https://platform.claude.com/docs/en/models/sonnet-5-5/whats-new-sonnet-5-5',
  },
  placesOf: ({ body }) => toolsIn(body).map(({ path, type }) => ({ path: `${path}.type`, value: type })),
  wrong: (type, { body }) => {
    const model = toText(body.model);
    const isRefused = refusedForms.some(([form, models]) => form.test(type) && models.test(model));
    return isRefused ? `${model} does not accept "${type}"` : undefined;
  },
});

/** Types of the provider's own tools, by form, and the name that each has; none where a toolset has none. */
const ownNames: readonly [type: RegExp, name?: string][] = [
  [/^bash_\d{8}$/, 'bash'],
  [/^code_execution_\d{8}$/, 'code_execution'],
  [/^text_editor_202(?:41022|50124)$/, 'str_replace_editor'],
  [/^text_editor_\d{8}$/, 'str_replace_based_edit_tool'],
  [/^computer_\d{8}$/, 'computer'],
  [/^memory_\d{8}$/, 'memory'],
  [/^web_search_\d{8}$/, 'web_search'],
  [/^web_fetch_\d{8}$/, 'web_fetch'],
  [/^tool_search_tool_bm25(?:_\d{8})?$/, 'tool_search_tool_bm25'],
  [/^tool_search_tool_regex(?:_\d{8})?$/, 'tool_search_tool_regex'],
  [/^advisor_\d{8}$/, 'advisor'],
  [/^(?:custom|mcp_toolset|[a-z_]+_\d{8})$/],
];

/** How tools are declared. */
const toolRules: readonly Rule[] = [
  toolNames({
    form: /^[a-zA-Z0-9_-]{1,128}$/,
    inWords: '1 to 128 letters, digits, "_" and "-"',
    evidence: {
      grade: 'documented',
      title: 'Claude docs, define tools',
      url: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools',
    },
    namesIn: ({ body }) => [
      ...functionsIn(body).map(({ path, tool }) => ({ path: `${path}.name`, value: tool.name })),
      ...membersOf(blocksOf(body, 'tool_use'), 'name'),
    ],
  }),
  areUnique({
    id: 'tool-name-unique',
    noun: 'tool name',
    evidence: {
      grade: 'documented',
      title: 'tools: Tool names must be unique',
      url: 'https://github.com/danny-avila/LibreChat/issues/13162',
    },
    textsIn: ({ body }) => toolsIn(body).map(({ path, tool }) => ({ path: `${path}.name`, value: tool.name })),
  }),
  defineRule({
    id: 'tool-type-format',
    what: 'A hosted tool has a dated type and the name of that type.',
    evidence: reference,
    placesOf: ({ body }) => toolsIn(body).map(({ path, tool, type }) => ({ path, value: { name: tool.name, type } })),
    wrong: ({ name, type }) => {
      const [form, own] = ownNames.find(([pattern]) => pattern.test(type)) ?? [];
      if (!form) return `"${type}" is not a tool type: types of hosted tools end with a date`;
      if (own === undefined || name === own) return undefined;
      return `a tool of type "${type}" is named ${JSON.stringify(own)}, not ${JSON.stringify(name)}`;
    },
  }),
  defineRule({
    id: 'function-schema-form',
    what: 'A function schema has type "object", no choice of schemas at its root, and plain member names.',
    evidence: schemas,
    placesOf: ({ body }) =>
      functionsIn(body).map(({ path, tool }) => ({ path: `${path}.input_schema`, value: tool.input_schema ?? null })),
    wrong: (schema) => {
      if (!isJsonObject(schema)) return 'the schema is missing';
      if (schema.type !== 'object') return `the schema’s type is ${JSON.stringify(schema.type)}, not "object"`;
      const choice = ['oneOf', 'allOf', 'anyOf'].find((keyword) => keyword in schema);
      if (choice) return `"${choice}" is at the root of the schema`;
      const strange = Object.keys(asObject(schema.properties) ?? {}).find((name) => !/^[\w.-]{1,64}$/.test(name));
      return strange === undefined ? undefined : `${JSON.stringify(strange)} is not a valid member name`;
    },
  }),
  defineRule({
    id: 'domain-filter-exclusive',
    what: 'A search or fetch has allowed or blocked domains, not both.',
    evidence: {
      grade: 'documented',
      title: 'Claude docs, web search tool: domain filtering',
      url: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool',
    },
    placesOf: ({ body }) =>
      toolsIn(body)
        .filter(({ type }) => /^web_(?:search|fetch)_/.test(type))
        .map(({ path, tool }) => ({ path, value: tool })),
    wrong: ({ allowed_domains: allowed, blocked_domains: blocked }: JsonObject) =>
      Array.isArray(allowed) && Array.isArray(blocked) ? 'it has both allowed and blocked domains' : undefined,
  }),
  defineRule({
    id: 'mcp-toolset-single',
    what: 'Every server has exactly one toolset, and every toolset has a server.',
    evidence: mcp,
    placesOf: ({ body, exchange: { request } }) => {
      const toolsets = toolsIn(body).filter(({ type }) => type === 'mcp_toolset');
      const servers = asArray(body.mcp_servers) ?? [];
      const names = servers.map((server) => asObject(server)?.name ?? null);
      const asked = toolsets.map(({ tool }) => tool.mcp_server_name ?? null);
      // Under the first beta, which had no toolsets, a server was its own declaration.
      const beta = /mcp-client-[\d-]+/.exec(headerOf(request, 'anthropic-beta') ?? '')?.[0] ?? '';
      return [
        ...toolsets.map(({ path, tool }) => ({
          path: `${path}.mcp_server_name`,
          value: {
            name: tool.mcp_server_name ?? null,
            times: count(names, tool.mcp_server_name ?? null),
            of: 'servers',
          },
        })),
        ...(beta > 'mcp-client-2025-04-04' ? names : []).map((name, i) => ({
          path: `body.mcp_servers[${i}].name`,
          value: { name, times: count(asked, name), of: 'toolsets' },
        })),
      ];
    },
    wrong: ({ name, times, of }) =>
      times === 1 ? undefined : `${JSON.stringify(name)} is the name of ${times === 0 ? 'no' : times} ${of}`,
  }),
  defineRule({
    id: 'mcp-server-declared',
    what: 'An MCP call names a declared server.',
    evidence: {
      grade: 'inferred',
      title: 'The server name on the block has to match a declared MCP server',
      url: 'https://github.com/pydantic/pydantic-ai/tree/main/tests/models/anthropic',
    },
    placesOf: ({ body }) =>
      membersOf(blocksOf(body, 'mcp_tool_use'), 'server_name').map(({ path, value }) => ({
        path,
        value: { value, body },
      })),
    wrong: ({ value, body }) =>
      (asArray(body.mcp_servers) ?? []).some((server) => asObject(server)?.name === value)
        ? undefined
        : `${JSON.stringify(value)} is the name of no declared server`,
  }),
];

const count = (all: readonly unknown[], one: unknown): number => all.filter((value) => value === one).length;

const thinkingDocument: RuleEvidence = {
  grade: 'documented',
  title: 'Claude docs, extended thinking',
  url: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
};

/** What the model may do: which tools it must call, and how long it may think. */
const choiceRules: readonly Rule[] = [
  defineRule({
    id: 'tool-choice-declared',
    what: 'A tool choice is "auto", "any", "none" or a declared tool.',
    evidence: {
      grade: 'documented',
      title: 'Claude docs, define tools: controlling output',
      url: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools',
    },
    placesOf: ({ body }) => (asObject(body.tool_choice) ? [{ path: 'body.tool_choice', value: body }] : []),
    wrong: (body) => {
      const { type, name } = asObject(body.tool_choice) ?? {};
      if (!['auto', 'any', 'none', 'tool'].includes(asString(type) ?? ''))
        return `${JSON.stringify(type)} is not a tool choice`;
      const tools = toolsIn(body);
      if (tools.length === 0 && type !== 'none') return 'the request declares no tools';
      if (type !== 'tool' || tools.some(({ tool }) => tool.name === name || tool.type === 'mcp_toolset'))
        return undefined;
      return `${JSON.stringify(name)} is not a declared tool`;
    },
  }),
  defineRule({
    id: 'tool-choice-while-thinking',
    what: 'A request does not force a tool call on a model with thinking.',
    evidence: {
      grade: 'documented',
      title: 'Thinking may not be enabled when tool_choice forces tool use',
      url: 'https://github.com/mastra-ai/mastra/issues/7507',
    },
    placesOf: ({ body }) =>
      isThinking(body) && asObject(body.tool_choice)
        ? [{ path: 'body.tool_choice', value: body.tool_choice ?? null }]
        : [],
    wrong: (choice) => {
      const { type } = asObject(choice) ?? {};
      return type === 'any' || type === 'tool' ? 'a call is forced, and thinking is enabled' : undefined;
    },
  }),
  defineRule({
    id: 'tool-choice-model',
    what: 'A request does not force a call of Opus 5.5, Sonnet 5.5, Fable 5.1 or Mythos 5.1.',
    evidence: {
      grade: 'documented',
      title: 'tool_choice: type "tool" and "any" are not supported for this model.',
      url: 'https://platform.claude.com/docs/en/models/fable-5-1/migration-guide',
    },
    placesOf: ({ body }) =>
      /^claude-(?:(?:opus|sonnet)-5-5|(?:fable|mythos)-5-1)/.test(toText(body.model)) && asObject(body.tool_choice)
        ? [{ path: 'body.tool_choice', value: body.tool_choice ?? null }]
        : [],
    wrong: (choice, { body }) => {
      const { type } = asObject(choice) ?? {};
      return type === 'any' || type === 'tool' ? `${toText(body.model)} does not accept "${type}"` : undefined;
    },
  }),
  defineRule({
    id: 'thinking-budget-range',
    what: 'The thinking budget is at least 1024 tokens, and less than "max_tokens".',
    evidence: {
      grade: 'documented',
      title: 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
      url: 'https://github.com/themaximalist/llm.js/issues/30',
    },
    placesOf: ({ body }) => (isThinking(body) ? [{ path: 'body.thinking.budget_tokens', value: body }] : []),
    wrong: ({ thinking, max_tokens: most }, asked) => {
      const budget = asCount(asObject(thinking)?.budget_tokens);
      if (budget === undefined) return 'the budget is missing';
      if (budget < 1024) return `${budget} tokens are too few`;
      // Between calls a model may think again, and the budget is for all of it.
      const isSpread = /interleaved-thinking/.test(headerOf(asked.exchange.request, 'anthropic-beta') ?? '');
      return !isSpread && budget >= (asCount(most) ?? 0)
        ? `${budget} tokens are not less than "max_tokens"`
        : undefined;
    },
  }),
  defineRule({
    id: 'reasoning-position',
    what: 'With thinking enabled, a turn with calls goes back with its thinking blocks first.',
    evidence: {
      grade: 'documented',
      title: 'Expected thinking or redacted_thinking, but found tool_use',
      url: 'https://github.com/langgenius/dify/issues/41092',
    },
    placesOf: (asked) => openTurn(asked).map((found) => ({ path: found.path, value: found.block })),
    wrong: ({ type }) =>
      type === 'thinking' || type === 'redacted_thinking' ? undefined : `the turn begins with "${toText(type)}"`,
  }),
  defineRule({
    id: 'reasoning-signature-required',
    what: 'A thinking block goes back with its signature.',
    evidence: thinkingDocument,
    placesOf: ({ body }) =>
      blocksIn(body)
        .filter(({ block }) => block.type === 'thinking')
        .map(({ path, block }) => ({ path: `${path}.signature`, value: block.signature ?? null })),
    wrong: (signature) => (typeof signature === 'string' && signature !== '' ? undefined : 'the signature is missing'),
  }),
];

const isThinking = ({ thinking }: JsonObject): boolean => asObject(thinking)?.type === 'enabled';

/** The first block of the assistant since the user last said something that is no result. */
function openTurn({ body }: Asked): Found[] {
  if (!isThinking(body)) return [];
  const blocks = blocksIn(body);
  if (!blocks.some(({ block }, i) => block.type === 'tool_result' && blocks.slice(i).every((b) => b.role === 'user'))) {
    return [];
  }
  const results = new Set(blocks.filter(({ block }) => block.type === 'tool_result').map(({ turn }) => turn));
  const began = blocks.findLast(({ role, turn }) => role === 'user' && !results.has(turn))?.turn ?? -1;
  const first = blocks.find(({ role, turn }) => role === 'assistant' && turn > began);
  return first ? [first] : [];
}

const versions: RuleEvidence = {
  grade: 'documented',
  title: 'Claude docs, versions',
  url: 'https://platform.claude.com/docs/en/api/versioning',
};

/** The version from which on the API has none of these. */
const withoutSampling = '2026-10-21';

const versionOf = ({ exchange }: Asked): string => headerOf(exchange.request, 'anthropic-version') ?? '';

const isNew = (asked: Asked): boolean => versionOf(asked) >= withoutSampling;

/** What versions and betas let a request say. */
const versionRules: readonly Rule[] = [
  defineRule({
    id: 'version-date',
    what: 'The version of the API is a date.',
    evidence: versions,
    placesOf: (asked) => {
      const version = versionOf(asked);
      return version === '' ? [] : [{ path: 'headers.anthropic-version', value: version }];
    },
    wrong: (version) => (/^\d{4}-\d{2}-\d{2}$/.test(version) ? undefined : `${JSON.stringify(version)} is no version`),
  }),
  defineRule({
    id: 'version-members',
    what: `Version ${withoutSampling} and later have no "temperature", "top_p" or "top_k", no assistant documents and no user citations.`,
    evidence: {
      grade: 'documented',
      title: 'Claude docs, migration to 2026-10-21',
      url: 'https://platform.claude.com/docs/en/api/migration-2026-10-21',
    },
    placesOf: (asked) => {
      if (!isNew(asked)) return [];
      const { body } = asked;
      const gone = ['temperature', 'top_p', 'top_k'].filter((member) => (body[member] ?? null) !== null);
      const strange = blocksIn(body).filter(
        ({ role, block }) =>
          (role === 'assistant' && block.type === 'document') ||
          (role === 'user' && block.type === 'text' && (asArray(block.citations) ?? []).length > 0),
      );
      return [
        { path: 'body', value: undefined },
        ...gone.map((member) => ({ path: `body.${member}`, value: `"${member}" was removed` })),
        ...strange.map(({ path, role, block }) => ({
          path,
          value: `this "${toText(block.type)}" is not valid in a message of the ${role}`,
        })),
      ];
    },
    wrong: (message) => message,
  }),
  defineRule({
    id: 'beta-header-format',
    what: 'A beta has a dated name, and the skills beta requires the tool that runs them.',
    evidence: {
      grade: 'documented',
      title: 'Skills beta requires the code_execution tool',
      url: 'https://github.com/tghamm/Anthropic.SDK/issues/161',
    },
    placesOf: ({ exchange, body }) =>
      (headerOf(exchange.request, 'anthropic-beta') ?? '')
        .split(',')
        .map((beta) => beta.trim())
        .filter((beta) => beta !== '')
        .map((beta) => ({ path: 'headers.anthropic-beta', value: { beta, body } })),
    wrong: ({ beta, body }) => {
      if (!/^[a-z0-9-]+-\d{4}-\d{2}-\d{2}$/.test(beta)) return `${JSON.stringify(beta)} is not a beta name`;
      const runsCode = toolsIn(body).some(({ type }) => type.startsWith('code_execution_'));
      return beta.startsWith('skills-') && !runsCode ? `"${beta}" requires a tool "code_execution"` : undefined;
    },
  }),
];

/** True for a request to Claude on Vertex AI, where the path names the model. */
export const isVertex = ({ request }: Pick<Exchange, 'request'>): boolean =>
  /\/publishers\/anthropic\/models\//.test(new URL(request.url).pathname);

/** True for a request to Claude by Bedrock's InvokeModel, where the path names the model too, and says whether the answer is a stream. */
export const isInvokeModel = ({ request }: Pick<Exchange, 'request'>): boolean =>
  /\/model\/[^/]+\/invoke(?:-with-response-stream)?$/.test(new URL(request.url).pathname);

const cloudRules = [
  defineRule({
    id: 'cloud-envelope',
    what: 'On Vertex AI and in InvokeModel the path names the model and the body the version; otherwise the body names the model and a header the version. InvokeModel has no "stream".',
    evidence: {
      grade: 'types',
      title: '@anthropic-ai/vertex-sdk 1.1.3 and bedrock-sdk 1.1.3 client.js: what they move from the body to the path',
    },
    placesOf: ({ body }) =>
      ['model', 'anthropic_version', 'anthropic_beta', 'stream']
        .filter((name) => name in body)
        .map((name) => ({ path: `body.${name}`, value: name })),
    wrong: (name, { exchange }) => {
      const isInvoked = isInvokeModel(exchange);
      const inPath = isInvoked || isVertex(exchange);
      switch (name) {
        case 'model':
          return inPath ? 'the path names the model here' : undefined;
        case 'anthropic_version':
          return inPath ? undefined : 'Vertex AI and InvokeModel alone have the version in the body';
        case 'anthropic_beta':
          return isInvoked ? undefined : 'InvokeModel alone has the betas in the body';
        default:
          return isInvoked ? 'the path says whether InvokeModel streams' : undefined;
      }
    },
  }),
  defineRule({
    id: 'cloud-version',
    what: 'The version in the body is that of the cloud, vertex-2023-10-16 or bedrock-2023-05-31, or that of the SDKs since 1.0, 2026-10-21.',
    evidence: {
      grade: 'documented',
      title: 'Claude docs, Claude on Vertex AI: "anthropic_version … must be set to the value vertex-2023-10-16"',
      url: 'https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai',
    },
    placesOf: ({ body }) =>
      'anthropic_version' in body ? [{ path: 'body.anthropic_version', value: body.anthropic_version }] : [],
    wrong: (version, { exchange }) => {
      const ofCloud = isInvokeModel(exchange) ? 'bedrock-2023-05-31' : 'vertex-2023-10-16';
      return version === ofCloud || version === '2026-10-21' ? undefined : `the version here is "${ofCloud}"`;
    },
  }),
  defineRule({
    id: 'vertex-tools',
    what: 'Vertex AI has web_search_20250305 and tools that the application runs, and no other tool that runs at Anthropic.',
    evidence: {
      grade: 'types',
      title: '@ai-sdk/google-vertex 5.0.141: tools of Claude; litellm 1.110.2: beta headers by platform',
    },
    placesOf: ({ body }) => toolsIn(body).map(({ path, type }) => ({ path: `${path}.type`, value: type })),
    wrong: (type, { exchange }) =>
      isVertex(exchange) && /^(?:web_search_(?!20250305)|web_fetch_|code_execution_|mcp_toolset$)/.test(type)
        ? `Vertex AI has no "${type}"`
        : undefined,
  }),
  defineRule({
    id: 'invoke-model-tools',
    what: 'InvokeModel has tools that the application runs, and no tool that runs at Anthropic, no toolset and no BM25 tool search.',
    evidence: {
      grade: 'types',
      title:
        'litellm 1.110.2: beta headers by platform; pydantic-ai 2.9.1 models/anthropic.py: what Claude on Bedrock rejects',
    },
    placesOf: ({ body }) => toolsIn(body).map(({ path, type }) => ({ path: `${path}.type`, value: type })),
    wrong: (type, { exchange }) =>
      isInvokeModel(exchange) &&
      /^(?:web_search_|web_fetch_|code_execution_|mcp_toolset$|\w+_toolset_|tool_search_tool_bm25)/.test(type)
        ? `InvokeModel has no "${type}"`
        : undefined,
  }),
];

/** For what the Messages API refuses a request. */
export const rules: readonly Rule[] = [
  ...callRules,
  ...serverCallRules,
  ...contentRules,
  ...toolRules,
  ...choiceRules,
  ...versionRules,
  ...cloudRules,
  formsOfTools,
];
