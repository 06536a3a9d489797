/** Over the reference adapters of Amazon Bedrock: Converse and Agents. */
import type { Json, JsonObject } from '../../files/canonical-json.ts';
import type { HttpRequest } from '../../recordings/format/exchange.ts';
import { type ChatMessage, ProviderError } from '../../spec/contract/index.ts';
import { broken, by, providerErrors, wireErrors } from './broken-adapter.ts';
import { change, drop, first, meets, move, replace, set, until } from './operations.ts';
import type { Frame } from './wire.ts';

/** Where requests of Agents hold the results that go back. */
const results = 'inlineSessionState|sessionState.returnControlInvocationResults';

const startsCall = meets('payload.start.toolUse');

const knownFrames = /^(messageStart|messageStop|metadata|contentBlock(Start|Delta|Stop)|.*Exception)$/;

export const brokenConverse = broken('bedrock-converse', {
  // Tools and options
  'forgets-tools-when-streaming': {
    title: 'Tools are not declared when streaming',
    caught: by('tools-on-the-wire', 'single-call/stream', 'choice-required/stream'),
    modelledOn: ['B049'],
    to: /\/converse-stream$/,
    sent: drop('toolConfig'),
  },
  'withdraws-tools-from-their-history': {
    title: 'toolConfig is missing though the history has calls',
    caught: by('requests-acceptable', 'tools-withdrawn'),
    modelledOn: ['B052'],
    sent: replace('toolConfig', (config: { readonly tools: readonly JsonObject[] }) =>
      config.tools.some(meets('toolSpec.description')) ? [config] : [],
    ),
  },
  'declares-no-tool-at-all': {
    title: 'Empty toolConfig is sent without tools',
    caught: by('requests-acceptable', 'request-metadata/complete', 'guardrail-intervenes/stream'),
    modelledOn: ['B053'],
    sent: set('[!toolConfig].toolConfig', {}),
  },
  'sends-names-with-their-server': {
    title: 'Function names are sent with a namespace',
    caught: by('requests-acceptable', 'single-call/complete', 'parallel-calls/stream'),
    modelledOn: ['B062'],
    sent: change('**.toolSpec|toolUse.name', (name: string) => `app.${name}`),
  },
  'sends-null-for-no-properties': {
    title: 'Function without parameters has properties: null',
    caught: by('requests-acceptable', 'no-arguments'),
    modelledOn: ['B064'],
    sent: change('toolConfig.tools[].toolSpec.inputSchema.json', ({ properties, ...schema }: JsonObject) => ({
      ...schema,
      properties: Object.keys(properties ?? {}).length > 0 ? properties : null,
    })),
  },
  'forces-a-model-that-thinks': {
    title: 'Tool choice "any" is sent to a reasoning model',
    caught: by('requests-acceptable', 'reasoning-across-turn'),
    modelledOn: ['B067'],
    sent: set('toolConfig.toolChoice', { any: {} }),
  },
  'forces-nothing-in-silence': {
    title: 'Tool choice is dropped without a warning',
    caught: by('options-on-the-wire', 'choice-required/complete', 'choice-specific/stream'),
    modelledOn: ['B067'],
    sent: drop('toolConfig.toolChoice'),
  },
  'drops-choices-in-silence': {
    title: 'Unsupported tool choice is dropped without a warning',
    caught: by('options-on-the-wire', 'settings-without-a-place'),
    response: set('warnings', []),
    update: drop('warnings'),
  },
  'warns-of-what-nobody-set': {
    title: 'Every response warns about a setting nobody used',
    caught: by('options-on-the-wire', 'single-call/complete', 'three-ends/stream'),
    told: change('', (told: { readonly warnings?: readonly unknown[] }) => ({
      ...told,
      warnings: [
        ...(told.warnings ?? []),
        { code: 'unsupported-setting', message: 'store was not sent: nothing is kept.' },
      ],
    })),
  },
  'forgets-the-session-of-its-keys': {
    title: 'Session token of temporary AWS keys is not sent',
    caught: by('credentials-are-the-callers', 'setup-credentials'),
    phase: 'request',
    settings: drop('credentials[type=awsKeys].sessionToken'),
  },

  // History, results and attachments
  'sends-texts-instead-of-blocks': {
    title: 'Message of one text is sent as a string',
    caught: by('requests-fit-schema', 'single-call/complete', 'parallel-calls/stream'),
    phase: 'schema',
    sent: change('messages[].content', ([only, ...more]: readonly JsonObject[]) =>
      only?.text === undefined || more.length > 0 ? [only, ...more] : only.text,
    ),
  },
  'drops-thoughts-in-silence': {
    title: 'Inexpressible reasoning is dropped without a warning',
    caught: by('history-on-the-wire', 'told-elsewhere'),
    response: set('warnings', []),
    update: drop('warnings'),
  },
  'replays-reasoning-unsigned': {
    title: 'Reasoning goes back without its signature',
    caught: by('requests-acceptable', 'reasoning-across-turn'),
    modelledOn: ['B065'],
    sent: drop('messages[].content[].reasoningContent.reasoningText.signature'),
  },
  'seals-only-what-it-read-itself': {
    title: 'Reasoning without its raw block is not sent back',
    caught: by('opaque-state-returned', 'kept-without-its-blocks'),
    messages: drop('[].contents[type=reasoning,!rawRepresentation]'),
  },
  'replays-cited-answers-as-text': {
    title: 'Cited answer goes back as plain text',
    caught: by('hosted-history-on-the-wire', 'cited-from-many-places'),
    sent: change('messages[].content[citationsContent]', ({ citationsContent }: JsonObject) => {
      const { content = [] } = citationsContent as { readonly content?: readonly JsonObject[] };
      return { text: content.map(({ text }) => String(text)).join('') || '(sources)' };
    }),
  },
  'tells-failures-without-words': {
    title: 'Failed function goes back without content',
    caught: by('requests-acceptable', 'function-fails'),
    modelledOn: ['B050'],
    sent: set('messages[].content[].toolResult[status=error].content', []),
  },
  'answers-with-nothing-at-all': {
    title: 'Empty result goes back without a block',
    caught: by('requests-acceptable', 'kept-without-its-blocks/complete', 'nothing-printed/stream'),
    sent: drop('messages[].content[].toolResult.content[text=]'),
  },
  'takes-an-error-member-for-a-failure': {
    title: 'Result with a member "error" is sent as failed',
    caught: by('results-on-the-wire', 'result-with-an-error-member'),
    modelledOn: ['B055'],
    sent: change('messages[].content[].toolResult', (result: { readonly content: readonly JsonObject[] }) =>
      result.content.some(meets('json.error=*')) ? { ...result, status: 'error' } : result,
    ),
  },
  'names-documents-with-their-endings': {
    title: 'Document name contains a file extension',
    caught: by('requests-acceptable', 'papers-of-every-format/complete', 'papers-at-hand/stream'),
    sent: change('messages[].content[].document', (document: JsonObject) => ({
      ...document,
      name: `${document.name}.${document.format}`,
    })),
  },
  'calls-every-paper-document': {
    title: 'All documents get the same name',
    caught: by('attachments-on-the-wire', 'papers-of-every-format/complete', 'papers-at-hand/stream'),
    sent: set('messages[].content[].document.name', 'document'),
  },
  'takes-every-film-for-mp4': {
    title: 'Every video is sent as mp4',
    caught: by('attachments-on-the-wire', 'pictures-and-sounds'),
    sent: set('messages[].content[].video.format', 'mp4'),
  },

  // Calls in answers
  'drops-streamed-calls-without-arguments': {
    title: 'Streamed call without arguments is dropped',
    caught: by('calls-equal-wire', 'no-arguments/stream'),
    modelledOn: ['B044'],
    frames: change('', (frames: readonly Frame[]) => {
      const hasInput = (index: Json | undefined) =>
        frames.some(({ payload }) => payload.contentBlockIndex === index && hasArguments(payload));
      const calls = frames.filter(startsCall).map(({ payload }) => payload.contentBlockIndex);
      const empty = calls.filter((index) => !hasInput(index));
      return frames.filter(({ payload }) => !empty.includes(payload.contentBlockIndex));
    }),
  },
  'takes-blocks-for-choices': {
    title: 'Only content block 0 of a stream is read',
    caught: by('calls-equal-wire', 'parallel-calls/stream'),
    modelledOn: ['B047'],
    frames: drop('[payload.contentBlockIndex,payload.contentBlockIndex!=0]'),
  },
  'runs-parallel-calls-together': {
    title: 'Arguments of streamed parallel calls are joined',
    caught: by('errors-equal-wire', 'parallel-calls/stream'),
    modelledOn: ['B043', 'B044'],
    frames: change('', (frames: readonly Frame[]) => {
      const [call, ...others] = frames.filter(startsCall);
      const joined = set('[payload.delta.toolUse].payload.contentBlockIndex', call?.payload.contentBlockIndex);
      return joined(frames.filter((frame) => !others.includes(frame)))[0];
    }),
  },

  // Hosted tools and citations
  'hides-how-a-program-ended': {
    title: 'Exit code of failed code is not returned',
    caught: by('hosted-tools-equal-wire', 'fails-in-every-way'),
    returned: drop('[type=hosted-tool-result].outputs[type=error].errorCode'),
  },
  'fails-without-a-word-on-converse': {
    title: 'Hosted tool error has an empty message',
    caught: by('hosted-tools-equal-wire', 'fails-in-every-way'),
    returned: set('[type=hosted-tool-result].outputs[type=error,message=*without a message*].message', ''),
  },
  'takes-names-for-addresses': {
    title: 'Source name is returned as its URL',
    caught: by('citations-equal-wire', 'cited-from-many-places'),
    returned: move('[type=text].annotations[].fileId', 'url'),
  },
  'quotes-nothing-of-a-source': {
    title: 'Citation has an empty snippet',
    caught: by('citation-spans-equal-wire', 'cited-from-many-places'),
    returned: set('[type=text].annotations[].snippet', ''),
  },

  // Ends and usage
  'takes-unknown-ends-for-good-ones': {
    title: 'Unknown stop reason is read as "end_turn"',
    caught: by('finish-reason-equals-wire', 'unusual-ends/complete'),
    modelledOn: ['B059'],
    body: set('[stopReason,stopReason!=end_turn|tool_use|max_tokens|stop_sequence].stopReason', 'end_turn'),
  },
  'forgets-what-the-cache-gave': {
    title: 'Cached tokens are not returned',
    caught: by('usage-equals-wire', 'raw-cache-point'),
    told: drop('usage.cachedInputTokens'),
  },

  // Errors, and streams that end early
  'finds-an-answer-without-text-empty': {
    title: 'Response without text is thrown as empty',
    caught: by('errors-equal-wire', 'single-call/complete', 'no-arguments/complete'),
    modelledOn: ['B056'],
    response: change('messages', (messages: readonly ChatMessage[]) => {
      if (messages.some(({ contents }) => contents.some(({ type }) => type === 'text'))) return messages;
      throw new ProviderError('The model returned no text.', { retryable: false });
    }),
  },
  'takes-an-exception-for-the-end': {
    title: 'Exception in a stream ends it normally',
    caught: by('errors-equal-wire', 'fails-in-its-midst/stream'),
    modelledOn: ['B058'],
    frames: set('[type=*Exception]', { type: 'messageStop', payload: { stopReason: 'end_turn' } }),
  },
  'ends-at-an-unknown-frame': {
    title: 'Unknown frame ends the stream',
    caught: by('errors-equal-wire', 'function-calling/fault-unknown-events/stream'),
    frames: until('', ({ type }: Frame) => !knownFrames.test(type)),
  },
  'takes-a-corrupt-frame-for-the-end': {
    title: 'Frame with a bad checksum ends the stream normally',
    caught: by('errors-equal-wire', 'function-calling/fault-corrupt/stream'),
    fails: wireErrors(() => undefined),
  },
  'forgets-which-request-failed': {
    title: 'Error lacks the request id',
    caught: by('errors-equal-wire', 'throttled'),
    fails: providerErrors({ requestId: undefined, retryAfter: undefined }),
  },
  'tries-again-what-was-forbidden': {
    title: 'Every provider error is retryable',
    caught: by('retries-told', 'function-calling/fault-named/complete'),
    fails: providerErrors({ retryable: true }),
  },
});

export const brokenBedrockAgents = broken('bedrock-agents', {
  // Requests
  'names-no-version-of-a-tool': {
    title: 'Anthropic tool is declared without its version',
    caught: by('tools-on-the-wire', 'look-and-click/complete', 'shell-declared/stream'),
    sent: drop('actionGroups[].parentActionGroupSignatureParams.type'),
  },
  'declares-types-that-parameters-cannot-have': {
    title: 'Parameter type "integer" is sent as "int64"',
    caught: by('requests-fit-schema', 'flat-call/complete', 'flat-parallel-calls/stream'),
    phase: 'schema',
    sent: set('**[type=integer].type', 'int64'),
  },
  'declares-at-another-host': {
    title: 'Tools are declared at a fixed host',
    caught: by('requests-expected', 'declared-on-the-agent'),
    settings: set('endpoints', { control: 'https://proxy.example' }),
  },
  'streams-in-one-piece': {
    title: 'Streaming is not switched on in the request',
    caught: by('requests-complete', 'flat-call/stream', 'existing-agent/stream'),
    sent: drop('streamingConfigurations'),
  },
  'asks-for-no-trace': {
    title: 'Trace is not requested',
    caught: by('requests-complete', 'aws-lambda/complete', 'knowledge-base/stream'),
    sent: drop('enableTrace'),
  },
  'changes-an-agent-in-the-midst': {
    title: 'Agent is changed while still being prepared',
    caught: by('requests-acceptable', 'agent-out-of-sight'),
    phase: 'request',
    body: set('agent.agentStatus', 'PREPARED'),
  },
  'never-prepares': {
    title: 'Agent draft is never prepared',
    caught: by('resources-deleted', 'declared-on-the-agent'),
    phase: 'request',
    request: change('[method=POST,url=https://bedrock-agent.*/agents/*]', (request: HttpRequest) =>
      /\/agents\/[^/]+\/?$/.test(request.url) ? { ...request, method: 'GET' } : request,
    ),
    body: change('[agent=*]', ({ agent, ...body }: JsonObject) => ({ ...Object(agent), agent, ...body })),
  },

  // Results
  'answers-only-the-first-call': {
    title: 'Only the first of several results is sent',
    caught: by('results-on-the-wire', 'flat-parallel-calls'),
    modelledOn: ['B070'],
    sent: first(`${results}[]`),
  },
  'answers-another-invocation': {
    title: 'Results use an invented invocation id',
    caught: by('requests-acceptable', 'flat-call/complete', 'flat-parallel-calls/stream'),
    modelledOn: ['B070'],
    sent: set('inlineSessionState|sessionState[invocationId].invocationId', 'invocation-1'),
  },
  'answers-for-another-agent': {
    title: 'Results name the invoked agent, not the caller',
    caught: by('results-on-the-wire', 'flat-call/complete', 'flat-parallel-calls/stream'),
    sent: set(`${results}[].functionResult.agentId`, 'SUPERVISOR'),
  },
  'does-what-it-was-asked-leave-for': {
    title: 'Confirmation request is answered with a result',
    caught: by('approvals-on-the-wire', 'leave-for-an-agents-function'),
    modelledOn: ['B071'],
    sent: change(`${results}[].functionResult`, ({ confirmationState: _, ...result }: JsonObject) => ({
      responseBody: { TEXT: { body: 'done' } },
      ...result,
    })),
  },
  'gives-a-result-and-no-leave': {
    title: 'Result is sent without the confirmation asked for',
    caught: by('results-on-the-wire', 'leave-and-result'),
    phase: 'multi-turn',
    sent: drop(`${results}[].functionResult.confirmationState`),
  },

  // Answers
  'reads-only-what-an-agent-says': {
    title: 'Return of control is not read',
    caught: by('calls-equal-wire', 'flat-call/complete', 'existing-agent/stream'),
    modelledOn: ['B068', 'B073'],
    frames: set('[type=returnControl]', { type: 'chunk', payload: { bytes: '' } }),
  },
  'keeps-what-it-failed-at': {
    title: 'Failure in a trace is not returned',
    caught: by('finish-reason-equals-wire', 'knowledge-in-pieces'),
    phase: 'response',
    frames: drop('[payload.trace.failureTrace=*]'),
  },
});

function hasArguments({ delta }: JsonObject): boolean {
  const { toolUse } = (delta ?? {}) as { readonly toolUse?: { readonly input?: string } };
  return Boolean(toolUse?.input);
}
