import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { generateText } from 'ai';

/** Claude is told that a tool is its own, and how large the screen is: the library's computer is no function of the same name. */
export default async function reproduce({ baseUrl, requests }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const model = bedrock('us.anthropic.claude-sonnet-4-5-20250929-v1:0');
  const tools = {
    computer: bedrock.tools.computer_20250124({ displayWidthPx: 1024, displayHeightPx: 768 }),
    bash: bedrock.tools.bash_20250124({}),
    str_replace_based_edit_tool: bedrock.tools.textEditor_20250728({}),
  };
  await generateText({ model, tools, prompt: 'Look.', maxRetries: 0 }).catch(() => {});
  const [{ additionalModelRequestFields: fields }] = requests;
  assert.deepEqual(
    fields?.tools?.map(({ type }) => type),
    ['computer_20250124', 'bash_20250124', 'text_editor_20250728'],
    JSON.stringify(fields),
  );
}
