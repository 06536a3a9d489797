/** Actions and what came of them, as a request tells them again. Source: `ToolUseBlockParam`, `ToolResultBlockParam`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ActionCallContent, ActionResultContent } from '../../contract/index.ts';
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

/** In whichever words: `exit code: 2`, `[exited with status 2]`, `Command exited with code 2`. */
const exitLine =
  /(?:^|\n)\W*(?:(?:the )?(?:command|process) )?exit(?:ed)?(?: with)?(?: code| status)?\W{1,3}?(-?\d+)\W*$/i;

/** The code, and what was printed before it was told. */
function exitCodeIn(outputs: readonly Output[]): Pick<ActionResultContent, 'outputs' | 'exitCode'> | undefined {
  const last = outputs.at(-1);
  const found = last?.type === 'text' ? exitLine.exec(last.text) : null;
  if (last?.type !== 'text' || !found) return undefined;
  const printed = last.text.slice(0, found.index);
  const before = outputs.slice(0, -1);
  return { outputs: printed === '' ? before : [...before, { ...last, text: printed }], exitCode: Number(found[1]) };
}
