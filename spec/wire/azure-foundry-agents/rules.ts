import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { askedIn } from '../demands.ts';
import { asArray, asObject, asString } from '../json.ts';
import { type Asked, type Rule, ruleOver, type Source } from '../rules/rule.ts';
import { choiceIsDeclared, toolNames } from '../rules/tools.ts';
import { asking, idIn, madeBy } from '../runs/kept.ts';
import { choicesIn, namesIn, rulesOfRuns } from '../runs/rules.ts';
import { tellingOf } from '../runs/stream.ts';

const declarations: Source = {
  title: 'Azure.AI.Agents: tools/models.tsp, tools/tool_resources.tsp',
  url: 'https://github.com/Azure/azure-rest-api-specs/tree/main/specification/ai/Azure.AI.Agents',
};

/** For what the Azure AI Foundry Agent Service (classic) refuses a request. */
export const rules: readonly Rule[] = [
  ...rulesOfRuns,
  toolNames({
    form: /^[a-zA-Z0-9_-]{1,64}$/,
    inWords: '1 to 64 of letters, digits, "_" and "-"',
    source: {
      title: 'Azure OpenAI Assistants API: FunctionObject',
      url: 'https://learn.microsoft.com/azure/ai-services/openai/assistants-reference',
    },
    namesIn,
  }),
  choiceIsDeclared({ source: declarations, choicesIn }),
  ruleOver({
    id: 'at-most-one',
    what: 'A tool works with one connection, one index or one vector store.',
    source: declarations,
    placesOf: ({ body }) => limitedIn(body),
    wrong: (list) => (list.length > 1 ? `there are ${list.length}, and the service takes one` : undefined),
  }),
  ruleOver({
    id: 'leave-with-headers',
    what: 'Leave to call a server goes out with the headers that the run named for it: the service keeps none of them.',
    source: {
      title: 'Azure AI Foundry Agent Service: how to use the Model Context Protocol tool',
      url: 'https://learn.microsoft.com/azure/ai-foundry/agents/how-to/tools/model-context-protocol-samples',
    },
    placesOf: (asked) =>
      grantedIn(asked).map(({ approval, path }) => ({
        path: `${path}.headers`,
        value: { given: namesOf(approval.headers), due: headersDue(asked, approval) },
      })),
    wrong: ({ given, due }) => {
      const missing = due.filter((name) => !given.includes(name));
      const others = given.filter((name) => !due.includes(name));
      if (missing.length > 0) return `leave is given without ${missing.join(', ')}`;
      return others.length === 0
        ? undefined
        : `leave is given with ${others.join(', ')}, which this server was not given`;
    },
  }),
];

/** Lists of which the service takes one member: on the agent, on a thread, on a run. */
function limitedIn(body: JsonObject): { path: string; value: readonly Json[] }[] {
  const ofTools = (asArray(body.tools) ?? []).flatMap((declared, i) => {
    const tool = asObject(declared) ?? {};
    const type = asString(tool.type) ?? '';
    const own = asObject(tool[type]) ?? {};
    return (['search_configurations', 'connections'] as const).map((name) => ({
      path: `body.tools[${i}].${type}.${name}`,
      list: asArray(own[name]),
    }));
  });
  const resources = asObject(body.tool_resources) ?? {};
  const ofResources = [
    ['azure_ai_search', 'indexes'],
    ['file_search', 'vector_store_ids'],
  ].map(([tool = '', name = '']) => ({
    path: `body.tool_resources.${tool}.${name}`,
    list: asArray(asObject(resources[tool])?.[name]),
  }));
  return [...ofTools, ...ofResources].flatMap(({ path, list }) => (list ? [{ path, value: list }] : []));
}

/** Leave that is given, and not refused. */
const grantedIn = ({ exchange, body }: Asked): { approval: JsonObject; path: string }[] =>
  exchange.operation !== 'runs.submitToolOutputs'
    ? []
    : (asArray(body.tool_approvals) ?? []).flatMap((value, i) => {
        const approval = asObject(value) ?? {};
        return approval.approve === true ? [{ approval, path: `body.tool_approvals[${i}]` }] : [];
      });

const namesOf = (headers: Json | undefined): string[] =>
  Object.keys(asObject(headers) ?? {}).map((name) => name.toLowerCase());

/** The headers that the run was made with for the server that the call is of. */
function headersDue({ exchange, earlier }: Asked, { tool_call_id: id }: JsonObject): string[] {
  const run = idIn(exchange, 'runs') ?? '';
  const made = earlier.find((one) => asking.has(one.operation) && madeBy(one).id === run);
  const servers = asArray(asObject(asObject(made && askedIn(made))?.tool_resources)?.mcp) ?? [];
  if (servers.length === 0) return [];
  const action = asObject(tellingOf(earlier).runs.get(run)?.value.required_action);
  const calls = asArray(asObject(action?.submit_tool_approval)?.tool_calls) ?? [];
  const label = asObject(calls.find((call) => asObject(call)?.id === id))?.server_label;
  return namesOf(asObject(servers.find((server) => asObject(server)?.server_label === label))?.headers);
}
