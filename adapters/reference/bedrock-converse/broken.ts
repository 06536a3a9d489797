/** Defects of an adapter of Bedrock Converse. */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import { type ChatMessage, ProviderError } from '../../../spec/contract/index.ts';
import { broken, by, providerErrors, wireErrors } from '../../broken/broken-adapter.ts';
import {
  allButLast,
  append,
  change,
  drop,
  first,
  last,
  meets,
  move,
  replace,
  set,
  until,
} from '../../broken/operations.ts';
import type { Frame } from '../../broken/wire.ts';

const startsCall = meets('payload.start.toolUse');

const knownFrames = /^(messageStart|messageStop|metadata|contentBlock(Start|Delta|Stop)|.*Exception)$/;

export const brokenConverse = broken('bedrock-converse', {
  'drops-first-signed-reasoning': {
    title: 'Only the last reasoning of a message goes back',
    caught: by('sends-opaque-state', 'reasoning-signed'),
    sent: last('messages[].content[reasoningContent]'),
  },
  'drops-reasoning-of-earlier-converse-steps': {
    title: 'Only the reasoning of the last step goes back',
    caught: by('sends-opaque-state', 'reasoning-steps'),
    sent: allButLast('messages[role=assistant]', drop('content[reasoningContent]')),
  },
  'sends-reasoning-behind-call': {
    title: 'Reasoning goes back behind its call',
    caught: by('sends-opaque-state', 'reasoning-steps'),
    sent: change('messages[role=assistant].content', (blocks: readonly object[]) => blocks.toReversed()),
  },
  'drops-text-format': {
    title: 'Response format is not sent',
    caught: by('sends-options', 'output-format-beside-functions'),
    phase: 'request',
    sent: drop('outputConfig.textFormat'),
  },
  'loosens-one-of': {
    title: 'oneOf is sent as anyOf',
    caught: by('sends-tools', 'schema-keywords'),
    phase: 'schema',
    sent: move('toolConfig.tools[].toolSpec.inputSchema.json.**.oneOf', 'anyOf'),
  },
  'mistypes-result-media-as-text': {
    title: 'Image of a function result is sent as JSON',
    caught: by('sends-function-results', 'result-image-and-document/complete'),
    sent: change('messages[].content[].toolResult.content[image]', (block) => ({ text: JSON.stringify(block) })),
  },
  // Tools and options
  'sends-chat-tool-choice': {
    title: 'Tool choice is sent as in Chat Completions',
    caught: by('request-provider-rules', 'tool-choice-required'),
    phase: 'request',
    sent: set('toolConfig.toolChoice', { required: {} }),
  },
  'drops-tools-in-streams': {
    title: 'Tools are not declared when streaming',
    caught: by('sends-tools', 'call-single/stream', 'tool-choice-required/stream'),
    from: ['B049'],
    to: /\/converse-stream$/,
    sent: drop('toolConfig'),
  },
  'omits-tool-config-with-history': {
    title: 'toolConfig is missing though the history has calls',
    caught: by('request-provider-rules', 'action-basic', 'command-basic'),
    sent: replace('toolConfig', (config: { readonly tools: readonly JsonObject[] }) =>
      config.tools.some(meets('toolSpec.description')) ? [config] : [],
    ),
  },
  'drops-tools-of-mode-none': {
    title: 'Tool mode "none" drops the tools of the turn',
    caught: by('sends-tools', 'tool-choice-unsupported'),
    from: ['B052'],
    options: drop('[toolMode.type=none].tools'),
  },
  'sends-empty-tool-config': {
    title: 'Empty toolConfig is sent without tools',
    caught: by(
      'request-provider-rules',
      'raw-member-request-metadata/complete',
      'raw-member-guardrail-intervention/stream',
    ),
    from: ['B053'],
    sent: set('[!toolConfig].toolConfig', {}),
  },
  'sends-function-name-with-prefix': {
    title: 'Function names are sent with a namespace',
    caught: by('request-provider-rules', 'call-single/complete', 'call-parallel/stream'),
    sent: change('**.toolSpec|toolUse.name', (name: string) => `app.${name}`),
  },
  'forwards-invalid-names': {
    title: 'Invalid function name is sent unchanged',
    caught: by('rejects-before-sending', 'reject-function-name-characters', 'reject-function-name-start'),
    from: ['B062'],
    options: change('tools[type=function].name', (name: string) => Buffer.from(name).toString('hex')),
    sent: change('toolConfig.tools[].toolSpec.name', (name: string) => Buffer.from(name, 'hex').toString()),
  },
  'sends-null-properties': {
    title: 'Function without parameters has properties: null',
    caught: by('request-provider-rules', 'call-no-arguments'),
    from: ['B064'],
    sent: change('toolConfig.tools[].toolSpec.inputSchema.json', ({ properties, ...schema }: JsonObject) => ({
      ...schema,
      properties: Object.keys(properties ?? {}).length > 0 ? properties : null,
    })),
  },
  'forces-tool-while-thinking': {
    title: 'Tool choice "any" is sent to a reasoning model',
    caught: by('request-provider-rules', 'reasoning-signed'),
    sent: set('toolConfig.toolChoice', { any: {} }),
  },
  'forces-tool-on-any-model': {
    title: 'Tool choice is forced on a model that rejects it',
    caught: by('request-provider-rules', 'tool-choice-required'),
    from: ['B067'],
    // The reference adapter does so too.
    missed: 'No conversation is with a model that rejects a forced choice.',
  },
  'drops-required-choice-without-warning': {
    title: 'Tool choice is dropped without a warning',
    caught: by('sends-options', 'tool-choice-required/complete', 'tool-choice-function/stream'),
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
    caught: by('request-credentials', 'setup-credentials/complete'),
    phase: 'request',
    settings: drop('credentials[type=awsKeys].sessionToken'),
  },

  // History, results and attachments
  'sends-call-ids-with-hash': {
    title: 'Call ids have invalid characters',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'multi-turn',
    sent: change('messages[].content[].toolUse|toolResult.toolUseId', (id) => `call#${id}`),
  },
  'sends-one-of-two-results': {
    title: 'Only the first of parallel results is sent',
    caught: by('request-provider-rules', 'call-parallel'),
    phase: 'multi-turn',
    sent: first('messages[role=user].content[toolResult]'),
  },
  'splits-user-message': {
    title: 'Each attachment is a separate message',
    caught: by('request-provider-rules', 'input-image-and-document'),
    phase: 'request',
    sent: replace(
      'messages[role=user]',
      ({ role, content }: { readonly role: string; readonly content: readonly Json[] }) =>
        content.map((block) => ({ role, content: [block] })),
    ),
  },
  'appends-empty-text': {
    title: 'Empty text block ends each user message',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: append('messages[role=user].content', { text: '' }),
  },
  'empties-text-of-failed-result': {
    title: 'Failed result goes back with an empty text',
    caught: by('request-provider-rules', 'result-error'),
    phase: 'multi-turn',
    sent: set('messages[].content[].toolResult[status=error].content', [{ text: '' }]),
  },
  'puts-text-before-results': {
    title: 'Text is put before the results of calls',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'multi-turn',
    sent: change('messages[role=user].content', (content: readonly JsonObject[]) =>
      content.some(meets('toolResult')) ? [{ text: 'Results:' }, ...content] : content,
    ),
  },
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
    sent: drop('messages[].content[].reasoningContent.reasoningText.signature'),
  },
  'sends-unsigned-reasoning': {
    title: 'Reasoning without a signature is sent back',
    caught: by('request-provider-rules', 'history-foreign'),
    from: ['B065'],
    sent: change('messages[role=assistant].content', (blocks: readonly JsonObject[]) =>
      blocks.some(meets('toolUse'))
        ? [{ reasoningContent: { reasoningText: { text: 'Salt water freezes below zero.' } } }, ...blocks]
        : blocks,
    ),
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
    from: ['B050'],
    sent: set('messages[].content[].toolResult[status=error].content', []),
  },
  'sends-empty-result': {
    title: 'Empty result goes back without a block',
    caught: by('request-provider-rules', 'history-without-raw/complete', 'command-no-output/stream'),
    sent: drop('messages[].content[].toolResult.content[text=]'),
  },
  'mistakes-error-member-for-failure': {
    title: 'Result with a member "error" is sent as failed',
    caught: by('sends-function-results', 'result-success-with-error-member'),
    from: ['B055'],
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
    from: ['B044'],
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
    from: ['B047'],
    frames: drop('[payload.contentBlockIndex,payload.contentBlockIndex!=0]'),
  },
  'merges-parallel-call-arguments': {
    title: 'Arguments of streamed parallel calls are joined',
    caught: by('returns-provider-errors', 'call-parallel/stream'),
    from: ['B043', 'B044'],
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
    caught: by('returns-finish-reason', 'finish-reasons-unusual'),
    from: ['B059'],
    body: set('[stopReason,stopReason!=end_turn|tool_use|max_tokens|stop_sequence].stopReason', 'end_turn'),
    frames: set('[].payload[stopReason,stopReason!=end_turn|tool_use|max_tokens|stop_sequence].stopReason', 'end_turn'),
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
    from: ['B056'],
    response: change('messages', (messages: readonly ChatMessage[]) => {
      if (messages.some(({ contents }) => contents.some(({ type }) => type === 'text'))) return messages;
      throw new ProviderError('The model returned no text.', { retryable: false });
    }),
  },
  'mistakes-stream-exception-for-end': {
    title: 'Exception in a stream ends it normally',
    caught: by('returns-provider-errors', 'stream-error-model/stream'),
    from: ['B058'],
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

function hasArguments({ delta }: JsonObject): boolean {
  const { toolUse } = (delta ?? {}) as { readonly toolUse?: { readonly input?: string } };
  return Boolean(toolUse?.input);
}
