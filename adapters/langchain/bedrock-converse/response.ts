/** What `ChatBedrockConverse` says of an answer beside its standard blocks. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Content, Tool } from '../../../spec/contract/index.ts';
import { type ActionTool, actionOf } from '../shared/actions.ts';
import type { Outcome } from '../shared/client.ts';
import type { LibraryMessage, Reading } from '../shared/contents.ts';
import { asObject, text } from '../shared/json.ts';
import { actionNames } from './tools.ts';

export function readingOf(tools: readonly Tool[]): Reading {
  const actions = new Map(
    tools.flatMap(({ type }): [string, ActionTool][] =>
      type in actionNames ? [[actionNames[type as ActionTool], type as ActionTool]] : [],
    ),
  );
  return { toolNames: new Map(), nonStandard, callOf: (call) => actionOf(call, actions.get(call.name)) };
}

/** Blocks that the library has no standard for. */
function nonStandard(block: JsonObject): Content[] {
  const redacted = block.type === 'reasoning_content' ? text(block.redactedContent) : undefined;
  return redacted === undefined ? [] : [{ type: 'reasoning', text: '', protectedData: redacted }];
}

const finishReasons = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['guardrail_intervened', 'content_filter'],
  ['content_filtered', 'content_filter'],
]);

/** Of a whole answer it stands in the metadata, of a stream in its last event, which is there too. Converse gives no ids. */
export function outcomeOf({ response_metadata }: LibraryMessage): Outcome {
  const said = asObject(response_metadata);
  const reason = text(said.stopReason) ?? text(asObject(said.messageStop).stopReason);
  return { finishReason: reason && (finishReasons.get(reason) ?? reason) };
}
