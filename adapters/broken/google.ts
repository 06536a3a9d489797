/** Over the reference adapter of the Gemini API. */
import type { JsonObject } from '../../files/canonical-json.ts';
import {
  type ChatMessage,
  type ChatResponse,
  type ChatResponseUpdate,
  type Citation,
  type Content,
  type FunctionCallContent,
  ProviderError,
  type TextContent,
} from '../../spec/contract/index.ts';
import { broken, by, type Defect, listOf, providerErrors } from './broken-adapter.ts';
import { all, append, change, drop, isObject, meets, move, prepend, replace, set } from './operations.ts';
import type { ReadEvent } from './wire.ts';

const isCall = (content: Content): content is FunctionCallContent => content.type === 'function-call';

const parts = 'candidates[].content.parts[]';

/** A change to every part of an answer, in both modes; `begin` is called once for each answer. */
function readParts(begin: () => (part: JsonObject) => readonly JsonObject[]): Pick<Defect, 'body' | 'events'> {
  const inAnswer = (path: string) => change('', (answer) => replace(path, begin())(answer)[0]);
  return { body: inAnswer(parts), events: inAnswer(`[].data.${parts}`) };
}

/** Declares functions with schemas of the older kind, a subset of OpenAPI; `convert` changes them in place of the newer. */
const olderSchemas = (convert: (schema: JsonObject) => unknown) =>
  all(
    change('tools[].functionDeclarations[].parametersJsonSchema', convert),
    move('tools[].functionDeclarations[].parametersJsonSchema', 'parameters'),
  );

/** `[T, "null"]` as `T` that may be null, in a schema and all within it. */
const nullable = change('**[type]', (schema: JsonObject) => {
  const { type, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  return { ...rest, type: type.find((name) => name !== 'null') ?? null, nullable: type.includes('null') };
});

/** What stands at the end of an answer, as the wire says it. */
const ended: JsonObject = { finishReason: 'STOP', index: 0 };

const endOf = (reason: string | undefined) => ({ type: 'error', message: `The answer ended with ${reason}.` });

/** Fails as an adapter does that expects parts in every candidate. */
const countParts = (raw: unknown) => {
  const [candidate] = (raw as { candidates: { content: { parts: unknown[] } }[] }).candidates;
  return (candidate as { content: { parts: unknown[] } }).content.parts.length >= 0 ? raw : undefined;
};

export const brokenGoogle = broken('google', {
  // Declarations and options
  'strips-the-top-of-a-schema': {
    title: 'Unsupported schema keywords are removed only at the top',
    caught: by('requests-acceptable', 'nested-schema'),
    modelledOn: ['B173'],
    sent: olderSchemas((schema) => all(nullable, drop('additionalProperties', '$schema'))(schema)[0]),
  },
  'sends-lists-of-types': {
    title: 'Nullable type is sent as a list of types',
    caught: by('requests-acceptable', 'nested-schema'),
    modelledOn: ['B175'],
    sent: olderSchemas((schema) => drop('**.additionalProperties')(schema)[0]),
  },
  'requires-what-it-left-out': {
    title: 'Removed properties stay in "required"',
    caught: by('requests-acceptable', 'nested-schema'),
    modelledOn: ['B176'],
    sent: olderSchemas(
      (schema) => all(change('properties', sayable), nullable, drop('additionalProperties'))(schema)[0],
    ),
  },
  'declares-a-list-of-no-functions': {
    title: 'Empty function list is declared',
    caught: by('requests-acceptable', 'page-read'),
    sent: prepend('tools', { functionDeclarations: [] }),
  },
  'searches-instead-of-calling': {
    title: 'Functions are dropped when a search is declared',
    caught: by('tools-on-the-wire', 'search-then-call'),
    modelledOn: ['B181'],
    options: change('tools', (tools: readonly { readonly type: string }[]) =>
      tools.some(meets('type=web-search')) ? tools.filter(meets('type!=function')) : tools,
    ),
  },
  'mixes-tools-without-saying-so': {
    title: 'Function and search lack the flag that combines them',
    caught: by('requests-acceptable', 'search-then-call'),
    modelledOn: ['B182'],
    sent: drop('toolConfig'),
  },
  'searches-files-without-a-limit': {
    title: 'Result limit of file search is not sent',
    caught: by('tools-on-the-wire', 'sources-of-every-kind'),
    sent: drop('tools[].fileSearch.topK'),
  },
  'searches-everywhere-instead': {
    title: 'Inexpressible allowed domains are dropped silently',
    caught: by('refused-before-sending', 'certain-domains-alone'),
    options: drop('tools[type=web-search|web-fetch].allowedDomains'),
  },
  'offers-what-it-refuses': {
    title: 'Refused tool is listed as supported',
    caught: by('refused-before-sending', 'a-data-store-on-the-other-surface/complete'),
    fails: (error) => Object.assign(error, { supported: ['function', 'provider-specific "vertex-ai-search"'] }),
  },
  'sends-credentials-that-are-none': {
    title: 'MCP server without a token gets "Bearer undefined"',
    caught: by('tools-on-the-wire', 'server-declared'),
    sent: change('tools[].mcpServers[]', (server: JsonObject) => ({
      ...server,
      streamableHttpTransport: {
        ...Object(server.streamableHttpTransport),
        headers: { Authorization: 'Bearer undefined' },
      },
    })),
  },
  'asks-for-no-thoughts': {
    title: 'Thoughts are not requested',
    caught: by('requests-complete', 'signed-calls'),
    sent: drop('generationConfig.thinkingConfig.includeThoughts'),
  },
  'says-the-mode-flat': {
    title: 'Function calling mode stands in toolConfig itself',
    caught: by('requests-fit-schema', 'choice-required'),
    sent: change('toolConfig', ({ functionCallingConfig = {} }: JsonObject) => functionCallingConfig),
  },

  // History
  'stores-calls-without-their-signature': {
    title: 'Thought signature of a call is not sent back',
    caught: by('opaque-state-returned', 'signed-calls'),
    modelledOn: ['B160'],
    sent: drop('contents[].parts[functionCall].thoughtSignature'),
  },
  'loses-what-stands-beside-a-call': {
    title: 'Part metadata of a call is not sent back',
    caught: by('opaque-state-returned', 'answered-in-another-order'),
    sent: drop('contents[].parts[].partMetadata'),
  },
  'keeps-calls-as-another-api-does': {
    title: 'Calls keep only id, name and arguments',
    caught: by('requests-acceptable', 'nested-schema'),
    modelledOn: ['B161'],
    sent: change('contents[].parts[functionCall]', ({ functionCall }: { functionCall: JsonObject }) => {
      const { id, name = '', args = {} } = functionCall;
      return { functionCall: { ...(id === undefined ? {} : { id }), name, args } };
    }),
  },
  'signs-within-the-call': {
    title: 'Thought signature is sent inside the call',
    caught: by('requests-acceptable', 'nested-schema'),
    sent: move('contents[].parts[].thoughtSignature', 'functionCall.thoughtSignature'),
  },
  'leaves-wordless-turns-out': {
    title: 'Model turn without text is dropped',
    caught: by('requests-acceptable', 'single-call', 'nested-schema'),
    modelledOn: ['B185'],
    sent: replace('contents[role=model]', (content: { readonly parts: readonly JsonObject[] }) =>
      content.parts.every((part) => !part.text) ? [] : [content],
    ),
  },
  'marks-citations-in-what-was-said': {
    title: 'Citation markers are sent back in the text',
    caught: by('history-on-the-wire', 'cited-answer'),
    sent: change('contents[role=model].parts[].text', (text: string) => `${text} [1]`),
  },
  'puts-its-own-ids-beside-calls': {
    title: 'Internal call id is sent as a part member',
    caught: by('requests-fit-schema', 'single-call', 'signed-calls'),
    sent: set('contents[].parts[functionCall].id', 'part-1'),
  },

  // Results
  'tells-results-in-words-too': {
    title: 'Function result is repeated as text',
    caught: by('requests-acceptable', 'single-call', 'parallel-calls'),
    modelledOn: ['B169'],
    sent: replace('contents[].parts[functionResponse]', (part: { functionResponse: JsonObject }) => [
      part,
      { text: JSON.stringify(part.functionResponse.response) },
    ]),
  },
  'answers-as-a-tool': {
    title: 'Function results use role "tool"',
    caught: by('requests-acceptable', 'single-call', 'function-fails'),
    sent: change('contents[]', (content: { readonly parts: readonly JsonObject[] }) =>
      content.parts.some(meets('functionResponse')) ? { ...content, role: 'tool' } : content,
    ),
  },
  'names-the-id-for-the-function': {
    title: 'Function response uses the call id as name',
    caught: by('requests-acceptable', 'nested-schema', 'single-call'),
    sent: change('contents[].parts[].functionResponse', (response: JsonObject) => ({
      ...response,
      name: response.id ?? '',
    })),
  },
  'sends-results-as-they-come': {
    title: 'Results without ids are sent in another order',
    caught: by('results-on-the-wire', 'answered-in-another-order'),
    sent: change('contents[].parts', (all: readonly JsonObject[]) =>
      all.some(meets('functionResponse')) ? all.toReversed() : all,
    ),
  },
  'sends-screens-as-data-urls': {
    title: 'Screenshot is sent as a data URL',
    caught: by('requests-acceptable', 'look-and-click'),
    sent: change('contents[].parts[].functionResponse.parts[].inlineData', ({ mimeType, data }: JsonObject) => ({
      mimeType,
      data: `data:${mimeType};base64,${data}`,
    })),
  },

  // Calls in answers
  'reads-the-first-part-alone': {
    title: 'Only the first part is read',
    caught: by('calls-equal-wire', 'parallel-calls/complete', 'signed-calls/complete'),
    ...readParts(() => {
      let isFirst = true;
      return (part) => {
        const read = isFirst ? [part] : [];
        isFirst = false;
        return read;
      };
    }),
  },
  'counts-calls-within-a-piece': {
    title: 'Calls of later chunks replace earlier ones',
    caught: by('calls-equal-wire', 'signed-calls/stream'),
    modelledOn: ['B170'],
    async *stream(updates) {
      const calls = new Map<number, Content>();
      for await (const update of updates) {
        for (const [place, call] of update.contents.filter(isCall).entries()) calls.set(place, call);
        const others = update.contents.filter((content) => !isCall(content));
        yield { ...update, contents: update.finishReason === undefined ? others : [...calls.values(), ...others] };
      }
    },
  },
  'runs-calls-together': {
    title: 'Streamed calls are merged into one',
    caught: by('calls-equal-wire', 'signed-calls/stream'),
    modelledOn: ['B172'],
    async *stream(updates) {
      const told: ChatResponseUpdate[] = await listOf(updates);
      const calls = told.flatMap(({ contents }) => contents).filter(isCall);
      const name = calls.map((call) => call.name).join('');
      const args = Object.assign({}, ...calls.map((call) => call.arguments)) as JsonObject;
      const merged = replace('contents[type=function-call]', (call: FunctionCallContent) =>
        call === calls[0] ? [{ ...call, name, arguments: args }] : [],
      );
      yield* told.flatMap(merged) as ChatResponseUpdate[];
    },
  },
  'gives-blank-ids': {
    title: 'Call without a provider id gets an empty id',
    caught: by('call-ids-link', 'signed-calls'),
    modelledOn: ['B184'],
    // The reference adapter makes up such ids where the provider gave none.
    returned: set('[type=function-call,callId=no-id:*].callId', ''),
  },

  // Texts, citations and files
  'says-thoughts-aloud': {
    title: 'Thoughts are returned as text',
    caught: by('text-equals-wire', 'signed-calls'),
    body: drop(`${parts}.thought`),
    events: drop(`[].data.${parts}.thought`),
  },
  'tells-a-message-of-nothing': {
    title: 'Answer without parts becomes an empty message',
    caught: by('contents-say-something', 'nothing-but-thoughts/complete'),
    response: change('messages', (messages: readonly ChatMessage[]) =>
      messages.length > 0 ? messages : [{ role: 'assistant', contents: [] }],
    ),
  },
  'takes-bytes-for-characters': {
    title: 'Citation spans stay in bytes',
    caught: by('citation-spans-equal-wire', 'cited-answer/complete'),
    returned: inSpans((text, { startIndex = 0, endIndex = 0, ...citation }) => ({
      ...citation,
      startIndex: Buffer.byteLength(text.slice(0, startIndex)),
      endIndex: Buffer.byteLength(text.slice(0, endIndex)),
    })),
  },
  'cites-words-where-they-stand-first': {
    title: 'Citation span is the first occurrence of its words',
    caught: by('citation-spans-equal-wire', 'cited-here-and-there/complete'),
    returned: inSpans((text, { startIndex = 0, endIndex = text.length, ...citation }) => {
      const first = text.indexOf(text.slice(startIndex, endIndex));
      return { ...citation, startIndex: first, endIndex: first + endIndex - startIndex };
    }),
  },
  'cites-beside-the-words': {
    title: 'Citations come on an empty text without spans',
    caught: by('citation-spans-equal-wire', 'cited-here-and-there/complete', 'cited-answer/complete'),
    returned: replace('[type=text,annotations]', ({ text, annotations = [] }: TextContent) => [
      { type: 'text', text },
      { type: 'text', text: '', annotations: annotations.flatMap(drop('startIndex', 'endIndex')) },
    ]),
  },
  'drops-pictures-of-code': {
    title: 'Images made by code are not returned',
    caught: by('files-equal-wire', 'makes-an-image', 'image-in-the-answer'),
    modelledOn: ['B179'],
    body: drop(`${parts.slice(0, -2)}[inlineData]`),
    events: drop(`[].data.${parts.slice(0, -2)}[inlineData]`),
  },
  'drops-files-at-addresses': {
    title: 'Files given by URI are not returned',
    caught: by('files-equal-wire', 'parts-with-little-in-them'),
    returned: drop('[type=uri]'),
  },

  // Hosted tools
  'expects-one-result-of-code': {
    title: 'Second result of the same code is dropped',
    caught: by('hosted-tools-equal-wire', 'runs-once-more'),
    modelledOn: ['B178'],
    ...readParts(() => {
      let isOpen = false;
      return (part) => {
        if (part.executableCode) isOpen = true;
        if (!part.codeExecutionResult) return [part];
        const read = isOpen ? [part] : [];
        isOpen = false;
        return read;
      };
    }),
  },
  'knows-no-name-of-a-tool': {
    title: 'Result of an unknown tool has no name',
    caught: by('hosted-tools-equal-wire', 'parts-with-little-in-them'),
    returned: change('[type=hosted-tool-result].tool', (tool: string) => (tool === tool.toUpperCase() ? '' : tool)),
  },
  'gives-results-to-the-last-call': {
    title: 'Hosted result is linked to the last call',
    caught: by('call-ids-link', 'parts-with-little-in-them/complete'),
    response: change('messages[].contents[]', (content: Content, i, contents) => {
      const call = contents.slice(0, i).findLast((c) => c.type === 'hosted-tool-call');
      return content.type === 'hosted-tool-result' && call ? { ...content, callId: call.callId } : content;
    }),
  },

  // Ends, usage and names
  'ends-with-stop-though-it-calls': {
    title: 'Finish reason "tool_calls" is reported as "stop"',
    caught: by('finish-reason-equals-wire', 'signed-calls', 'parallel-calls'),
    modelledOn: ['B163'],
    told: set('[finishReason=tool_calls].finishReason', 'stop'),
  },
  'forgets-calls-of-earlier-pieces': {
    title: 'Finish reason ignores calls of earlier chunks',
    caught: by('finish-reason-equals-wire', 'signed-calls/stream', 'nested-schema/stream'),
    modelledOn: ['B164'],
    update: change('[finishReason=tool_calls]', (update: ChatResponseUpdate) =>
      update.contents.some(isCall) ? update : { ...update, finishReason: 'stop' },
    ),
  },
  'takes-a-malformed-call-for-an-end': {
    title: 'Unknown finish reason is reported as "stop"',
    caught: by('finish-reason-equals-wire', 'malformed-call', 'unexpected-call'),
    modelledOn: ['B166'],
    told: set('[finishReason,finishReason!=stop|length|tool_calls|content_filter].finishReason', 'stop'),
  },
  'takes-any-end-for-a-good-one': {
    title: 'Newer finish reason is read as STOP',
    caught: by('finish-reason-equals-wire', 'function-calling/fault-new-reasons/complete'),
    body: set('candidates[finishReason=ADDED_LATER].finishReason', 'STOP'),
  },
  'tells-a-withheld-answer-as-whole': {
    title: 'Finish reason "content_filter" is reported as "stop"',
    caught: by('finish-reason-equals-wire', 'answer-withheld'),
    told: set('[finishReason=content_filter].finishReason', 'stop'),
  },
  'tells-an-error-of-every-end': {
    title: 'Every finish reason is returned as an error',
    caught: by('finish-reason-equals-wire', 'ends-in-its-own-words', 'single-call'),
    response: change('', (r: ChatResponse) => append('messages[].contents', endOf(r.finishReason))(r)[0]),
    update: change('[finishReason]', (u: ChatResponseUpdate) => append('contents', endOf(u.finishReason))(u)[0]),
  },
  'forgets-what-was-cached': {
    title: 'Cached tokens are not returned',
    caught: by('usage-equals-wire', 'computes-and-explains/complete'),
    told: drop('usage.cachedInputTokens'),
  },
  'makes-message-ids-up': {
    title: 'Message ids are invented',
    caught: by('ids-equal-wire', 'single-call'),
    response: change('messages[]', (message: ChatMessage, i) => ({ ...message, messageId: `message-${i + 1}` })),
    update: set('messageId', 'message-1'),
  },
  'names-whole-answers-alone': {
    title: 'Streamed answer has no ids',
    caught: by('stream-equals-complete', 'single-call/stream'),
    update: drop('responseId|messageId|modelId'),
  },

  // Errors, and streams that end early
  'expects-parts-of-every-answer': {
    title: 'Candidate without parts throws a TypeError',
    caught: by('typed-errors-only', 'malformed-call', 'unexpected-call', 'nothing-but-thoughts'),
    modelledOn: ['B167'],
    told: change('rawRepresentation', countParts),
  },
  'takes-a-torn-stream-for-whole': {
    title: 'Interrupted stream ends like a complete one',
    caught: by('errors-equal-wire', 'stream-breaks-off/stream'),
    events: change('', (events: readonly ReadEvent[]) =>
      /"finishReason"|"error"|"promptFeedback"/.test(JSON.stringify(events))
        ? events
        : [...events, { data: { candidates: [ended] } }],
    ),
  },
  'reads-an-error-as-an-empty-answer': {
    title: 'Error body with status 200 is an empty answer',
    caught: by('errors-equal-wire', 'fails-with-a-good-status/complete'),
    body: set('[error]', { candidates: [ended] }),
  },
  'takes-a-blocked-prompt-for-a-failure': {
    title: 'Blocked prompt is thrown as an empty answer',
    caught: by('errors-equal-wire', 'prompt-blocked/complete'),
    response: change('', (response: ChatResponse) => {
      if (isObject(response.rawRepresentation) && response.rawRepresentation.candidates) return response;
      throw new ProviderError('the provider gave no candidates', { status: 502, retryable: true });
    }),
  },
  'does-not-say-when-to-try-again': {
    title: 'Error lacks retryAfter',
    caught: by('errors-equal-wire', 'quota-exhausted/complete'),
    fails: providerErrors({ requestId: undefined, retryAfter: undefined }),
  },
  'tries-again-whatever-the-code': {
    title: 'Error without a status is always retryable',
    caught: by('retries-told', 'fails-with-a-good-status'),
    fails: providerErrors(({ status }) =>
      status === undefined ? { requestId: undefined, retryAfter: undefined, retryable: true } : {},
    ),
  },
  'waits-for-no-number': {
    title: 'Missing retry delay becomes NaN',
    caught: by('retries-told', 'schema-refused', 'gateway-fails'),
    fails: providerErrors(({ retryAfter = Number.NaN }) => ({ requestId: undefined, retryAfter })),
  },
});

/** Properties without those that hold, at any depth, what the dialect lacks. */
function sayable(properties: JsonObject): JsonObject {
  const entries = Object.entries(properties);
  return Object.fromEntries(entries.filter(([, schema]) => !JSON.stringify(schema).includes('additionalProperties')));
}

/** Citations of returned texts with spans in other places. */
function inSpans(to: (text: string, citation: Citation) => Citation) {
  return change('[type=text,annotations,text!=]', ({ annotations = [], ...content }: TextContent) => ({
    ...content,
    annotations: annotations.map((citation) => to(content.text, citation)),
  }));
}
