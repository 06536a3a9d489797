/** What `ChatOpenAI` takes in messages of their own for Responses. */
import { type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import type { Content } from '../../../spec/contract/index.ts';
import { unsendable } from '../shared/errors.ts';
import type { Writing } from '../shared/messages.ts';
import { provider } from '../shared/openai.ts';

export const writing: Writing = { provider, alone };

function alone(content: Content): BaseMessage | undefined {
  if (content.type === 'approval-response') {
    const { requestId: approval_request_id, approved: approve } = content;
    return new HumanMessage({ content: [{ type: 'mcp_approval_response', approval_request_id, approve }] });
  }
  if (content.type !== 'action-result') return undefined;
  const [shot] = content.outputs;
  if (content.tool !== 'computer-use') {
    throw unsendable(provider, `LangChain has no message for what came of "${content.tool}"`);
  }
  if (content.outputs.length !== 1 || shot?.type !== 'data') {
    throw unsendable(provider, 'the outcome of a computer action is one screenshot');
  }
  return new ToolMessage({
    tool_call_id: content.callId,
    content: [{ type: 'computer_screenshot', image_url: `data:${shot.mediaType};base64,${shot.data}` }],
    additional_kwargs: { type: 'computer_call_output' },
  });
}
