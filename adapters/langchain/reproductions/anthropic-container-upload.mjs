import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';

/** The standard blocks of an answer name the files that code has made. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
  });
  const tools = [{ type: 'code_execution_20260521', name: 'code_execution' }];
  const seen = [];
  // Which of the answers has the file is the recording's matter.
  for (let asked = 0; asked < 2; asked++) seen.push(await model.invoke('Run it.', { tools }));
  const files = seen.flatMap(({ content }) => content).filter(({ type }) => type === 'container_upload');
  assert.ok(files.length > 0);
  const told = JSON.stringify(seen.flatMap(({ contentBlocks }) => contentBlocks));
  for (const { file_id } of files) assert.ok(told.includes(file_id), `no standard block names ${file_id}`);
}
