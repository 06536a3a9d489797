/** What `ChatAnthropic` says of an answer beside its standard blocks. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Content, Tool } from '../../../spec/contract/index.ts';
import { type ActionTool, actionOf } from '../shared/actions.ts';
import type { Outcome } from '../shared/client.ts';
import type { LibraryMessage, Reading } from '../shared/contents.ts';
import { defined } from '../shared/defined.ts';
import { asObject, objects, text } from '../shared/json.ts';
import { outputsOf } from '../shared/outputs.ts';

/** The contract's names for tools of the provider. Any other keeps its own. */
const toolNames = new Map([
  ['web_search', 'web-search'],
  ['web_fetch', 'web-fetch'],
  ['code_execution', 'code-interpreter'],
  ['bash_code_execution', 'code-interpreter'],
  ['text_editor_code_execution', 'code-interpreter'],
  ['mcp_tool_use', 'mcp-server'],
]);

export const readingOf = (tools: readonly Tool[]): Reading => {
  const actions = actionToolsOf(tools);
  return { toolNames, nativeOf, nonStandard, callOf: (call) => actionOf(call, actions.get(call.name)) };
};

/** What a standard block of a call or a result leaves out, such as the titles of what was found. */
const nativeOf = ({ content }: LibraryMessage, { id, toolCallId }: JsonObject): JsonObject | undefined =>
  objects(content).find((block) =>
    toolCallId === undefined ? id !== undefined && block.id === id : block.tool_use_id === toolCallId,
  );

/** Blocks that the library has no standard for. The pieces of arguments that it leaves among them belong to calls. */
function nonStandard(block: JsonObject): Content[] {
  const type = text(block.type) ?? '';
  if (type === 'redacted_thinking')
    return [defined({ type: 'reasoning' as const, text: '', protectedData: text(block.data) })];
  if (type === 'server_tool_use') {
    const name = text(block.name) ?? '';
    const tool = toolNames.get(name) ?? name;
    return [{ type: 'hosted-tool-call', callId: text(block.id) ?? '', tool, name, arguments: block.input ?? {} }];
  }
  if (!type.endsWith('_tool_result')) return [];
  const name = type.slice(0, -'_tool_result'.length);
  return [
    defined({
      type: 'hosted-tool-result' as const,
      callId: text(block.tool_use_id),
      tool: name === 'mcp' ? 'mcp-server' : (toolNames.get(name) ?? name),
      outputs: outputsOf(block.is_error === true ? block : block.content),
      rawRepresentation: block,
    }),
  ];
}

/** Tools that are answered by acting, by the names that the model calls them by. */
function actionToolsOf(tools: readonly Tool[]): ReadonlyMap<string, ActionTool> {
  return new Map(
    tools.flatMap((tool): [string, ActionTool][] => {
      if (tool.type === 'shell') return [['bash', tool.type]];
      if (tool.type === 'text-editor') return [['str_replace_based_edit_tool', tool.type]];
      if (tool.type !== 'raw') return [];
      const found = rawTypes.find(([prefix]) => String(tool.declaration.type).startsWith(prefix));
      return found ? [[String(tool.declaration.name), found[1]]] : [];
    }),
  );
}

const rawTypes: readonly [prefix: string, tool: ActionTool][] = [
  ['computer_', 'computer-use'],
  ['bash_', 'shell'],
  ['text_editor_', 'text-editor'],
];

const finishReasons = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
]);

/** Of a whole answer it stands in the metadata of the response, of a stream among the additional members. */
export function outcomeOf(message: LibraryMessage): Outcome {
  const said = { ...asObject(message.additional_kwargs), ...asObject(message.response_metadata) };
  const reason = text(said.stop_reason) || undefined;
  const id = text(said.id) ?? text(message.id);
  const container = text(asObject(said.container).id);
  return {
    responseId: id,
    messageId: id,
    modelId: text(said.model),
    finishReason: reason === undefined ? undefined : (finishReasons.get(reason) ?? reason),
    isPaused: reason === 'pause_turn',
    options: container === undefined ? undefined : { container },
  };
}
