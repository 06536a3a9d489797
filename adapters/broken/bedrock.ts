/** Over the reference adapters of Amazon Bedrock: Converse and Agents. */
import type { Json, JsonObject } from '../../lib/canonical-json.ts';
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
  'drops-tools-in-streams': {
    title: 'Tools are not declared when streaming',
    caught: by('sends-tools', 'call-single/stream', 'tool-choice-required/stream'),
    modelledOn: ['B049'],
    to: /\/converse-stream$/,
    sent: drop('toolConfig'),
  },
  'omits-tool-config-with-history': {
    title: 'toolConfig is missing though the history has calls',
    caught: by('request-provider-rules', 'action-basic', 'command-basic'),
    modelledOn: ['B052'],
    sent: replace('toolConfig', (config: { readonly tools: readonly JsonObject[] }) =>
      config.tools.some(meets('toolSpec.description')) ? [config] : [],
    ),
  },
  'sends-empty-tool-config': {
    title: 'Empty toolConfig is sent without tools',
    caught: by(
      'request-provider-rules',
      'raw-member-request-metadata/complete',
      'raw-member-guardrail-intervention/stream',
    ),
    modelledOn: ['B053'],
    sent: set('[!toolConfig].toolConfig', {}),
  },
  'sends-function-name-with-prefix': {
    title: 'Function names are sent with a namespace',
    caught: by('request-provider-rules', 'call-single/complete', 'call-parallel/stream'),
    modelledOn: ['B062'],
    sent: change('**.toolSpec|toolUse.name', (name: string) => `app.${name}`),
  },
  'sends-null-properties': {
    title: 'Function without parameters has properties: null',
    caught: by('request-provider-rules', 'call-no-arguments'),
    modelledOn: ['B064'],
    sent: change('toolConfig.tools[].toolSpec.inputSchema.json', ({ properties, ...schema }: JsonObject) => ({
      ...schema,
      properties: Object.keys(properties ?? {}).length > 0 ? properties : null,
    })),
  },
  'forces-tool-while-thinking': {
    title: 'Tool choice "any" is sent to a reasoning model',
    caught: by('request-provider-rules', 'reasoning-signed'),
    modelledOn: ['B067'],
    sent: set('toolConfig.toolChoice', { any: {} }),
  },
  'drops-required-choice-without-warning': {
    title: 'Tool choice is dropped without a warning',
    caught: by('sends-options', 'tool-choice-required/complete', 'tool-choice-function/stream'),
    modelledOn: ['B067'],
    sent: drop('toolConfig.toolChoice'),
  },
  'drops-tool-choice-without-warning': {
    title: 'Unsupported tool choice is dropped without a warning',
    caught: by('sends-options', 'tool-choice-unsupported'),
    response: set('warnings', []),
    update: drop('warnings'),
  },
  'invents-warnings': {
    title: 'Every response warns about a setting without use',
    caught: by('sends-options', 'call-single/complete', 'finish-reasons-basic/stream'),
    told: change('', (told: { readonly warnings?: readonly unknown[] }) => ({
      ...told,
      warnings: [
        ...(told.warnings ?? []),
        { code: 'unsupported-setting', message: 'store was not sent: nothing is kept.' },
      ],
    })),
  },
  'drops-session-token': {
    title: 'Session token of temporary AWS keys is not sent',
    caught: by('request-credentials', 'setup-credentials'),
    phase: 'request',
    settings: drop('credentials[type=awsKeys].sessionToken'),
  },

  // History, results and attachments
  'mistypes-content-blocks-as-text': {
    title: 'Message of one text is sent as a string',
    caught: by('request-schema', 'call-single/complete', 'call-parallel/stream'),
    phase: 'schema',
    sent: change('messages[].content', ([only, ...more]: readonly JsonObject[]) =>
      only?.text === undefined || more.length > 0 ? [only, ...more] : only.text,
    ),
  },
  'drops-reasoning-without-warning': {
    title: 'Inexpressible reasoning is dropped without a warning',
    caught: by('sends-history', 'history-foreign'),
    response: set('warnings', []),
    update: drop('warnings'),
  },
  'drops-reasoning-signature': {
    title: 'Reasoning goes back without its signature',
    caught: by('request-provider-rules', 'reasoning-signed'),
    modelledOn: ['B065'],
    sent: drop('messages[].content[].reasoningContent.reasoningText.signature'),
  },
  'drops-redacted-reasoning-without-raw': {
    title: 'Reasoning without its raw block is not sent back',
    caught: by('sends-opaque-state', 'history-without-raw'),
    messages: drop('[].contents[type=reasoning,!rawRepresentation]'),
  },
  'drops-citations-from-history': {
    title: 'Cited text goes back as plain text',
    caught: by('sends-hosted-history', 'citation-source-kinds'),
    sent: change('messages[].content[citationsContent]', ({ citationsContent }: JsonObject) => {
      const { content = [] } = citationsContent as { readonly content?: readonly JsonObject[] };
      return { text: content.map(({ text }) => String(text)).join('') || '(sources)' };
    }),
  },
  'omits-error-result-text': {
    title: 'Failed function goes back without content',
    caught: by('request-provider-rules', 'result-error'),
    modelledOn: ['B050'],
    sent: set('messages[].content[].toolResult[status=error].content', []),
  },
  'sends-empty-result': {
    title: 'Empty result goes back without a block',
    caught: by('request-provider-rules', 'history-without-raw/complete', 'command-no-output/stream'),
    sent: drop('messages[].content[].toolResult.content[text=]'),
  },
  'mistakes-error-member-for-failure': {
    title: 'Result with a member "error" is sent as failed',
    caught: by('sends-function-results', 'result-error-member'),
    modelledOn: ['B055'],
    sent: change('messages[].content[].toolResult', (result: { readonly content: readonly JsonObject[] }) =>
      result.content.some(meets('json.error=*')) ? { ...result, status: 'error' } : result,
    ),
  },
  'sends-document-name-with-extension': {
    title: 'Document name contains a file extension',
    caught: by('request-provider-rules', 'input-document-formats/complete', 'input-image-and-document/stream'),
    sent: change('messages[].content[].document', (document: JsonObject) => ({
      ...document,
      name: `${document.name}.${document.format}`,
    })),
  },
  'hardcodes-document-name': {
    title: 'All documents get the same name',
    caught: by('sends-attachments', 'input-document-formats/complete', 'input-image-and-document/stream'),
    sent: set('messages[].content[].document.name', 'document'),
  },
  'mistypes-videos-as-mp4': {
    title: 'Every video is sent as mp4',
    caught: by('sends-attachments', 'input-media-formats'),
    sent: set('messages[].content[].video.format', 'mp4'),
  },

  // Calls in answers
  'drops-streamed-calls-without-deltas': {
    title: 'Streamed call without arguments is dropped',
    caught: by('returns-function-calls', 'call-no-arguments/stream'),
    modelledOn: ['B044'],
    frames: change('', (frames: readonly Frame[]) => {
      const hasInput = (index: Json | undefined) =>
        frames.some(({ payload }) => payload.contentBlockIndex === index && hasArguments(payload));
      const calls = frames.filter(startsCall).map(({ payload }) => payload.contentBlockIndex);
      const empty = calls.filter((index) => !hasInput(index));
      return frames.filter(({ payload }) => !empty.includes(payload.contentBlockIndex));
    }),
  },
  'mistakes-block-index-for-choice': {
    title: 'Only content block 0 of a stream is read',
    caught: by('returns-function-calls', 'call-parallel/stream'),
    modelledOn: ['B047'],
    frames: drop('[payload.contentBlockIndex,payload.contentBlockIndex!=0]'),
  },
  'merges-parallel-call-arguments': {
    title: 'Arguments of streamed parallel calls are joined',
    caught: by('returns-provider-errors', 'call-parallel/stream'),
    modelledOn: ['B043', 'B044'],
    frames: change('', (frames: readonly Frame[]) => {
      const [call, ...others] = frames.filter(startsCall);
      const joined = set('[payload.delta.toolUse].payload.contentBlockIndex', call?.payload.contentBlockIndex);
      return joined(frames.filter((frame) => !others.includes(frame)))[0];
    }),
  },

  // Hosted tools and citations
  'drops-program-exit-code': {
    title: 'Exit code of failed code is not returned',
    caught: by('returns-hosted-tools', 'execution-error-variants'),
    returned: drop('[type=hosted-tool-result].outputs[type=error].errorCode'),
  },
  'omits-program-error-message': {
    title: 'Hosted tool error has an empty message',
    caught: by('returns-hosted-tools', 'execution-error-variants'),
    returned: set('[type=hosted-tool-result].outputs[type=error,message=*without a message*].message', ''),
  },
  'mistakes-source-name-for-url': {
    title: 'Source name is returned as its URL',
    caught: by('returns-citations', 'citation-source-kinds'),
    returned: move('[type=text].annotations[].fileId', 'url'),
  },
  'drops-citation-snippet': {
    title: 'Citation has an empty snippet',
    caught: by('returns-citation-spans', 'citation-source-kinds'),
    returned: set('[type=text].annotations[].snippet', ''),
  },

  // Ends and usage
  'mistakes-unknown-finish-for-stop': {
    title: 'Unknown stop reason is read as "end_turn"',
    caught: by('returns-finish-reason', 'finish-reasons-unusual/complete'),
    modelledOn: ['B059'],
    body: set('[stopReason,stopReason!=end_turn|tool_use|max_tokens|stop_sequence].stopReason', 'end_turn'),
  },
  'drops-cache-read-count': {
    title: 'Cached tokens are not returned',
    caught: by('returns-usage', 'raw-tool-cache-point'),
    told: drop('usage.cachedInputTokens'),
  },

  // Errors, and streams that end early
  'mistakes-calls-only-for-empty': {
    title: 'Response without text is thrown as empty',
    caught: by('returns-provider-errors', 'call-single/complete', 'call-no-arguments/complete'),
    modelledOn: ['B056'],
    response: change('messages', (messages: readonly ChatMessage[]) => {
      if (messages.some(({ contents }) => contents.some(({ type }) => type === 'text'))) return messages;
      throw new ProviderError('The model returned no text.', { retryable: false });
    }),
  },
  'mistakes-stream-exception-for-end': {
    title: 'Exception in a stream ends it normally',
    caught: by('returns-provider-errors', 'stream-error-model/stream'),
    modelledOn: ['B058'],
    frames: set('[type=*Exception]', { type: 'messageStop', payload: { stopReason: 'end_turn' } }),
  },
  'stops-at-unknown-frame': {
    title: 'Unknown frame ends the stream',
    caught: by('returns-provider-errors', 'function-calling/fault-unknown-events/stream'),
    frames: until('', ({ type }: Frame) => !knownFrames.test(type)),
  },
  'mistakes-corrupt-frame-for-end': {
    title: 'Frame with a bad checksum ends the stream normally',
    caught: by('returns-provider-errors', 'function-calling/fault-corrupt-frames/stream'),
    fails: wireErrors(() => undefined),
  },
  'drops-request-id-on-converse': {
    title: 'Error lacks the request id',
    caught: by('returns-provider-errors', 'error-throttled'),
    fails: providerErrors({ requestId: undefined, retryAfter: undefined }),
  },
  'marks-forbidden-retryable': {
    title: 'Every provider error is retryable',
    caught: by('error-retryable', 'function-calling/fault-aws-exceptions/complete'),
    fails: providerErrors({ retryable: true }),
  },
});

export const brokenBedrockAgents = broken('bedrock-agents', {
  // Requests
  'drops-tool-version': {
    title: 'Anthropic tool is declared without its version',
    caught: by('sends-tools', 'action-basic/complete', 'declaration-two-turns/stream'),
    sent: drop('actionGroups[].parentActionGroupSignatureParams.type'),
  },
  'mistypes-parameter-types': {
    title: 'Parameter type "integer" is sent as "int64"',
    caught: by('request-schema', 'call-single-flat/complete', 'call-parallel-flat/stream'),
    phase: 'schema',
    sent: set('**[type=integer].type', 'int64'),
  },
  'hardcodes-control-plane-host': {
    title: 'Tools are declared at a fixed host',
    caught: by('request-sequence', 'agent-functions'),
    settings: set('endpoints', { control: 'https://proxy.example' }),
  },
  'omits-stream-switch': {
    title: 'Streaming is not switched on in the request',
    caught: by('request-requirements', 'call-single-flat/stream', 'agent-existing/stream'),
    sent: drop('streamingConfigurations'),
  },
  'omits-trace-switch': {
    title: 'Trace is not requested',
    caught: by('request-requirements', 'aws-lambda-basic/complete', 'knowledge-base-basic/stream'),
    sent: drop('enableTrace'),
  },
  'changes-agent-while-preparing': {
    title: 'Agent is changed while still being prepared',
    caught: by('request-provider-rules', 'agent-prepare-server-error'),
    phase: 'request',
    body: set('agent.agentStatus', 'PREPARED'),
  },
  'omits-agent-preparation': {
    title: 'Agent draft is never prepared',
    caught: by('resources-deleted', 'agent-functions'),
    phase: 'request',
    request: change('[method=POST,url=https://bedrock-agent.*/agents/*]', (request: HttpRequest) =>
      /\/agents\/[^/]+\/?$/.test(request.url) ? { ...request, method: 'GET' } : request,
    ),
    body: change('[agent=*]', ({ agent, ...body }: JsonObject) => ({ ...Object(agent), agent, ...body })),
  },

  // Results
  'sends-first-result-only': {
    title: 'Only the first of several results is sent',
    caught: by('sends-function-results', 'call-parallel-flat'),
    modelledOn: ['B070'],
    sent: first(`${results}[]`),
  },
  'renames-invocation-id': {
    title: 'Results use an invented invocation id',
    caught: by('request-provider-rules', 'call-single-flat/complete', 'call-parallel-flat/stream'),
    modelledOn: ['B070'],
    sent: set('inlineSessionState|sessionState[invocationId].invocationId', 'invocation-1'),
  },
  'swaps-agent-of-result': {
    title: 'Results name the invoked agent, not the caller',
    caught: by('sends-function-results', 'call-single-flat/complete', 'call-parallel-flat/stream'),
    sent: set(`${results}[].functionResult.agentId`, 'SUPERVISOR'),
  },
  'mistakes-approval-for-function-call': {
    title: 'Confirmation request gets a result',
    caught: by('sends-approvals', 'approval-agent-function'),
    modelledOn: ['B071'],
    sent: change(`${results}[].functionResult`, ({ confirmationState: _, ...result }: JsonObject) => ({
      responseBody: { TEXT: { body: 'done' } },
      ...result,
    })),
  },
  'drops-approval-beside-result': {
    title: 'Result is sent without the requested confirmation',
    caught: by('sends-function-results', 'approval-with-result'),
    phase: 'multi-turn',
    sent: drop(`${results}[].functionResult.confirmationState`),
  },

  // Answers
  'ignores-return-of-control': {
    title: 'Return of control is not read',
    caught: by('returns-function-calls', 'call-single-flat/complete', 'agent-existing/stream'),
    modelledOn: ['B068', 'B073'],
    frames: set('[type=returnControl]', { type: 'chunk', payload: { bytes: '' } }),
  },
  'mistakes-failed-preparation-for-success': {
    title: 'Failure in a trace is not returned',
    caught: by('returns-finish-reason', 'knowledge-base-streamed-citations'),
    phase: 'response',
    frames: drop('[payload.trace.failureTrace=*]'),
  },
});

function hasArguments({ delta }: JsonObject): boolean {
  const { toolUse } = (delta ?? {}) as { readonly toolUse?: { readonly input?: string } };
  return Boolean(toolUse?.input);
}
