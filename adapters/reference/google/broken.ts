/** Defects of an adapter of the Gemini API. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type {
  ChatMessage,
  ChatResponse,
  ChatResponseUpdate,
  Citation,
  Content,
  FunctionCallContent,
  TextContent,
} from '../../../spec/contract/index.ts';
import { broken, by, type Defect, listOf, onSurface } from '../../broken/broken-adapter.ts';
import {
  all,
  allButLast,
  append,
  change,
  double,
  drop,
  last,
  meets,
  move,
  prepend,
  replace,
  set,
} from '../../broken/operations.ts';

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

const endOf = (reason: string | undefined) => ({ type: 'error', message: `The answer ended with ${reason}.` });

export const brokenGoogle = broken('google', {
  'omits-flag-beside-code': {
    title: 'Code execution beside functions lacks its flag',
    caught: by('request-provider-rules', 'tools-with-hosted'),
    phase: 'request',
    sent: drop('toolConfig.includeServerSideToolInvocations'),
  },
  'sends-flag-to-older-model': {
    title: 'Flag of Gemini 3 goes to an older model',
    caught: by('request-provider-rules', 'tools-with-hosted'),
    phase: 'request',
    sent: set('toolConfig', { includeServerSideToolInvocations: true }),
  },
  'drops-server-headers': {
    title: 'Headers of a server are not sent',
    caught: by('sends-tools', 'remote-mcp/declaration-members'),
    phase: 'request',
    sent: drop('tools[].mcpServers[].streamableHttpTransport.headers'),
  },
  'drops-response-schema': {
    title: 'Schema of the response is dropped',
    caught: by('sends-options', 'output-format-beside-functions'),
    phase: 'request',
    sent: drop('generationConfig.responseJsonSchema'),
  },
  'ignores-version-in-path': {
    title: 'Always version v1 is called',
    caught: by('request-sequence', 'function-calling/setup-surfaces'),
    phase: 'request',
    settings: change('surface', (surface: string) => surface.replace('v1beta', 'v1')),
  },
  'drops-url-context-on-vertex': {
    title: 'Web fetch is dropped on Vertex AI',
    caught: by('sends-tools', 'web-fetch/setup-surfaces/stream'),
    phase: 'availability',
    ...onSurface('vertex', { options: drop('tools[type=web-fetch]') }),
  },
  'drops-properties-named-title': {
    title: 'Properties named title are dropped from schemas',
    caught: by('sends-tools', 'schema-keywords'),
    phase: 'schema',
    sent: drop('tools[].functionDeclarations[].parametersJsonSchema.**.title'),
  },
  // Declarations and options
  'declares-functions-twice': {
    title: 'Functions are declared twice',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: double('tools[].functionDeclarations[]'),
  },
  'lists-functions-in-mode-auto': {
    title: 'Functions are listed without a mode that allows it',
    caught: by('request-provider-rules', 'tool-choice-function'),
    phase: 'request',
    sent: set('toolConfig.functionCallingConfig.mode', 'AUTO'),
  },
  'sets-calling-mode-without-functions': {
    title: 'Calling mode is sent without functions',
    caught: by('request-provider-rules', 'search-basic'),
    phase: 'request',
    sent: set('toolConfig', { functionCallingConfig: { mode: 'AUTO' } }),
  },
  'sends-vertex-search-to-gemini': {
    title: 'Vertex AI search is sent to Gemini API',
    caught: by('request-provider-rules', 'search-basic'),
    phase: 'request',
    sent: move('tools[].googleSearch', 'enterpriseWebSearch'),
  },
  'sends-both-schema-forms': {
    title: 'Function has a schema in both forms',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: set('tools[].functionDeclarations[].parameters', { type: 'object', properties: {} }),
  },
  'sends-enum-as-numbers': {
    title: 'Enum values of a schema are sent as numbers',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: olderSchemas(
      (schema) =>
        all(
          drop('**.additionalProperties'),
          change('**[enum].enum', (values: readonly unknown[]) => values.map((_, i) => i)),
        )(schema)[0],
    ),
  },
  'sends-empty-content': {
    title: 'Message without sendable contents is sent empty',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: prepend('contents', { role: 'user', parts: [] }),
  },
  'strips-schema-at-top-only': {
    title: 'Unsupported schema keywords are removed only at the top',
    caught: by('request-provider-rules', 'schema-nested'),
    from: ['B173'],
    sent: olderSchemas((schema) => all(nullable, drop('additionalProperties', '$schema'))(schema)[0]),
  },
  'sends-schema-type-arrays': {
    title: 'Nullable type is sent as a list of types',
    caught: by('request-provider-rules', 'schema-nested'),
    from: ['B175'],
    sent: olderSchemas((schema) => drop('**.additionalProperties')(schema)[0]),
  },
  'requires-undefined-properties': {
    title: 'Removed properties stay in "required"',
    caught: by('request-provider-rules', 'schema-nested'),
    from: ['B176'],
    sent: olderSchemas(
      (schema) => all(change('properties', sayable), nullable, drop('additionalProperties'))(schema)[0],
    ),
  },
  'sends-empty-function-list': {
    title: 'Empty function list is declared',
    caught: by('request-provider-rules', 'page-basic'),
    sent: prepend('tools', { functionDeclarations: [] }),
  },
  'drops-functions-beside-search': {
    title: 'Functions are dropped when a search is declared',
    caught: by('sends-tools', 'search-with-function'),
    from: ['B181'],
    options: change('tools', (tools: readonly { readonly type: string }[]) =>
      tools.some(meets('type=web-search')) ? tools.filter(meets('type!=function')) : tools,
    ),
  },
  'omits-mixed-tools-switch': {
    title: 'Function and search lack the flag that combines them',
    caught: by('request-provider-rules', 'search-with-function'),
    from: ['B182'],
    sent: drop('toolConfig'),
  },
  'drops-file-search-limit': {
    title: 'Result limit of file search is not sent',
    caught: by('sends-tools', 'citation-source-kinds'),
    sent: drop('tools[].fileSearch.topK'),
  },
  'ignores-unsupported-domains': {
    title: 'Inexpressible allowed domains are dropped silently',
    caught: by('rejects-before-sending', 'reject-allowed-domains'),
    options: drop('tools[type=web-search|web-fetch].allowedDomains'),
  },
  'lists-rejected-tool-as-supported': {
    title: 'Rejected tool is listed as supported',
    caught: by('rejects-before-sending', 'reject-vertex-ai-search-surface/complete'),
    fails: (error) => Object.assign(error, { supported: ['function', 'provider-specific "vertex-ai-search"'] }),
  },
  'sends-undefined-token': {
    title: 'MCP server without a token gets "Bearer undefined"',
    caught: by('sends-tools', 'declaration-two-turns'),
    sent: change('tools[].mcpServers[]', (server: JsonObject) => ({
      ...server,
      streamableHttpTransport: {
        ...Object(server.streamableHttpTransport),
        headers: { Authorization: 'Bearer undefined' },
      },
    })),
  },
  'omits-reasoning-switch': {
    title: 'Reasoning is not requested',
    caught: by('request-requirements', 'reasoning-thought-signatures'),
    sent: drop('generationConfig.thinkingConfig.includeThoughts'),
  },
  'misplaces-tool-mode': {
    title: 'Function calling mode is in toolConfig itself',
    caught: by('request-schema', 'tool-choice-required'),
    sent: change('toolConfig', ({ functionCallingConfig = {} }: JsonObject) => functionCallingConfig),
  },

  // History
  'drops-safety-acknowledgment': {
    title: 'Acknowledgment of a safety decision is not sent',
    caught: by('request-provider-rules', 'safety-check-acknowledged'),
    phase: 'multi-turn',
    sent: drop('contents[].parts[].functionResponse.response.safety_acknowledgement'),
  },
  'acknowledges-safety-decision': {
    title: 'Safety decision is acknowledged in the application’s place',
    caught: by('sends-action-results', 'safety-check-partly-acknowledged'),
    phase: 'multi-turn',
    sent: set('contents[].parts[].functionResponse.response.safety_acknowledgement', 'true'),
  },
  'drops-first-parallel-result': {
    title: 'Only the last of parallel results is sent',
    caught: by('request-provider-rules', 'call-parallel'),
    phase: 'multi-turn',
    sent: last('contents[].parts[functionResponse]'),
  },
  'splits-parallel-results': {
    title: 'Each parallel result is a separate content',
    caught: by('request-provider-rules', 'call-parallel'),
    phase: 'multi-turn',
    sent: replace('contents[role=user]', (content: { readonly parts: readonly JsonObject[] }) =>
      content.parts.map((part) => ({ ...content, parts: [part] })),
    ),
  },
  'invents-result-ids': {
    title: 'Results of calls without ids have ids',
    caught: by('request-provider-rules', 'reasoning-thought-signatures'),
    phase: 'multi-turn',
    sent: change('contents[].parts[].functionResponse', (response: JsonObject, i) => ({
      id: `call_${i}`,
      ...response,
    })),
  },
  'splits-text-from-call': {
    title: 'Text and calls of one turn go apart',
    caught: by('request-provider-rules', 'reasoning-thought-signatures'),
    phase: 'multi-turn',
    sent: replace('contents[role=model]', (content: { readonly parts: readonly JsonObject[] }) => {
      const calls = content.parts.filter(meets('functionCall'));
      const said = content.parts.filter(meets('!functionCall'));
      return [said, calls].filter((parts) => parts.length > 0).map((parts) => ({ ...content, parts }));
    }),
  },
  'adds-empty-text-to-results': {
    title: 'Function results have an empty text too',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'multi-turn',
    sent: set('contents[].parts[functionResponse].text', ''),
  },
  'sends-result-as-text': {
    title: 'Function result is not an object',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'multi-turn',
    sent: change('contents[].parts[].functionResponse.response', (response) => JSON.stringify(response)),
  },
  'sends-empty-text-to-vertex': {
    title: 'Empty text part is sent to Vertex AI',
    caught: by('request-provider-rules', 'vertex-ai-search'),
    phase: 'multi-turn',
    sent: append('contents[role=user].parts', { text: '' }),
  },
  'drops-call-signature': {
    title: 'Signature of a call is not sent back',
    caught: by('sends-opaque-state', 'reasoning-thought-signatures'),
    from: ['B160'],
    sent: drop('contents[].parts[functionCall].thoughtSignature'),
  },
  'drops-signatures-of-earlier-steps': {
    title: 'Only the signature of the last call goes back',
    caught: by('sends-opaque-state', 'reasoning-steps'),
    sent: allButLast('contents[role=model]', drop('parts[functionCall].thoughtSignature')),
  },
  'drops-call-part-members': {
    title: 'Part metadata of a call is not sent back',
    caught: by('sends-opaque-state', 'result-out-of-order'),
    sent: drop('contents[].parts[].partMetadata'),
  },
  'drops-unknown-call-members': {
    title: 'Calls keep only id, name and arguments',
    caught: by('request-provider-rules', 'schema-nested'),
    sent: change('contents[].parts[functionCall]', ({ functionCall }: { functionCall: JsonObject }) => {
      const { id, name = '', args = {} } = functionCall;
      return { functionCall: { ...(id === undefined ? {} : { id }), name, args } };
    }),
  },
  'misplaces-call-signature': {
    title: 'Signature is sent inside the call',
    caught: by('request-provider-rules', 'schema-nested'),
    sent: move('contents[].parts[].thoughtSignature', 'functionCall.thoughtSignature'),
  },
  'drops-turns-without-text': {
    title: 'Model turn without text is dropped',
    caught: by('request-provider-rules', 'call-single', 'schema-nested'),
    from: ['B185'],
    sent: replace('contents[role=model]', (content: { readonly parts: readonly JsonObject[] }) =>
      content.parts.every((part) => !part.text) ? [] : [content],
    ),
  },
  'inserts-citation-markers': {
    title: 'Citation markers are sent back in the text',
    caught: by('sends-history', 'search-basic'),
    sent: change('contents[role=model].parts[].text', (text: string) => `${text} [1]`),
  },
  'leaks-internal-call-id': {
    title: 'Internal call id is sent as a part member',
    caught: by('request-schema', 'call-single', 'reasoning-thought-signatures'),
    sent: set('contents[].parts[functionCall].id', 'part-1'),
  },

  // Results
  'duplicates-results-as-text': {
    title: 'Function result is repeated as text',
    caught: by('sends-history', 'call-single', 'call-parallel'),
    from: ['B169'],
    sent: replace('contents[].parts[functionResponse]', (part: { functionResponse: JsonObject }) => [
      part,
      { text: JSON.stringify(part.functionResponse.response) },
    ]),
  },
  'attaches-image-beside-result': {
    title: 'Image of a function result is sent beside it',
    caught: by('request-provider-rules', 'call-single'),
    sent: replace('contents[].parts[functionResponse]', (part: JsonObject) => [
      part,
      { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
    ]),
  },
  'mistypes-result-role': {
    title: 'Function results use role "tool"',
    caught: by('request-provider-rules', 'call-single', 'result-error'),
    sent: change('contents[]', (content: { readonly parts: readonly JsonObject[] }) =>
      content.parts.some(meets('functionResponse')) ? { ...content, role: 'tool' } : content,
    ),
  },
  'mistakes-call-id-for-function-name': {
    title: 'Function response uses the call id as name',
    caught: by('request-provider-rules', 'schema-nested', 'call-single'),
    sent: change('contents[].parts[].functionResponse', (response: JsonObject) => ({
      ...response,
      name: response.id ?? '',
    })),
  },
  'reorders-results': {
    title: 'Results without ids are sent in another order',
    caught: by('sends-function-results', 'result-out-of-order'),
    sent: change('contents[].parts', (all: readonly JsonObject[]) =>
      all.some(meets('functionResponse')) ? all.toReversed() : all,
    ),
  },
  'shortens-own-image-in-history': {
    title: 'Assistant’s own image is cut when it goes back',
    caught: by('sends-attachments', 'response-all-parts-replayed'),
    sent: change('contents[role=model].parts[].inlineData.data', (data: string) => data.slice(0, -4)),
  },
  'mistypes-screenshot-bytes': {
    title: 'Screenshot is sent as a data URL',
    caught: by('request-provider-rules', 'action-basic'),
    sent: change('contents[].parts[].functionResponse.parts[].inlineData', ({ mimeType, data }: JsonObject) => ({
      mimeType,
      data: `data:${mimeType};base64,${data}`,
    })),
  },

  // Calls in answers
  'returns-first-part-only': {
    title: 'Only the first part is read',
    caught: by('returns-function-calls', 'call-parallel/complete', 'reasoning-thought-signatures/complete'),
    ...readParts(() => {
      let isFirst = true;
      return (part) => {
        const read = isFirst ? [part] : [];
        isFirst = false;
        return read;
      };
    }),
  },
  'duplicates-call-ids-across-chunks': {
    title: 'Calls of later chunks replace earlier ones',
    caught: by('returns-function-calls', 'reasoning-thought-signatures/stream'),
    from: ['B170'],
    async *stream(updates) {
      const calls = new Map<number, Content>();
      for await (const update of updates) {
        for (const [place, call] of update.contents.filter(isCall).entries()) calls.set(place, call);
        const others = update.contents.filter((content) => !isCall(content));
        yield { ...update, contents: update.finishReason === undefined ? others : [...calls.values(), ...others] };
      }
    },
  },
  'merges-streamed-calls': {
    title: 'Streamed calls are merged into one',
    caught: by('returns-function-calls', 'reasoning-thought-signatures/stream'),
    from: ['B172'],
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
  'returns-empty-call-ids': {
    title: 'Call without a provider id gets an empty id',
    caught: by('call-ids-match', 'reasoning-thought-signatures'),
    from: ['B184'],
    // The reference adapter makes up such ids where the provider gave none.
    returned: set('[type=function-call,callId=no-id:*].callId', ''),
  },

  // Texts, citations and files
  'mistakes-reasoning-for-text': {
    title: 'Reasoning is returned as text',
    caught: by('returns-text', 'reasoning-thought-signatures'),
    body: drop(`${parts}.thought`),
    events: drop(`[].data.${parts}.thought`),
  },
  'invents-empty-message': {
    title: 'Response without parts becomes an empty message',
    caught: by('no-empty-content', 'finish-length-no-content/complete'),
    response: change('messages', (messages: readonly ChatMessage[]) =>
      messages.length > 0 ? messages : [{ role: 'assistant', contents: [] }],
    ),
  },
  'drops-places': {
    title: 'Places of a map are not cited',
    caught: by('returns-citations', 'search-places/complete'),
    body: drop('candidates[].groundingMetadata.groundingChunks[].maps'),
  },
  'mistakes-bytes-for-characters': {
    title: 'Citation spans stay in bytes',
    caught: by('returns-citation-spans', 'search-basic/complete'),
    returned: inSpans((text, { startIndex = 0, endIndex = 0, ...citation }) => ({
      ...citation,
      startIndex: Buffer.byteLength(text.slice(0, startIndex)),
      endIndex: Buffer.byteLength(text.slice(0, endIndex)),
    })),
  },
  'misplaces-citations-at-first-match': {
    title: 'Citation span is the first occurrence of its text',
    caught: by('returns-citation-spans', 'citation-offsets-repeated-text/complete'),
    returned: inSpans((text, { startIndex = 0, endIndex = text.length, ...citation }) => {
      const first = text.indexOf(text.slice(startIndex, endIndex));
      return { ...citation, startIndex: first, endIndex: first + endIndex - startIndex };
    }),
  },
  'misplaces-citations-after-text': {
    title: 'Citations come on an empty text without spans',
    caught: by('returns-citation-spans', 'citation-offsets-repeated-text/complete', 'search-basic/complete'),
    returned: replace('[type=text,annotations]', ({ text, annotations = [] }: TextContent) => [
      { type: 'text', text },
      { type: 'text', text: '', annotations: annotations.flatMap(drop('startIndex', 'endIndex')) },
    ]),
  },
  'drops-code-images': {
    title: 'Images of code are not returned',
    caught: by('returns-files', 'output-inline-image', 'image-inline'),
    from: ['B179'],
    body: drop(`${parts.slice(0, -2)}[inlineData]`),
    events: drop(`[].data.${parts.slice(0, -2)}[inlineData]`),
  },
  'drops-file-urls': {
    title: 'Files with a URI are not returned',
    caught: by('returns-files', 'response-parts-sparse'),
    returned: drop('[type=uri]'),
  },

  // Hosted tools
  'drops-second-code-result': {
    title: 'Second result of the same code is dropped',
    caught: by('returns-hosted-tools', 'execution-two-results'),
    from: ['B178'],
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
  'drops-unknown-tool-name': {
    title: 'Result of an unknown tool has no name',
    caught: by('returns-hosted-tools', 'response-parts-sparse'),
    returned: change('[type=hosted-tool-result].tool', (tool: string) => (tool === tool.toUpperCase() ? '' : tool)),
  },
  'swaps-hosted-result-calls': {
    title: 'Hosted result is linked to the last call',
    caught: by('call-ids-match', 'response-parts-sparse/complete'),
    response: change('messages[].contents[]', (content: Content, i, contents) => {
      const call = contents.slice(0, i).findLast((c) => c.type === 'hosted-tool-call');
      return content.type === 'hosted-tool-result' && call ? { ...content, callId: call.callId } : content;
    }),
  },

  // Ends, usage and names
  'mistakes-calls-for-stop': {
    title: 'Finish reason "tool_calls" is reported as "stop"',
    caught: by('returns-finish-reason', 'reasoning-thought-signatures', 'call-parallel'),
    from: ['B163'],
    told: set('[finishReason=tool_calls].finishReason', 'stop'),
  },
  'ignores-earlier-calls-at-finish': {
    title: 'Finish reason ignores calls of earlier chunks',
    caught: by('returns-finish-reason', 'reasoning-thought-signatures/stream', 'schema-nested/stream'),
    from: ['B164'],
    update: change('[finishReason=tool_calls]', (update: ChatResponseUpdate) =>
      update.contents.some(isCall) ? update : { ...update, finishReason: 'stop' },
    ),
  },
  'mistakes-malformed-call-for-stop': {
    title: 'Unknown finish reason is reported as "stop"',
    caught: by('returns-finish-reason', 'finish-malformed-call', 'finish-unexpected-call'),
    from: ['B166'],
    told: set('[finishReason,finishReason!=stop|length|tool_calls|content_filter].finishReason', 'stop'),
  },
  'mistakes-any-finish-for-stop': {
    title: 'Newer finish reason is read as STOP',
    caught: by('returns-finish-reason', 'function-calling/fault-unknown-finish-reasons/complete'),
    body: set('candidates[finishReason=ADDED_LATER].finishReason', 'STOP'),
  },
  'mistakes-safety-stop-for-stop': {
    title: 'Finish reason "content_filter" is reported as "stop"',
    caught: by('returns-finish-reason', 'finish-content-filter'),
    told: set('[finishReason=content_filter].finishReason', 'stop'),
  },
  'invents-error-at-finish': {
    title: 'Every finish reason is returned as an error',
    caught: by('returns-finish-reason', 'finish-reason-explanation', 'call-single'),
    response: change('', (r: ChatResponse) => append('messages[].contents', endOf(r.finishReason))(r)[0]),
    update: change('[finishReason]', (u: ChatResponseUpdate) => append('contents', endOf(u.finishReason))(u)[0]),
  },
  'drops-cached-count-on-gemini': {
    title: 'Cached tokens are not returned',
    caught: by('returns-usage', 'execution-basic/complete'),
    told: drop('usage.cachedInputTokens'),
  },
  'invents-message-ids': {
    title: 'Message ids are invented',
    caught: by('returns-ids-unchanged', 'call-single'),
    response: change('messages[]', (message: ChatMessage, i) => ({ ...message, messageId: `message-${i + 1}` })),
    update: set('messageId', 'message-1'),
  },
  'drops-result-media': {
    title: 'Media of function results are dropped',
    caught: by('sends-function-results', 'result-image-and-document/complete'),
    sent: drop('contents[].parts[].functionResponse.parts'),
  },
  'drops-response-id-in-streams': {
    title: 'Streamed response has no ids',
    caught: by('stream-equals-complete', 'call-single/stream'),
    update: drop('responseId|messageId|modelId'),
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
