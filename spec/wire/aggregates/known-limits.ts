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
    explains: /^the wire has a hosted call to \S+\/\S+\(.*: the arguments differ$/,
    reason:
      '@anthropic-ai/sdk 1.11.0: MessageStream gathers input only for tool_use and server_tool_use, so that the input of mcp_tool_use, a beta block, stays empty',
  },
  {
    explains: /^the SDK threw AnthropicError: .* is not valid JSON$/,
    metBy: 'cassettes',
    reason:
      '@anthropic-ai/sdk 1.11.0: MessageStream throws where the input of a call is no JSON, which the service does not promise when it streams input as the model writes it',
  },
  {
    explains: /^the wire has a call to \S+\("\{.*: the arguments differ$/,
    metBy: 'cassettes',
    reason:
      '@anthropic-ai/sdk 1.11.0: MessageStream makes an object of arguments that break off, with the members that were whole until then',
  },
];

/** Of `finalResponse()`. */
export const openAiLimits: readonly KnownLimit[] = [
  {
    explains: /^the stream holds an error, and the SDK did not throw$/,
    metBy: 'cassettes',
    reason:
      'openai 7.55.0: finalResponse() gives a response that failed as it gives a good one; its status alone says so',
  },
  {
    explains: /^the SDK threw Error: Unhandled response stream event: unknown$/,
    reason:
      'openai 7.55.0: ResponseStream throws on an event that its types do not have, such as response.apply_patch_call_operation_diff.delta',
  },
];

/** Of `finalResponse()` put together from events alone. */
export const openAiEventLimits: readonly KnownLimit[] = [
  ...openAiLimits,
  {
    explains: /^the wire has the (text|id of a message) .*; the adapter returned none$/,
    metBy: 'cassettes',
    reason:
      'openai 7.55.0: ResponseStream leaves out a message that no event finished, though the final response has it',
  },
  {
    explains: /^the SDK threw Error: Cannot complete response with unfinished output items\.$/,
    reason:
      'openai 7.55.0: ResponseStream wants every item finished by an event; a provider may finish one in the final response alone',
  },
];

/** Of `finalChatCompletion()`. */
export const openAiChatLimits: readonly KnownLimit[] = [
  {
    explains: /^the SDK threw Error: Chat completion stream contains an invalid tool call index: undefined$/,
    reason:
      'openai 7.55.0: ChatCompletionStream throws on a piece of a call without an index, which servers that speak this API send (https://github.com/SamSaffron/term-llm/pull/314)',
  },
];
