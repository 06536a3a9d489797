/** Actions and what came of them, as a request tells them again. Source: `ToolUseBlockParam`, `ToolResultBlockParam`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ActionCallContent, ActionResultContent } from '../../contract/index.ts';
import { exitCodeIn } from '../exit-code.ts';
import { asArray, asObject, asString } from '../json.ts';
import type { Asked } from './actions.ts';

type Output = ActionResultContent['outputs'][number];

export function actionCallContent(block: JsonObject, { tool, action }: Asked): ActionCallContent {
  return {
    type: 'action-call',
    callId: asString(block.id) ?? '',
    tool,
    actions: [action],
    rawRepresentation: block,
  };
}

/**
 * What came of an action. That it failed is a flag; for an exit code there is no member, so that it can only
 * stand in words, as the last line of a failure.
 */
export function actionResultContent(block: JsonObject, tool: Asked['tool']): ActionResultContent {
  const outputs = outputsOf(block.content);
  const link = { type: 'action-result', callId: asString(block.tool_use_id) ?? '', tool } as const;
  const rawRepresentation = block;
  if (block.is_error !== true) return { ...link, outputs, rawRepresentation };
  const exit = tool === 'shell' ? exitCodeIn(outputs) : undefined;
  if (exit) return { ...link, ...exit, rawRepresentation };
  return { ...link, outputs: outputs.map(asError), rawRepresentation };
}

const asError = (output: Output): Output => (output.type === 'text' ? { type: 'error', message: output.text } : output);

function outputsOf(content: Json | undefined): Output[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return (asArray(content) ?? []).flatMap((value): Output[] => {
    const block = asObject(value) ?? {};
    if (block.type === 'text') return [{ type: 'text', text: asString(block.text) ?? '' }];
    const { type, media_type: mediaType, data } = asObject(block.source) ?? {};
    return type === 'base64' && typeof data === 'string' && typeof mediaType === 'string'
      ? [{ type: 'data', data, mediaType }]
      : [];
  });
}
