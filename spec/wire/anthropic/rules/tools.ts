import { isJsonObject, type JsonObject } from '../../../../files/canonical-json.ts';
import { headerOf } from '../../../../recordings/format/exchange.ts';
import { asArray, asObject } from '../../json.ts';
import { areUnique } from '../../rules/members.ts';
import { type Rule, ruleOver } from '../../rules/rule.ts';
import { toolNames } from '../../rules/tools.ts';
import { blocksOf, functionsIn, membersOf, toolsIn } from './parts.ts';

const reference = {
  title: 'Claude docs, tool reference',
  url: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference',
};
const schemas = {
  title: 'input_schema does not support oneOf, allOf, or anyOf at the top level',
  url: 'https://github.com/dearlordylord/huly-mcp/issues/66',
};
const mcp = {
  title: 'Claude docs, MCP connector',
  url: 'https://platform.claude.com/docs/en/agents-and-tools/mcp-connector',
};

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
export const toolRules: readonly Rule[] = [
  toolNames({
    form: /^[a-zA-Z0-9_-]{1,128}$/,
    inWords: '1 to 128 of letters, digits, "_" and "-"',
    source: {
      title: 'Claude docs, define tools',
      url: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools',
    },
    namesIn: ({ body }) => [
      ...functionsIn(body).map(({ path, tool }) => ({ path: `${path}.name`, value: tool.name })),
      ...membersOf(blocksOf(body, 'tool_use'), 'name'),
    ],
  }),
  areUnique({
    id: 'tool-names-once',
    noun: 'name of a tool',
    source: { title: 'tools: Tool names must be unique', url: 'https://github.com/danny-avila/LibreChat/issues/13162' },
    textsIn: ({ body }) => toolsIn(body).map(({ path, tool }) => ({ path: `${path}.name`, value: tool.name })),
  }),
  ruleOver({
    id: 'tool-types',
    what: 'A tool of the provider’s own has a dated type, and the name that belongs to it.',
    source: reference,
    placesOf: ({ body }) => toolsIn(body).map(({ path, tool, type }) => ({ path, value: { name: tool.name, type } })),
    wrong: ({ name, type }) => {
      const [form, own] = ownNames.find(([pattern]) => pattern.test(type)) ?? [];
      if (!form) return `"${type}" is no type of a tool: those of the provider’s own end with a date`;
      if (own === undefined || name === own) return undefined;
      return `a tool of type "${type}" is named ${JSON.stringify(own)}, not ${JSON.stringify(name)}`;
    },
  }),
  ruleOver({
    id: 'input-schemas',
    what: 'A function’s schema is of type "object", without a choice of schemas at its top, and its members have plain names.',
    source: schemas,
    placesOf: ({ body }) =>
      functionsIn(body).map(({ path, tool }) => ({ path: `${path}.input_schema`, value: tool.input_schema ?? null })),
    wrong: (schema) => {
      if (!isJsonObject(schema)) return 'there is no schema';
      if (schema.type !== 'object') return `the schema’s type is ${JSON.stringify(schema.type)}, not "object"`;
      const choice = ['oneOf', 'allOf', 'anyOf'].find((keyword) => keyword in schema);
      if (choice) return `"${choice}" stands at the top of the schema`;
      const strange = Object.keys(asObject(schema.properties) ?? {}).find((name) => !/^[\w.-]{1,64}$/.test(name));
      return strange === undefined ? undefined : `${JSON.stringify(strange)} is no name for a member`;
    },
  }),
  ruleOver({
    id: 'domains',
    what: 'A search or a fetch is bound to domains, or kept from some, not both.',
    source: {
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
  ruleOver({
    id: 'toolsets-of-servers',
    what: 'Every server has one toolset, and every toolset a server.',
    source: mcp,
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
  ruleOver({
    id: 'servers-known',
    what: 'A call to a server names one that the request declares.',
    source: {
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
