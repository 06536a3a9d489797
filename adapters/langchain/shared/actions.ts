/** Calls that are answered by acting, as models of Claude make them: functions whose input says what to do. */
import type { ContentBlock } from '@langchain/core/messages';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { ActionCallContent, ActionResultContent } from '../../../spec/contract/index.ts';
import type { LibraryCall } from './contents.ts';

export type ActionTool = ActionCallContent['tool'];
type Picture = Extract<ActionResultContent['outputs'][number], { type: 'data' }>;

/** What an input asks for is said by a member of it; that of a shell has none. */
export function actionOf(
  { id: callId, args }: LibraryCall,
  tool: ActionTool | undefined,
): ActionCallContent | undefined {
  if (tool === undefined) return undefined;
  const call = (action: JsonObject): ActionCallContent => ({ type: 'action-call', callId, tool, actions: [action] });
  if (tool === 'shell') {
    const { restart, ...rest } = args;
    return call(restart === true ? { type: 'restart', ...rest } : { type: 'exec', ...args });
  }
  const { [tool === 'computer-use' ? 'action' : 'command']: type, ...rest } = args;
  return typeof type === 'string' ? call({ type, ...rest }) : undefined;
}

/**
 * There are no exit codes: one that is not 0 stands in words after what was printed.
 *
 * @param pictureBlock the library's block of a screenshot
 */
export function outcomeOfAction(
  { outputs, exitCode = 0 }: ActionResultContent,
  pictureBlock: (picture: Picture) => ContentBlock,
): { readonly blocks: ContentBlock[]; readonly status: 'error' | 'success' } {
  const failed = exitCode !== 0 || outputs.some(({ type }) => type === 'error');
  const blocks = outputs.map((output): ContentBlock => {
    if (output.type === 'data') return pictureBlock(output);
    return { type: 'text', text: output.type === 'text' ? output.text : output.message };
  });
  if (exitCode !== 0) blocks.push({ type: 'text', text: `exit code: ${exitCode}` });
  return { blocks, status: failed ? 'error' : 'success' };
}
