import assert from 'node:assert/strict';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatGoogle } from '@langchain/google';
import { ask, called, result, serve, streamed } from '../../langchain/shared/reproductions.mjs';

const answerOf = (...parts) => ({
  candidates: [{ content: { parts, role: 'model' }, finishReason: 'STOP', index: 0 }],
});
const pieceOf = (...parts) => ({ candidates: [{ content: { parts, role: 'model' }, index: 0 }] });

const settings = { model: 'gemini-3.8-flash', apiKey: 'key', maxRetries: 0 };
const modelAt = (baseUrl) => new ChatGoogle({ ...settings, endpoint: baseUrl });
/** The body of a request. */
const bodyOf = (options, fields = {}) => new ChatGoogle({ ...settings, ...fields }).invocationParams(options);

/** An answer that was made of its parts or events, complete or streamed. */
async function answered(mode, parts, more = {}) {
  const answer =
    mode === 'stream' ? [...parts.map((part) => pieceOf(part)), answerOf({ text: '' })] : answerOf(...parts);
  return ask(modelAt(await serve(answer, more)), mode);
}

/** The first prompt is answered with these parts, and the answer is sent back with the next prompt. */
async function sentBack(mode, parts, next = [new HumanMessage('Go on.')]) {
  const requests = [];
  const answer =
    mode === 'stream' ? [...parts.map((part) => pieceOf(part)), answerOf({ text: '' })] : answerOf(...parts);
  const baseUrl = await serve(answer, { requests });
  const first = new HumanMessage('Hello.');
  const said = await ask(modelAt(baseUrl), mode, [first]);
  const messages = typeof next === 'function' ? next(said) : next;
  await modelAt(await serve(answerOf({ text: 'Good.' }), { requests })).invoke([first, said, ...messages]);
  return requests[1];
}

/** A stream that breaks off before its finish reason ends with an error. */
export async function streamsThatBreakOff() {
  const model = modelAt(await serve([pieceOf({ text: 'Half' })]));
  await assert.rejects(streamed(model.stream('Hello.')));
}

/** An error of Google behind the events of a stream is thrown. */
export async function errorsBehindEvents({ baseUrl }) {
  await assert.rejects(streamed(modelAt(baseUrl).stream('Hello.')));
}

/** An error inside an answer is thrown with its message. */
export async function errorsInAnswers({ mode }) {
  const error = { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' };
  const model = modelAt(await serve(mode === 'stream' ? [pieceOf({ text: 'It ' }), { error }] : { error }));
  await assert.rejects(ask(model, mode), /overloaded/);
}

const page = '<html><body>Please sign in.</body></html>';

/** The error for a web page names its media type. */
export async function htmlErrorsUnclear() {
  const model = modelAt(await serve(page));
  await assert.rejects(() => model.invoke('Hello.'), /text\/html/);
}

/** A web page instead of a stream throws. */
export async function pagesUnnamed() {
  const model = modelAt(await serve(page));
  await assert.rejects(streamed(model.stream('Hello.')));
}

const blocked = {
  promptFeedback: { blockReason: 'SAFETY' },
  usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 },
};

/** A blocked prompt has an answer with the reason and the tokens that it cost. */
export async function blockedPromptsThrow() {
  const model = modelAt(await serve(blocked));
  await assert.doesNotReject(model.invoke('Hello.'));
}

/** A stream whose prompt was blocked returns or throws the reason. */
export async function blockedPromptsInStreams() {
  const model = modelAt(await serve([blocked]));
  const outcome = await streamed(model.stream('Hello.')).catch((error) => ({ ...error, message: error.message }));
  assert.match(`${JSON.stringify(outcome)}`, /SAFETY/);
}

/** A streamed message has the pages that were read, like a complete one. */
export async function urlContextInStreams() {
  const urlMetadata = [{ retrievedUrl: 'https://a.example', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' }];
  const [candidate] = answerOf({ text: 'It says hello.' }).candidates;
  const events = [{ candidates: [{ ...candidate, urlContextMetadata: { urlMetadata } }] }];
  const { response_metadata, additional_kwargs } = await streamed(modelAt(await serve(events)).stream('Hello.'));
  assert.match(JSON.stringify([response_metadata, additional_kwargs]), /a\.example/);
}

/** A call of Google's own tools is part of the message, also if the answer has one other part. */
export async function ownToolPartsDropped({ mode }) {
  const toolCall = { toolType: 'GOOGLE_SEARCH_WEB', id: 'srv-1', args: { queries: ['ferry'] } };
  const message = await answered(mode, [{ toolCall }, { text: 'It runs.' }]);
  assert.match(JSON.stringify(message.content), /GOOGLE_SEARCH_WEB/);
}

/** Arguments of a call that are streamed in parts are the arguments of one call. */
export async function partialArguments() {
  const parts = [
    { functionCall: { name: 'get_weather', id: 'call-1', willContinue: true } },
    { functionCall: { partialArgs: [{ jsonPath: '$.city', stringValue: 'Oslo' }], willContinue: true } },
    { functionCall: {} },
  ];
  const { tool_calls } = await answered('stream', parts);
  assert.deepEqual(
    tool_calls.map(({ id, args }) => ({ id, args })),
    [{ id: 'call-1', args: { city: 'Oslo' } }],
  );
}

/** Tokens of tool results are counted as input. */
export async function tokensOfTools({ mode }) {
  const usageMetadata = {
    promptTokenCount: 10,
    toolUsePromptTokenCount: 5,
    candidatesTokenCount: 3,
    totalTokenCount: 18,
  };
  const answer = { ...answerOf({ text: 'Hi.' }), usageMetadata };
  const message = await ask(modelAt(await serve(mode === 'stream' ? [answer] : answer)), mode);
  assert.equal(message.usage_metadata.input_tokens, 15);
}

/** The usage of an event without parts is counted. */
export async function usageOfEmptyEvents() {
  const usageOf = (candidatesTokenCount) => ({ promptTokenCount: 10, candidatesTokenCount, totalTokenCount: 14 });
  const events = [
    { ...answerOf({ text: 'Hi.' }), usageMetadata: usageOf(3) },
    { candidates: [{ index: 0 }], usageMetadata: usageOf(4) },
  ];
  const message = await streamed(modelAt(await serve(events)).stream('Hello.'));
  assert.equal(message.usage_metadata.output_tokens, 4);
}

/** The error of a function is sent as an error. */
export async function failuresSentAsResults({ baseUrl, requests }) {
  await modelAt(baseUrl)
    .invoke(called('call-1', [result('call-1', 'no station', 'error')]))
    .catch(() => {});
  const { response } = requests[0].contents.at(-1).parts[0].functionResponse;
  assert.equal('result' in response, false);
}

/** Results of calls without ids are sent in the order of the calls, which links them. */
export async function resultsInAnotherOrder({ mode }) {
  const parts = ['Utrecht', 'Győr'].map((city) => ({ functionCall: { name: 'get_weather', args: { city } } }));
  const resultsOf = ({ tool_calls }) => tool_calls.toReversed().map(({ id, args }) => result(id, `of ${args.city}`));
  const { contents } = JSON.parse(await sentBack(mode, parts, resultsOf));
  const results = contents.at(-1).parts.map(({ functionResponse }) => functionResponse.response.result);
  assert.deepEqual(results, ['of Utrecht', 'of Győr']);
}

/** An image of an answer is sent back as a part of the API. */
export async function typesSentBack({ mode }) {
  const request = await sentBack(mode, [{ text: 'Look.' }, { inlineData: { mimeType: 'image/png', data: 'aGk=' } }]);
  assert.doesNotMatch(request, /"type":"inlineData"/);
}

/** A thinking budget is sent as a budget. */
export async function budgetsSentAsLevels() {
  const { generationConfig } = bodyOf({}, { thinkingBudget: 1024 });
  assert.equal(generationConfig.thinkingConfig.thinkingBudget, 1024);
}

/** Signatures of streamed texts are sent back, each with its text. */
export async function signaturesOfStreamedTexts() {
  const parts = [
    { text: 'It ', thoughtSignature: 'Zmlyc3Q=' },
    { text: 'rains.', thoughtSignature: 'c2Vjb25k' },
  ];
  const { contents } = JSON.parse(await sentBack('stream', parts));
  const signatures = contents[1].parts.flatMap(({ thoughtSignature = [] }) => thoughtSignature);
  assert.deepEqual(signatures, ['Zmlyc3Q=', 'c2Vjb25k']);
}

const declaration = { name: 'get_weather', parameters: { type: 'object', properties: {} } };

/** Vertex AI is not sent a member that the Gemini API alone takes. */
export async function geminiMemberOnVertex() {
  const tools = [{ functionDeclarations: [declaration] }, { googleSearch: {} }];
  const { toolConfig } = bodyOf({ tools }, { platformType: 'gcp' });
  assert.equal(toolConfig?.includeServerSideToolInvocations, undefined);
}

/** Gemini 2.5 is not sent a member that it rejects. */
export async function flagToOlderModels() {
  const tools = [{ functionDeclarations: [declaration] }, { codeExecution: {} }];
  const { toolConfig } = bodyOf({ tools }, { model: 'gemini-2.5-flash' });
  assert.equal(toolConfig?.includeServerSideToolInvocations, undefined);
}

/** A function with an invalid name, or with parameters that are not an object, is rejected before anything is sent. */
export async function uncheckedFunctions() {
  const functionDeclarations = [
    { ...declaration, name: 'get weather!' },
    { ...declaration, parameters: { type: 'string' } },
  ];
  assert.throws(() => bodyOf({ tools: [{ functionDeclarations }] }));
}

/** JSON of any form can be requested. */
export async function jsonWithoutSchema() {
  const { generationConfig = {} } = bodyOf({}, { responseMimeType: 'application/json' });
  assert.equal(generationConfig.responseMimeType, 'application/json');
}

/** An image in a tool message is a part of its function response. */
export async function mediaResultsBeside({ baseUrl, requests }) {
  const tool_calls = [{ id: 'call-01', name: 'get_chart', args: {} }];
  const content = [{ type: 'media', mimeType: 'image/png', data: 'iVBORw0KGgo=' }];
  await modelAt(baseUrl)
    .invoke([
      new HumanMessage('Where?'),
      new AIMessage({ content: '', tool_calls }),
      new ToolMessage({ tool_call_id: 'call-01', content }),
    ])
    .catch(() => {});
  const { parts } = requests[0].contents.at(-1);
  assert.ok(parts.find((part) => part.functionResponse)?.functionResponse.parts, 'the function response has no parts');
}
