import assert from 'node:assert/strict';
import { ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';

/** Safety checks that the application acknowledges are sent with the screenshot. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    maxRetries: 0,
    useResponsesApi: true,
    configuration: { baseURL: `${baseUrl}/v1` },
  });
  const acknowledged_safety_checks = [{ id: 'cu_sc_1' }];
  const shot = new ToolMessage({
    tool_call_id: 'call_1',
    content: [{ type: 'computer_screenshot', image_url: 'data:image/png;base64,AAAA' }],
    additional_kwargs: { type: 'computer_call_output', acknowledged_safety_checks },
  });
  await model.invoke([shot], { previous_response_id: 'resp_1' }).catch(() => {});
  assert.deepEqual(requests[0].input[0].acknowledged_safety_checks, acknowledged_safety_checks);
}
