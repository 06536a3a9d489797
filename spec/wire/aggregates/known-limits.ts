/**
 * Where an SDK does not make of a stream what the stream says. Each is met by recorded traffic, or by what others report in public;
 * or it does not belong here.
 */
export interface KnownLimit {
  /** Which differences it explains. */
  readonly explains: RegExp;
  readonly reason: string;
  /** No real traffic meets it; a recording here does. */
  readonly metBy?: 'cassettes';
}

export const anthropicLimits: readonly KnownLimit[] = [
  {
    explains: /^the payload is missing from its outputs: the response has a hosted result of compaction /,
    reason: '@anthropic-ai/sdk 1.11.0: MessageStream ignores compaction_delta, which is a beta event',
  },
  {
    explains: /^the (?:in|out)put tokens differ: /,
    reason:
      '@anthropic-ai/sdk 1.11.0: MessageStream ignores iterations in the usage of message_delta, where the tokens of a compaction are',
  },
  {
    explains: /^the arguments differ \(.*: the response has a hosted call to \S+\/\S+\(/,
    reason:
      '@anthropic-ai/sdk 1.11.0: MessageStream assembles input only for tool_use and server_tool_use, so the input of mcp_tool_use, a beta block, stays empty',
  },
  {
    explains: /^the SDK threw AnthropicError: (.* is not valid JSON|Unexpected end of JSON input)$/,
    metBy: 'cassettes',
    reason:
      '@anthropic-ai/sdk 1.11.0: MessageStream throws if the input of a call is not JSON, which the service does not guarantee for streamed input',
  },
  {
    explains: /^the arguments differ \(.*: the response has a call to \S+\("\{/,
    metBy: 'cassettes',
    reason: '@anthropic-ai/sdk 1.11.0: MessageStream returns truncated arguments as an object of the complete members',
  },
  {
    explains:
      /^(the response has a call to bash\(".*; the adapter returned none|the adapter returned a call to shell .*)$/,
    metBy: 'cassettes',
    reason: '@anthropic-ai/sdk 1.11.0: as above, so a truncated command looks complete',
  },
];

/** Met by recordings of both ways, and by real traffic of the second alone. */
const unfinished: KnownLimit = {
  explains: /^the SDK threw Error: Cannot complete response with unfinished output items\.$/,
  reason:
    'openai 7.55.0: ResponseStream requires an event for the end of every item; a provider may finish one in the final response alone',
};

const ofResponses: readonly KnownLimit[] = [
  {
    explains: /^the stream holds an error, and the SDK did not throw$/,
    metBy: 'cassettes',
    reason: 'openai 7.55.0: finalResponse() returns a failed response like a successful one; only its status differs',
  },
  {
    explains: /^the SDK threw Error: missing output at index \d+$/,
    metBy: 'cassettes',
    reason: 'openai 7.55.0: ResponseStream throws on text of an item before the event that adds it',
  },
  {
    explains:
      /^(?:the reason differs: )?the response has (reasoning .*"gAAAAABodd\d"|a call .*"call_odd_\d"|the finish reason "tool_calls"); the adapter/,
    metBy: 'cassettes',
    reason:
      'openai 7.55.0: ResponseStream returns the final response or the items of events, and omits items that only the other has',
  },
  {
    explains: /^the SDK threw Error: Unhandled response stream event: unknown$/,
    reason:
      'openai 7.55.0: ResponseStream throws on an event that its types do not have, such as response.apply_patch_call_operation_diff.delta',
  },
];

/** Of `finalResponse()`. */
export const openAiLimits: readonly KnownLimit[] = [
  ...ofResponses,
  { ...unfinished, metBy: 'cassettes' },
  {
    explains: /^the payload is missing from its outputs: the response has a hosted result of compaction /,
    reason: 'openai 7.55.0: ResponseStream returns the final event, which has newly encrypted content',
  },
];

/** Of `finalResponse()` put together from events alone. */
export const openAiEventLimits: readonly KnownLimit[] = [
  ...ofResponses,
  unfinished,
  {
    explains: /^the response has the (text|message id) .*; the adapter returned none$/,
    metBy: 'cassettes',
    reason: 'openai 7.55.0: ResponseStream omits a message without an end event, even if the final response has it',
  },
];

/** Of `finalChatCompletion()`. */
export const openAiChatLimits: readonly KnownLimit[] = [
  {
    explains: /^the SDK threw Error: Chat completion stream contains an invalid tool call index: undefined$/,
    reason:
      'openai 7.55.0: ChatCompletionStream throws on a chunk of a call without an index, which some servers send (https://github.com/SamSaffron/term-llm/pull/314)',
  },
  {
    explains: /^the SDK threw Error: Cannot read properties of undefined \(reading 'arguments'\)$/,
    metBy: 'cassettes',
    reason: 'openai 7.55.0: ChatCompletionStream throws on a chunk of a call without a function',
  },
  {
    explains: /^(?:the arguments differ \(.*\): )?the response has a call to .*"call_idx\w+"; the adapter/,
    metBy: 'cassettes',
    reason: 'openai 7.55.0: ChatCompletionStream makes one call of several that some servers send with the same index',
  },
];
