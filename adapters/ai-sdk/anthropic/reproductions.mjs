import assert from 'node:assert/strict';
import { createAmazonBedrockAnthropic } from '@ai-sdk/amazon-bedrock/anthropic';
import { createAnthropic } from '@ai-sdk/anthropic';
import { APICallError, isStepCount } from 'ai';
import { ask, called, errorsOf, send, stream, unusableTools } from '../shared/reproductions.mjs';

const at = (baseUrl) => {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  return { anthropic, model: anthropic('claude-sonnet-5-5') };
};

/** A member of the computer toolset goes back with the input that it came with. */
export async function screenActionsChanged({ baseUrl, mode, requests }) {
  const { anthropic, model } = at(baseUrl);
  const call = { model, tools: { computer: anthropic.tools.computerToolset_20260801({}) } };
  const messages = [{ role: 'user', content: 'Look at the screen.' }];
  const { toolCalls, response } = await ask({ ...call, messages }, mode);
  const output = { type: 'text', value: 'It is done.' };
  const content = toolCalls.map(({ toolCallId, toolName }) => ({
    type: 'tool-result',
    toolCallId,
    toolName,
    output,
  }));
  messages.push(...response.messages, { role: 'tool', content });
  await send({ ...call, messages }, mode);
  const inputs = requests[1].messages[1].content.flatMap(({ input }) => input ?? []);
  assert.ok(!inputs.some((input) => 'action' in input), JSON.stringify(inputs));
}

/** A demand for a call is sent, or refused, or warned of; it is not left out without a word. */
export async function toolChoiceWithoutFunctions({ baseUrl, mode, requests }) {
  // The answer is an error, which says nothing of the choice that was not sent.
  await send({ model: at(baseUrl).model, toolChoice: 'required' }, mode);
  for (const { tool_choice: choice } of requests) assert.deepEqual(choice, { type: 'any' });
}

/** Citations go back without "file_id", which a request has no member for: "Extra inputs are not permitted". */
export async function citationFileId({ baseUrl, mode, requests }) {
  const { model } = at(baseUrl);
  const messages = [{ role: 'user', content: 'What happened to the pier in 1921?' }];
  const { response } = await ask({ model, messages }, mode);
  messages.push(...response.messages, { role: 'user', content: 'And who built the new one?' });
  await send({ model, messages }, mode);
  const citations = requests[1].messages[1].content.flatMap((block) => block.citations ?? []);
  assert.ok(!citations.some((citation) => 'file_id' in citation), JSON.stringify(citations));
}

/** What went wrong within the sandbox is told in the provider's words, "error_message". */
export async function codeErrorMessage({ baseUrl, mode }) {
  const { anthropic, model } = at(baseUrl);
  const tools = { code_execution: anthropic.tools.codeExecution_20260120() };
  const { content } = await ask({ model, tools, prompt: 'Divide 7 by 0.' }, mode);
  const results = content.filter(({ type }) => type === 'tool-result' || type === 'tool-error');
  assert.match(JSON.stringify(results), /divide\.py does not exist/);
}

/** A stream whose lines end with CR alone, as the format allows it, is read to its end. */
export async function crLineEndings({ baseUrl }) {
  assert.equal(await stream({ model: at(baseUrl).model }).rawFinishReason, 'tool_use');
}

/** A failure without a word is told in a way that Anthropic accepts: "content cannot be empty if `is_error` is true". */
export async function emptyFailure({ baseUrl, mode, requests }) {
  const call = { toolCallId: 'call_1', toolName: 'get_weather' };
  await send({ model: at(baseUrl).model, messages: called(call, { type: 'error-text', value: '' }) }, mode);
  const [result] = requests[0].messages[2].content;
  assert.ok(!result.is_error || result.content !== '', JSON.stringify(result));
}

/** What kind of error a stream begins with is a member of what is thrown, and not a part of its text. */
export async function firstEventErrorUntyped({ baseUrl }) {
  const [error] = await errorsOf({ model: at(baseUrl).model });
  assert.equal(error.type ?? error.data?.error?.type, 'rate_limit_error');
}

/** An error that comes with a good status is told as the provider's, as streamText() tells it, and can be tried again. */
export async function errorWithStatus200({ baseUrl }) {
  const error = await ask({ model: at(baseUrl).model }).catch((reason) => reason);
  assert.match(error.message, /An unexpected error has occurred/);
  assert.equal(error.isRetryable, true);
}

/** Where a page of HTML comes in the place of a stream, the error says so: it has the answer's headers, as that of generateText(). */
export async function pageForAStream({ baseUrl }) {
  const [error] = await errorsOf({ model: at(baseUrl).model });
  assert.ok(APICallError.isInstance(error), String(error));
  assert.match(error.responseHeaders['content-type'], /^text\/html/);
}

/** An answer in which a fetched document has "citations": null, as Anthropic's own types allow it, is read. */
export async function nullCitations({ baseUrl, mode }) {
  const { anthropic, model } = at(baseUrl);
  const tools = { web_fetch: anthropic.tools.webFetch_20260318() };
  assert.deepEqual(await errorsOf({ model, tools }, mode), []);
}

/** A container_upload block is read within a stream, as it is in an answer that comes whole. */
export async function containerUploadInStreams({ baseUrl }) {
  const { anthropic, model } = at(baseUrl);
  const tools = { code_execution: anthropic.tools.codeExecution_20260120() };
  assert.deepEqual(await errorsOf({ model, tools }), []);
}

/** The arguments of a call to an MCP server are those that were streamed. */
export async function mcpArgumentsInStreams({ baseUrl }) {
  const mcpServers = [{ type: 'url', name: 'docs', url: 'https://docs.example/mcp' }];
  const { toolCalls } = stream({ model: at(baseUrl).model, providerOptions: { anthropic: { mcpServers } } });
  const [{ input }] = await toolCalls;
  assert.notDeepEqual(input, {});
}

/** A timeout_error within a stream, the provider's status 504, is worth another try. */
export async function timeoutNotRetryable({ baseUrl }) {
  const errors = await errorsOf({ model: at(baseUrl).model });
  assert.deepEqual(
    errors.map(({ isRetryable }) => isRetryable),
    [true],
  );
}

/** An answer with a block, a delta or a citation of a type that is not known yet is read, as far as it is known. */
export async function unknownBlocks({ baseUrl, mode }) {
  const { anthropic, model } = at(baseUrl);
  // Without it the library refuses an answer that acts on a screen.
  const tools = { computer: anthropic.tools.computerToolset_20260801({}) };
  assert.deepEqual(await errorsOf({ model, tools }, mode), []);
}

/** An event of a type that is not known yet is passed over, as Anthropic asks of who reads its streams. */
export async function unknownEvents({ baseUrl }) {
  const { anthropic, model } = at(baseUrl);
  // Without it the library refuses an answer that acts on a screen.
  const tools = { computer: anthropic.tools.computerToolset_20260801({}) };
  assert.deepEqual(await errorsOf({ model, tools }), []);
}

/** A function with a name or a schema that Anthropic does not allow is rejected before anything is sent. */
export async function uncheckedTools({ baseUrl, mode, requests }) {
  await send({ model: at(baseUrl).model, tools: unusableTools }, mode);
  assert.deepEqual(requests, []);
}

/** A turn that the API pauses is continued, as long as more steps are allowed. */
export async function pausedTurn({ baseUrl, mode, requests }) {
  const { anthropic, model } = at(baseUrl);
  const tools = { web_search: anthropic.tools.webSearch_20260318({}) };
  await send({ model, tools, stopWhen: isStepCount(5) }, mode);
  assert.ok(requests.length > 1, `${requests.length} request`);
}

/** A search_result block of a tool result is sent. */
export async function searchResultsNotSent({ baseUrl, mode, requests }) {
  const content = [{ type: 'text', text: 'The lamp was lit on the first of May.' }];
  const found = { type: 'search_result', source: 'shelf 7', title: 'Log of the lamp', content };
  const output = { type: 'content', value: [{ type: 'custom', providerOptions: { anthropic: found } }] };
  const call = { toolCallId: 'call_1', toolName: 'search_logs' };
  await send({ model: at(baseUrl).model, messages: called(call, output) }, mode);
  assert.match(JSON.stringify(requests), /search_result/);
}

/** A text of white space before a call is left out. */
export async function blankTextSent({ baseUrl, mode, requests }) {
  const call = { toolCallId: 'call_1', toolName: 'look' };
  const messages = called(call, { type: 'text', value: 'Fog.' });
  const said = messages.find(({ role }) => role === 'assistant');
  said.content = [{ type: 'text', text: ' \n' }, ...said.content];
  await send({ model: at(baseUrl).model, messages }, mode);
  for (const { text = 'x' } of requests[0].messages.flatMap(({ content }) => content)) assert.notEqual(text.trim(), '');
}

/** Of keys that the caller gives without a session, no request carries the AWS_SESSION_TOKEN of the environment. */
export async function foreignSession({ baseUrl, mode }) {
  const sent = [];
  const keys = { region: 'us-east-1', accessKeyId: 'CALLER', secretAccessKey: 'secret', apiKey: '' };
  const fetch = (url, init) => {
    sent.push(new Headers(init.headers).get('x-amz-security-token'));
    return globalThis.fetch(url, init);
  };
  process.env.AWS_SESSION_TOKEN = 'session-of-somebody-else';
  try {
    await send({ model: createAmazonBedrockAnthropic({ baseURL: baseUrl, ...keys, fetch })('claude') }, mode);
  } finally {
    delete process.env.AWS_SESSION_TOKEN;
  }
  assert.deepEqual(sent, [null]);
}
