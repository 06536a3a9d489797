/** Calls and what answers them, by their ids. */
import { type Json, type JsonObject, toText } from '../../../../lib/canonical-json.ts';
import { asArray, asObject, asString } from '../../../wire/json.ts';
import { type Asked, defineRule, type Rule } from '../../../wire/rules/rule.ts';
import {
  callsAreAnswered,
  choiceIsDeclared,
  type Half,
  type Pairs,
  type StrictFunction,
  strictSchemas,
  toolNames,
} from '../../../wire/rules/tools.ts';
import { type InputItem, inputItems, keptFor, rulesOfItems } from './item-rules.ts';
import { isRunByService, safetyChecksOf } from './items.ts';

const callTypes = new Set(['function_call', 'custom_tool_call', 'computer_call', 'shell_call', 'apply_patch_call']);
const isCall = (item: JsonObject): boolean => callTypes.has(toText(item.type)) && !isRunByService(item);
const isAnswer = ({ type }: JsonObject): boolean =>
  callTypes.has(toText(type).replace(/_output$/, '')) && /_output$/.test(toText(type));

/** Before everything in the input. */
const keptTurn = -1;

function pairsIn(asked: Asked): Pairs {
  const items = inputItems(asked.body);
  const kept = keptFor(asked);
  const last = kept?.chain.at(-1);
  const given = last?.status === 'completed' ? last.output.map(({ item }) => item) : [];
  const pending = given.filter(
    (item) => isCall(item) && !given.some((other) => isAnswer(other) && other.call_id === item.call_id),
  );
  const calls: Half[] = [
    ...pending.map(({ call_id: id }) => ({ id, turn: keptTurn, path: 'body.input' })),
    ...items.filter(({ item }) => isCall(item)).map(half),
  ];
  // A search that the application made may be answered as any function is.
  const isOfOtherKind = ({ id }: Half): boolean =>
    items.some(({ item }) => item.type === 'tool_search_call' && item.call_id === id);
  const mayBeKept = ({ id }: Half): boolean => {
    if (!kept || calls.some((call) => call.id === id)) return false;
    return !kept.isWhole || kept.chain.some(({ output }) => output.some(({ item }) => item.call_id === id));
  };
  const answers = items.filter(({ item }) => isAnswer(item)).map(half);
  const mayWait = asynchronous(asked.body);
  return {
    calls: calls.filter(({ id }) => !mayWait || answers.some((answer) => answer.id === id)),
    answers: answers.filter((answer) => !mayBeKept(answer) && !isOfOtherKind(answer)),
    turns: Number.POSITIVE_INFINITY,
  };
}

const half = ({ item, turn, path }: InputItem): Half => ({ id: item.call_id, turn, path: `${path}.call_id` });

/** A function that is declared so may be answered later. Source: `FunctionTool.async` of `openai`. */
const asynchronous = ({ tools }: JsonObject): boolean =>
  (asArray(tools) ?? []).some((tool) => asObject(tool)?.async === true);

const answered = callsAreAnswered({
  evidence: {
    grade: 'documented',
    title: 'The service: "No tool output found for function call", "No tool call found for function call output"',
    url: 'https://github.com/openai/openai-agents-python/issues/673',
  },
  pairsIn,
  answeredWithin: Number.POSITIVE_INFINITY,
});

/** Source: `ResponseComputerToolCallOutputItem` of `openai`. */
const acknowledged = defineRule({
  id: 'safety-checks-acknowledged',
  what: 'A screenshot acknowledges exactly the pending safety checks of its call.',
  evidence: {
    grade: 'documented',
    title: 'OpenAI: computer use, acknowledge safety checks',
    url: 'https://platform.openai.com/docs/guides/tools-computer-use',
  },
  placesOf: (asked) =>
    inputItems(asked.body)
      .filter(({ item }) => item.type === 'computer_call_output')
      .flatMap(({ item, path }) => {
        const call = computerCall(asked, item.call_id);
        return call ? [{ path: `${path}.acknowledged_safety_checks`, value: { call, item } }] : [];
      }),
  wrong: ({ call, item }) => {
    const said = idsOf(asArray(item.acknowledged_safety_checks) ?? []);
    const pending = idsOf(safetyChecksOf(call));
    const waiting = pending.filter((id) => !said.includes(id));
    if (waiting.length > 0)
      return `the call waits for ${listOf(waiting)} to be acknowledged, and this output does not acknowledge it`;
    const unknown = said.filter((id) => !pending.includes(id));
    return unknown.length > 0 ? `${listOf(unknown)} is acknowledged, which the call does not have` : undefined;
  },
});

function computerCall(asked: Asked, id: unknown): JsonObject | undefined {
  const kept = keptFor(asked)?.chain.flatMap(({ output }) => output) ?? [];
  const all = [...kept, ...inputItems(asked.body)].map(({ item }) => item);
  return all.find((item) => item.type === 'computer_call' && item.call_id === id);
}

const idsOf = (checks: readonly unknown[]): string[] => checks.flatMap((check) => asString(asObject(check)?.id) ?? []);
const listOf = (ids: readonly string[]): string => ids.map((id) => JSON.stringify(id)).join(', ');

/** Source: `ResponseInputItem.McpApprovalResponse` of `openai`. */
const approvals = defineRule({
  id: 'approval-request-known',
  what: 'An approval response names an existing request, and approves or denies it.',
  evidence: {
    grade: 'documented',
    title: 'OpenAI: MCP and connectors, approvals',
    url: 'https://platform.openai.com/docs/guides/tools-connectors-mcp',
  },
  placesOf: ({ body }) =>
    inputItems(body)
      .filter(({ item }) => item.type === 'mcp_approval_response')
      .map(({ item, path }) => ({ path, value: item })),
  wrong: ({ approval_request_id: id, approve }, asked) => {
    if (typeof id !== 'string') return 'the approval response lacks "approval_request_id"';
    if (typeof approve !== 'boolean') return 'the approval response lacks "approve"';
    const items = inputItems(asked.body);
    if (items.filter(({ item }) => item.approval_request_id === id && item.type === 'mcp_approval_response').length > 1)
      return `the request ${JSON.stringify(id)} has more than one response`;
    const kept = keptFor(asked);
    const all = [...(kept?.chain.flatMap(({ output }) => output) ?? []), ...items].map(({ item }) => item);
    const isAsked = all.some((item) => item.id === id && item.type !== 'mcp_approval_response');
    return isAsked || (kept && !kept.isWhole) ? undefined : `no approval request has the id ${JSON.stringify(id)}`;
  },
});

const rulesOfCalls: readonly Rule[] = [answered, acknowledged, approvals];

// Tools as they are declared and chosen.

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
  inWords: '1 to 128 letters, digits, "_" and "-"',
  evidence: {
    grade: 'documented',
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
  evidence: {
    grade: 'documented',
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
  evidence: {
    grade: 'documented',
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
    one?.type === 'function' || one?.type === 'custom' ? [{ path: `${at}.name`, name: toText(one.name) }] : [],
  );
}

/** Source: `Tool.CodeInterpreter` of `openai`. */
const containers = defineRule({
  id: 'code-interpreter-container-required',
  what: 'A code interpreter is declared with its container: an id, or "auto".',
  evidence: {
    grade: 'documented',
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

const rulesOfTools: readonly Rule[] = [names, schemas, choices, containers];

/** For what the Responses API refuses a request, whoever serves it. */
export const rules: readonly Rule[] = [...rulesOfCalls, ...rulesOfItems, ...rulesOfTools];
