import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import {
  ask,
  called,
  endsOf,
  errorsOf,
  functions,
  send,
  stream,
  unusableTools,
  withFiles,
  withThought,
} from '../shared/reproductions.mjs';

const nova = 'us.amazon.nova-2-lite-v1:0';
const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';

const getWeather = { toolCallId: 'call_1', toolName: 'get_weather' };

const at = (baseUrl, id = nova) => {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  return { bedrock, model: bedrock(id) };
};

/** A choice of one function leaves the others declared. */
export async function chosenFunctionAlone({ baseUrl, requests }) {
  const names = ['get_weather', 'get_time'];
  const toolChoice = { type: 'tool', toolName: 'get_time' };
  await send({ model: at(baseUrl).model, tools: functions(names), toolChoice });
  assert.deepEqual(
    requests[0].toolConfig.tools.map(({ toolSpec }) => toolSpec.name),
    names,
  );
}

/** Claude is told that a tool is its own, and how large the screen is: the library's computer is no function of the same name. */
export async function claudeToolsAsFunctions({ baseUrl, requests }) {
  const { bedrock, model } = at(baseUrl, claude);
  const tools = {
    computer: bedrock.tools.computer_20250124({ displayWidthPx: 1024, displayHeightPx: 768 }),
    bash: bedrock.tools.bash_20250124({}),
    str_replace_based_edit_tool: bedrock.tools.textEditor_20250728({}),
  };
  await send({ model, tools });
  const [{ additionalModelRequestFields: fields }] = requests;
  assert.deepEqual(
    fields?.tools?.map(({ type }) => type),
    ['computer_20250124', 'bash_20250124', 'text_editor_20250728'],
    JSON.stringify(fields),
  );
}

/** A stream that is cut before its "messageStop" is not taken for a whole one. */
export async function truncatedStreams({ baseUrl }) {
  assert.notDeepEqual(await endsOf({ model: at(baseUrl).model }), ['other']);
}

/** That a function failed is flagged, as Converse has a member for it. */
export async function failureNotFlagged({ baseUrl, requests }) {
  const messages = called(getWeather, { type: 'error-text', value: 'station offline' });
  await send({ model: at(baseUrl, claude).model, tools: functions(['get_weather']), messages });
  const [{ toolResult }] = requests[0].messages[2].content;
  assert.equal(toolResult.status, 'error', JSON.stringify(toolResult));
}

/** A signature, and redacted content, that come in pieces go back whole: the one as its pieces, the other as base64 of all bytes. */
export async function splitSignatures({ baseUrl, requests }) {
  const { model } = at(baseUrl, claude);
  const { stream: parts, finalStep } = stream({ model });
  const pieces = [];
  for await (const { type, providerMetadata } of parts) {
    if (type === 'reasoning-delta') pieces.push(providerMetadata?.amazonBedrock.signature ?? '');
  }
  const { response } = await finalStep;
  const content = response.messages[0].content.filter(({ type }) => type === 'reasoning');
  const user = (text) => ({ role: 'user', content: text });
  const messages = [user('Hi'), { role: 'assistant', content }, user('Go on.')];
  await send({ model, messages });
  const blocks = requests[1].messages[1].content.map(({ reasoningContent }) => reasoningContent);
  const [signature] = blocks.flatMap(({ reasoningText }) => reasoningText?.signature ?? []);
  const [redacted] = blocks.flatMap(({ redactedContent }) => redactedContent ?? []);
  assert.deepEqual(
    { signature, redacted },
    { signature: pieces.join(''), redacted: Buffer.from(redacted, 'base64').toString('base64') },
  );
}

/** A thought without a signature goes out, or a warning says that it does not. */
export async function unsignedReasoning({ baseUrl, mode, requests }) {
  const text = 'A greeting.';
  const { warnings = [] } = await ask({ model: at(baseUrl).model, messages: withThought(text) }, mode);
  assert.ok(warnings.length > 0 || JSON.stringify(requests).includes(text));
}

/** Calls and their results go back also when no tool is declared any more. */
export async function callsWithoutTools({ baseUrl, requests }) {
  await send({ model: at(baseUrl).model, messages: called(getWeather, { type: 'text', value: 'sleet' }) });
  assert.match(JSON.stringify(requests[0].messages), /sleet/);
}

/** A media type with parameters is of the format that it names. */
export async function mediaTypeParameters({ baseUrl, requests }) {
  const file = { data: 'PHA+', mediaType: 'text/html; charset=utf-8', filename: 'tides.html' };
  await send({ model: at(baseUrl).model, messages: withFiles(file) });
  assert.equal(requests[0]?.messages[0].content[0].document.format, 'html');
}

/** A function that has no name, or a schema of no object, is refused before anything is sent. */
export async function uncheckedTools({ baseUrl, requests }) {
  await send({ model: at(baseUrl).model, tools: unusableTools });
  assert.deepEqual(requests, []);
}

/** A stream with a piece of a kind that is not known yet is read, as far as it is known. */
export async function unknownBlocks({ baseUrl }) {
  assert.deepEqual(await errorsOf({ model: at(baseUrl).model }), []);
}

/** A frame of type "exception" or "error" is told as an error, whatever its name. */
export async function errorFrames({ baseUrl }) {
  assert.notDeepEqual(await errorsOf({ model: at(baseUrl).model }), []);
}

/** A choice of no tool leaves the tools declared. */
export async function toolsLeftOutForNone({ baseUrl, mode, requests }) {
  await send({ model: at(baseUrl).model, tools: functions(['get_weather']), toolChoice: 'none' }, mode);
  assert.equal(requests[0].toolConfig?.tools?.length, 1, JSON.stringify(requests[0]));
}

/** A required choice without tools is rejected before anything is sent, or sent. */
export async function toolChoiceWithoutFunctions({ baseUrl, mode, requests }) {
  await send({ model: at(baseUrl).model, toolChoice: 'required' }, mode);
  for (const { toolConfig } of requests) assert.deepEqual(toolConfig?.toolChoice, { any: {} });
}
