import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { ask, askTwice, called, errorsOf, partsOf, send, textOf, unusableTools } from '../shared/reproductions.mjs';

const isNotStored = { providerOptions: { openai: { store: false } } };
const at = (baseUrl) => {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  return { openai, model: openai.responses('gpt-5.5') };
};

/** A message ends with its own annotations. */
export async function annotationsOfOthers({ baseUrl }) {
  const parts = await partsOf({ model: at(baseUrl).model });
  const ends = parts.filter(({ type }) => type === 'text-end').map((part) => part.citations ?? []);
  const first = new Set(ends[0]?.map(({ source }) => source.url ?? source.title));
  assert.equal(first.size, 0, [...first].join(', '));
}

/** A conversation in which an MCP call was approved. */
const approved = (reason) => {
  const call = { toolCallId: 'call_1', toolName: 'mcp.list_berths', input: {}, providerExecuted: true };
  const request = { type: 'tool-approval-request', approvalId: 'mcpr_1', toolCallId: 'call_1' };
  const response = { type: 'tool-approval-response', approvalId: 'mcpr_1', approved: true, providerExecuted: true };
  return [
    { role: 'user', content: 'Which berths are free?' },
    { role: 'assistant', content: [{ type: 'tool-call', ...call }, request] },
    { role: 'tool', content: [{ ...response, reason }] },
  ];
};

/** Sends the approval with store: false. @returns the items of the request */
async function itemsWithApproval({ baseUrl, mode, requests }, reason) {
  const { openai, model } = at(baseUrl);
  const tools = { docs: openai.tools.mcp({ serverLabel: 'docs', serverUrl: 'https://mcp.example/mcp' }) };
  await ask({ model, tools, messages: approved(reason), ...isNotStored }, mode);
  return requests[0].input;
}

/** The reason of an approval is sent with it. */
export async function approvalReason(server) {
  const items = await itemsWithApproval(server, 'to moor');
  const { reason } = items.find(({ type }) => type === 'mcp_approval_response');
  assert.equal(reason, 'to moor');
}

/** With store: false, an approval is sent with the request that it answers. */
export async function approvalsAlone(server) {
  const items = await itemsWithApproval(server);
  const types = items.map(({ type = 'message' }) => type);
  assert.ok(types.includes('mcp_approval_request'), types.join(', '));
}

/** With store: false, what code was run goes back with the reasoning that it came with. */
export async function codeNotSent({ baseUrl, mode, requests }) {
  const { openai, model } = at(baseUrl);
  const tools = { code_interpreter: openai.tools.codeInterpreter({}) };
  await askTwice({ model, tools, ...isNotStored }, mode);
  const types = requests[1].input.map(({ type = 'message' }) => type);
  assert.ok(types.includes('code_interpreter_call') || !types.includes('reasoning'), types.join(', '));
}

/** A picture that failed, with "result": null as OpenAI's own types allow it, is read. */
export async function failedPicture({ baseUrl, mode }) {
  const { openai, model } = at(baseUrl);
  const tools = { image_generation: openai.tools.imageGeneration({}) };
  assert.deepEqual(await errorsOf({ model, tools }, mode), []);
}

/** A response that failed is told in the provider's words. */
export async function failedResponse({ baseUrl }) {
  const { model } = at(baseUrl);
  await assert.rejects(ask({ model }), /The model could not finish its answer/);
}

/** What was searched, or opened, is told where it failed too. */
export async function failedSearch({ baseUrl, mode }) {
  const { openai, model } = at(baseUrl);
  const tools = { web_search: openai.tools.webSearch({}) };
  const { content } = await ask({ model, tools }, mode);
  const failed = content.filter(({ type }) => type === 'tool-error');
  assert.match(JSON.stringify(failed), /notes\.example|newest version/);
}

/** An answer that ends with a command for the application has the finish reason "tool-calls". */
export async function finishOfACommand({ baseUrl, mode }) {
  const { openai, model } = at(baseUrl);
  const tools = { shell: openai.tools.shell({ environment: { type: 'local' } }) };
  const { toolCalls, finishReason } = await ask({ model, tools }, mode);
  if (toolCalls.length === 0) throw new Error('the answer has no command');
  assert.equal(finishReason, 'tool-calls');
}

/** A shell that runs at OpenAI goes back with its environment. */
export async function hostedShell({ baseUrl, mode, requests }) {
  const { openai, model } = at(baseUrl);
  const tools = { shell: openai.tools.shell({ environment: { type: 'containerAuto' } }) };
  await askTwice({ model, tools, ...isNotStored }, mode);
  const sent = requests[1].input.find(({ type }) => type === 'shell_call');
  assert.ok('environment' in sent, JSON.stringify(sent));
}

/** What a picture was made of is told. */
export async function imageSettings({ baseUrl, mode }) {
  const { openai, model } = at(baseUrl);
  const tools = { image_generation: openai.tools.imageGeneration({}) };
  const { content } = await ask({ model, tools }, mode);
  assert.match(JSON.stringify(content), /revised_?prompt/i);
}

/** A response whose status is "incomplete" is not told as one that is whole. */
export async function incompleteToldAsWhole({ baseUrl, mode }) {
  const { model } = at(baseUrl);
  const { finishReason } = await ask({ model }, mode);
  assert.notEqual(finishReason, 'stop');
  // Behind one with a reason comes one without.
  const isToldWhy = finishReason === 'length' || finishReason === 'content-filter';
  if (isToldWhy) assert.notEqual((await ask({ model }, mode)).finishReason, 'stop');
}

/** A stream whose lines end with CR is read to its end. */
export async function lastEvent({ baseUrl }) {
  const parts = await partsOf({ model: at(baseUrl).model });
  assert.notEqual(parts.at(-1).finishReason, 'interrupted');
}

/** A call of a local shell goes back with its status. */
export async function localShellOutput({ baseUrl, requests }) {
  const { openai, model } = at(baseUrl);
  const call = { toolCallId: 'call_1', toolName: 'local_shell' };
  const input = { action: { type: 'exec', command: ['ls'], env: {} } };
  const output = { type: 'json', value: { output: 'a.txt' } };
  const messages = called(call, output, input);
  const tools = { local_shell: openai.tools.localShell({}) };
  await send({ model, tools, messages, ...isNotStored });
  assert.ok('status' in requests[0].input[1], JSON.stringify(requests[0].input[1]));
}

/** A stream is read whose events have the ids of items and no indexes. */
export async function missingIndexes({ baseUrl }) {
  assert.deepEqual(await errorsOf({ model: at(baseUrl).model }), []);
}

/** A list of tools with "annotations": null, as OpenAI's own types allow it, is read. */
export async function nullAnnotations({ baseUrl, mode }) {
  const { openai, model } = at(baseUrl);
  const tools = { docs: openai.tools.mcp({ serverLabel: 'docs', serverUrl: 'https://mcp.example/mcp' }) };
  assert.deepEqual(await errorsOf({ model, tools }, mode), []);
}

/** Results of a file search with what OpenAI's own types allow to be null or missing are read. */
export async function nullAttributes({ baseUrl, mode }) {
  const { openai, model } = at(baseUrl);
  const tools = { file_search: openai.tools.fileSearch({ vectorStoreIds: ['vs_1'] }) };
  assert.deepEqual(await errorsOf({ model, tools }, mode), []);
}

/** A local_shell_call with "user": null, as OpenAI's own types allow it, is read. */
export async function nullsOfLocalShell({ baseUrl, mode }) {
  const { openai, model } = at(baseUrl);
  const tools = { local_shell: openai.tools.localShell({}) };
  assert.deepEqual(await errorsOf({ model, tools }, mode), []);
}

/** A stream in which the beginning of an item is missing is read to its end. */
export async function oddOrder({ baseUrl }) {
  assert.deepEqual(await errorsOf({ model: at(baseUrl).model }), []);
}

/** What the model thinks in the open is told. */
export async function openReasoning({ baseUrl, mode }) {
  const { reasoningText } = await ask({ model: at(baseUrl).model }, mode);
  assert.match(reasoningText ?? '', /Ushuaia/);
}

/** A partial picture is told apart from the last one. */
export async function partialPictures({ baseUrl }) {
  const { openai, model } = at(baseUrl);
  const tools = { image_generation: openai.tools.imageGeneration({ partialImages: 2 }) };
  const parts = await partsOf({ model, tools });
  const results = parts.filter(({ type, preliminary }) => type === 'tool-result' && !preliminary);
  assert.equal(results.length, 1);
}

/** With store: false, a picture that was made goes back. */
export async function pictureNotSent({ baseUrl, mode, requests }) {
  const { openai, model } = at(baseUrl);
  const tools = { image_generation: openai.tools.imageGeneration({}) };
  await askTwice({ model, tools, ...isNotStored }, mode);
  const types = requests[1].input.map(({ type = 'message' }) => type);
  assert.ok(types.includes('image_generation_call'), types.join(', '));
}

const docs = (openai) => openai.tools.mcp({ serverLabel: 'docs', serverUrl: 'https://mcp.example/mcp' });

/** The list of a server's tools, or the error that it could not be reached, is returned. */
export async function serverUnreachable({ baseUrl, mode }) {
  const { openai, model } = at(baseUrl);
  const { content, warnings } = await ask({ model, tools: { docs: docs(openai) } }, mode);
  assert.match(JSON.stringify([content, warnings]), /Error retrieving tool list|Searches the documentation/);
}

/** The approval requests of a response. */
async function approvalsOf({ baseUrl, mode }) {
  const { openai, model } = at(baseUrl);
  const step = await ask({ model, tools: { docs: docs(openai) } }, mode);
  const approvals = step.content.filter(({ type }) => type === 'tool-approval-request');
  if (approvals.length === 0) throw new Error('the response has no approval request');
  return { approvals, step };
}

/** An approval request names its server. */
export async function serverOfApproval(server) {
  const { approvals } = await approvalsOf(server);
  assert.match(JSON.stringify(approvals), /"docs"/);
}

/** A response that waits for an approval does not have the finish reason "stop". */
export async function finishOfApproval(server) {
  const { step } = await approvalsOf(server);
  assert.notEqual(step.finishReason, 'stop');
}

/** That code did not run to its end is told. */
export async function statusOfCode({ baseUrl, mode }) {
  const { openai, model } = at(baseUrl);
  const tools = { code_interpreter: openai.tools.codeInterpreter({}) };
  const { content } = await ask({ model, tools }, mode);
  assert.match(JSON.stringify(content), /failed|incomplete|tool-error/);
}

/** That a response is not kept is told, or there is no id to go on from it. */
export async function storeNotTold({ baseUrl, mode }) {
  const { model } = at(baseUrl);
  const { providerMetadata } = await ask({ model }, mode);
  const { responseId, store } = providerMetadata.openai;
  assert.ok(responseId === undefined || store === false, JSON.stringify(providerMetadata));
}

/** A patch in a history is sent as a patch, whatever tools the request declares. */
export async function undeclaredPatch({ baseUrl, mode, requests }) {
  const { openai, model } = at(baseUrl);
  const tools = { shell: openai.tools.shell({ environment: { type: 'local' } }) };
  const call = { toolCallId: 'call_1', toolName: 'apply_patch' };
  const input = { callId: 'call_1', operation: { type: 'delete_file', path: 'a.txt' } };
  const messages = called(call, { type: 'json', value: { status: 'failed', output: 'Read-only.' } }, input);
  await ask({ model, tools, messages }, mode);
  assert.equal(requests[0].input[1].type, 'apply_patch_call');
}

/** Arguments that are no JSON go back as the model wrote them. */
export async function quotedArguments({ baseUrl, mode, requests }) {
  const text = '{"city": "Var';
  const messages = called({ toolCallId: 'call_1', toolName: 'get_weather' }, { type: 'text', value: 'No.' }, text);
  await ask({ model: at(baseUrl).model, messages }, mode);
  assert.equal(requests[0].input[1].arguments, text);
}

/** A function that has no name, or a schema of no object, is refused before anything is sent. */
export async function uncheckedTools({ baseUrl, requests }) {
  await send({ model: at(baseUrl).model, tools: unusableTools });
  assert.deepEqual(requests, []);
}

/** A response with an item, content or annotation of an unknown type is read as far as it is known. */
export async function unknownItems({ baseUrl, mode }) {
  const { openai, model } = at(baseUrl);
  const tools = { code_interpreter: openai.tools.codeInterpreter({}), computer: openai.tools.computer() };
  assert.deepEqual(await errorsOf({ model, tools }, mode), []);
}

/** That a tool was used that the library does not know is told. */
export async function unknownToolsOfAStream({ baseUrl }) {
  const parts = await partsOf({ model: at(baseUrl).model });
  assert.match(JSON.stringify(parts), /added_later/);
}

/** Words that come with the end of their message alone are told. */
export async function wordsWithoutPieces({ baseUrl }) {
  const text = await textOf({ model: at(baseUrl).model });
  assert.match(text, /Glittertind/);
}
