/** Calls and what answers them, by their ids. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import { asArray, asObject, asString } from '../json.ts';
import { type Asked, type Rule, ruleOver } from '../rules/rule.ts';
import { callsAreAnswered, type Half, type Pairs } from '../rules/tools.ts';
import { safetyChecksOf } from './actions.ts';
import { type InputItem, inputItems, keptFor } from './conversation.ts';

const callTypes = new Set(['function_call', 'custom_tool_call', 'computer_call', 'shell_call', 'apply_patch_call']);
const isCall = ({ type }: JsonObject): boolean => callTypes.has(String(type));
const isAnswer = ({ type }: JsonObject): boolean =>
  callTypes.has(String(type).replace(/_output$/, '')) && /_output$/.test(String(type));

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
  source: {
    title: 'The service: "No tool output found for function call", "No tool call found for function call output"',
    url: 'https://github.com/openai/openai-agents-python/issues/673',
  },
  pairsIn,
  answeredWithin: Number.POSITIVE_INFINITY,
});

/** Source: `ResponseComputerToolCallOutputItem` of `openai`. */
const acknowledged = ruleOver({
  id: 'safety-checks-acknowledged',
  what: 'A screenshot acknowledges the safety checks that its call is waiting for, and no other.',
  source: {
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
    if (waiting.length > 0) return `the call waits for ${listOf(waiting)} to be acknowledged, and this output does not`;
    const unknown = said.filter((id) => !pending.includes(id));
    return unknown.length > 0 ? `${listOf(unknown)} is acknowledged, which the call did not bring` : undefined;
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
const approvals = ruleOver({
  id: 'approvals-answer-requests',
  what: 'An answer to a request for leave names the request, which there was, and says yes or no.',
  source: {
    title: 'OpenAI: MCP and connectors, approvals',
    url: 'https://platform.openai.com/docs/guides/tools-connectors-mcp',
  },
  placesOf: ({ body }) =>
    inputItems(body)
      .filter(({ item }) => item.type === 'mcp_approval_response')
      .map(({ item, path }) => ({ path, value: item })),
  wrong: ({ approval_request_id: id, approve }, asked) => {
    if (typeof id !== 'string') return 'the answer lacks "approval_request_id"';
    if (typeof approve !== 'boolean') return 'the answer lacks "approve"';
    const items = inputItems(asked.body);
    if (items.filter(({ item }) => item.approval_request_id === id && item.type === 'mcp_approval_response').length > 1)
      return `the request ${JSON.stringify(id)} is answered more than once`;
    const kept = keptFor(asked);
    const all = [...(kept?.chain.flatMap(({ output }) => output) ?? []), ...items].map(({ item }) => item);
    const isAsked = all.some((item) => item.id === id && item.type !== 'mcp_approval_response');
    return isAsked || (kept && !kept.isWhole) ? undefined : `nobody asked for leave by the id ${JSON.stringify(id)}`;
  },
});

export const rulesOfCalls: readonly Rule[] = [answered, acknowledged, approvals];
