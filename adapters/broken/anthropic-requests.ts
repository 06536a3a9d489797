/** Over the reference adapter of the Messages API: defects in what is declared, asked and sent back. */
import { connect } from 'node:net';
import type { JsonObject } from '../../files/canonical-json.ts';
import {
  AbortedError,
  type CallContext,
  type ChatMessage,
  type Content,
  type FunctionCallContent,
  type FunctionResultContent,
  type FunctionTool,
  type TextContent,
  type Tool,
  type WebSearchTool,
} from '../../spec/contract/index.ts';
import { broken, by } from './broken-adapter.ts';
import { append, change, copy, drop, last, meets, replace, set } from './operations.ts';

type Block = JsonObject;

/** A failure as text, for places that take text. */
const asText = ({ message }: { readonly message: string }) => ({ type: 'text', text: message });

export const brokenAnthropicRequests = broken('anthropic', {
  // Tools
  'drops-tool-description': {
    title: 'Function description is not sent',
    caught: by('tools-on-the-wire', 'single-call'),
    options: set('tools[type=function].description', ''),
  },
  'flattens-schema': {
    title: 'Function schema is reduced to type and required',
    caught: by('tools-on-the-wire', 'parallel-calls/complete', 'choice-none/stream'),
    options: change(
      'tools[type=function].parameters',
      ({ type = 'object', required = [] }: FunctionTool['parameters']) => ({
        type,
        required,
      }),
    ),
  },
  'drops-tools-when-none-may-be-called': {
    title: 'Tool mode "none" drops the tools',
    caught: by('tools-on-the-wire', 'choice-none'),
    options: drop('[toolMode.type=none].tools'),
  },
  'searches-everywhere': {
    title: 'Allowed domains of a web search are not sent',
    caught: by('tools-on-the-wire', 'domains-and-location'),
    options: change('tools[type=web-search,userLocation]', ({ type, userLocation }: WebSearchTool) => ({
      type,
      userLocation,
    })),
  },
  'gives-the-code-a-file': {
    title: 'Every conversation uploads the same file to code execution',
    caught: by('tools-on-the-wire', 'code-fails'),
    sent: append('messages[role=user].content', { type: 'container_upload', file_id: 'file_of_another' }),
  },
  'names-tools-and-leaves-them-off': {
    title: 'Allowed MCP tools are named but not enabled',
    caught: by('tools-on-the-wire', 'beside-a-function'),
    sent: set('tools[configs].configs', { search: {} }),
  },
  'forgets-tools-when-going-on': {
    title: 'Request that continues a paused turn declares no tools',
    caught: by('tools-on-the-wire', 'paused-turn'),
    sent: change('', (body: { readonly messages: readonly Block[] }) =>
      body.messages.at(-1)?.role === 'assistant' ? { ...body, tools: undefined } : body,
    ),
  },
  'gives-the-name-for-the-type': {
    title: 'Text editor is declared with its name as type',
    caught: by('requests-acceptable', 'view-and-replace/complete', 'every-command/stream'),
    modelledOn: ['B022'],
    sent: copy('tools[name=str_replace_based_edit_tool].name', 'type'),
  },
  'gives-searches-the-name-of-the-contract': {
    title: 'Server tools are declared under abstract names',
    caught: by('requests-acceptable', 'cited-answer/complete', 'page-read/stream'),
    sent: change('tools[type=web_*].name', (name: string) => name.replace('_', '-')),
  },
  'names-functions-after-their-server': {
    title: 'Function names start with a name containing spaces',
    caught: by('requests-acceptable', 'single-call/complete', 'parallel-calls/stream'),
    modelledOn: ['B041'],
    sent: change('tools[input_schema].name', (name: string) => `Weather Service__${name}`),
  },
  'sends-the-tools-name-as-its-type': {
    title: 'Server tool is declared with its name as type',
    caught: by('requests-fit-schema', 'cited-answer'),
    modelledOn: ['B022'],
    sent: copy('tools[type].name', 'type'),
  },

  // Options and headers
  'asks-another-model': {
    title: 'Another model than the configured one is requested',
    caught: by('options-on-the-wire', 'single-call/complete', 'choice-none/stream'),
    settings: set('model', 'another-model'),
  },
  'asks-another-host': {
    title: 'Requests ignore the base URL of the settings',
    caught: by('requests-expected', 'single-call/complete', 'choice-none/stream'),
    settings: set('baseUrl', 'https://proxy.example'),
  },
  'forgets-raw-members': {
    title: 'Raw members of the request are not sent',
    caught: by('options-on-the-wire', 'request-members'),
    options: drop('rawRepresentation'),
  },
  'forgets-tool-choice': {
    title: 'Tool mode is not sent',
    caught: by('options-on-the-wire', 'choice-required/complete', 'choice-none/stream', 'choice-specific/complete'),
    modelledOn: ['B035'],
    options: drop('toolMode'),
  },
  'drops-what-it-lacks-in-silence': {
    title: 'Unsupported setting is dropped without a warning',
    caught: by('options-on-the-wire', 'settings'),
    options: drop('temperature'),
  },
  'forgets-instructions': {
    title: 'Instructions are not sent',
    caught: by('options-on-the-wire', 'single-call'),
    options: drop('instructions'),
  },
  'instructs-unasked': {
    title: 'Default instructions are sent when the caller gives none',
    caught: by('options-on-the-wire', 'parallel-calls'),
    options: set('[!instructions].instructions', 'You are a helpful assistant.'),
  },
  'allows-one-call-at-a-time': {
    title: 'Specific tool choice always disables parallel calls',
    caught: by('options-on-the-wire', 'choice-specific'),
    sent: set('tool_choice.disable_parallel_tool_use', true),
  },
  'chooses-in-the-words-of-another-api': {
    title: 'Tool choice uses "required" of another API',
    caught: by('options-on-the-wire', 'choice-required'),
    sent: set('[tool_choice.type=any].tool_choice', { type: 'required' }),
  },
  'forgets-a-conversation-in-silence': {
    title: 'Conversation id is dropped without a warning',
    caught: by('options-on-the-wire', 'settings-of-elsewhere'),
    told: drop('warnings[message=*conversationId*]'),
  },
  'warns-of-nothing': {
    title: 'Every response warns about an unnamed setting',
    caught: by('options-on-the-wire', 'single-call'),
    response: set('warnings', [{ code: 'unsupported-setting', message: 'Something was not sent.' }]),
    update: set('[finishReason].warnings', [{ code: 'unsupported-setting', message: 'Something was not sent.' }]),
  },
  'never-says-who-calls': {
    title: 'Requests carry no credentials',
    caught: by('requests-complete', 'single-call'),
    requestHeaders: drop('authorization', 'x-api-key'),
  },
  'forgets-betas': {
    title: 'Beta header required by a request member is missing',
    caught: by('requests-complete', 'called-on-trust/complete', 'opened-by-a-token/stream'),
    requestHeaders: drop('anthropic-beta'),
  },
  'says-the-beta-of-servers-alone': {
    title: 'Only the MCP beta is ever sent',
    caught: by('requests-complete', 'raw-advisor/complete', 'raw-computer/stream'),
    requestHeaders: drop('[anthropic-beta!=*mcp-client*].anthropic-beta'),
  },
  'adds-a-beta-of-another-feature': {
    title: 'Skills beta is sent with MCP requests',
    caught: by('requests-acceptable', 'called-on-trust/complete', 'opened-by-a-token/stream'),
    modelledOn: ['B023'],
    requestHeaders: change('anthropic-beta', (betas: string) => `${betas},skills-2025-10-02`),
  },
  'does-not-say-that-it-is-json': {
    title: 'JSON body is sent as text/plain',
    caught: by('requests-acceptable', 'single-call'),
    requestHeaders: set('[content-type].content-type', 'text/plain'),
  },

  // Tools that the provider API lacks
  'drops-unsupported-tools': {
    title: 'Unsupported tool is dropped silently',
    caught: by('refused-before-sending', 'refused'),
    options: drop('tools[type!=function|raw]'),
  },
  'forwards-unsupported-tools': {
    title: 'Unsupported tool is forwarded as it is',
    caught: by('refused-before-sending', 'refused'),
    options: change('tools[type!=function|raw]', ({ type }: Tool) => ({
      type: 'raw',
      providerApi: 'anthropic',
      declaration: { type },
    })),
  },
  'replaces-unsupported-tools': {
    title: 'Unsupported tool is replaced by a function',
    caught: by('refused-before-sending', 'refused'),
    options: change('tools[type!=function|raw]', ({ type }: Tool) => ({
      type: 'function',
      name: type,
      parameters: { type: 'object' },
    })),
  },
  'refuses-without-a-way-out': {
    title: 'UnsupportedToolError does not list supported tools',
    caught: by('refused-before-sending', 'refused/complete'),
    fails: (error) => Object.assign(error, { supported: [] }),
  },
  'needs-a-signal': {
    title: 'Call without an abort signal fails',
    caught: by('typed-errors-only', 'refused/complete'),
    client: (client, _asked, context) => {
      (context as CallContext).signal?.throwIfAborted();
      return client;
    },
  },
  'needs-someone-who-may-give-up': {
    title: 'Call without an abort signal throws a TypeError',
    caught: by('refused-before-sending', 'words-of-another-provider/complete', 'picture-among-the-instructions/stream'),
    client: (client, _asked, context) => {
      if (!context?.signal) throw new TypeError('Cannot read properties of undefined (reading "signal")');
      return client;
    },
  },

  // Attachments
  'drops-papers': {
    title: 'Documents beside images are dropped',
    caught: by('attachments-on-the-wire', 'papers-at-hand/complete', 'papers-at-an-address/stream'),
    messages: drop('[].contents[mediaType=application/pdf]'),
  },
  'shows-the-model-a-file': {
    title: 'Every conversation shows the same file',
    caught: by('attachments-on-the-wire', 'papers-kept-there'),
    sent: append('messages[role=user].content', {
      type: 'document',
      source: { type: 'file', file_id: 'file_of_another' },
    }),
  },
  'takes-pictures-for-papers': {
    title: 'Image URL without a media type becomes a document',
    caught: by('attachments-on-the-wire', 'papers-without-a-type'),
    sent: set('messages[].content[type=image].type', 'document'),
  },

  // History
  'rewrites-what-it-was-asked': {
    title: 'Messages of the caller are changed in place',
    caught: by('history-on-the-wire', 'single-call/complete', 'choice-none/stream'),
    messages: change('[].contents[type=text]', (content: TextContent) => {
      content.text = `${content.text}!`;
      return content;
    }),
  },
  'forgets-text-beside-calls': {
    title: 'Text beside calls is not sent back',
    caught: by('history-on-the-wire', 'parallel-calls'),
    messages: change('[role=assistant].contents', (contents: readonly Content[]) =>
      contents.some((c) => c.type === 'function-call') ? contents.filter((c) => c.type !== 'text') : contents,
    ),
  },
  'claims-a-kept-conversation': {
    title: 'Conversation id is invented, only the last message sent',
    caught: by('history-on-the-wire', 'parallel-calls'),
    messages: last('[]'),
    options: drop('conversationId'),
    told: set('conversationId', 'conversation-1'),
  },
  'says-the-history-twice': {
    title: 'History is sent twice',
    caught: by('history-on-the-wire', 'parallel-calls/complete', 'reasoning-across-turn/stream'),
    messages: change('', (messages: readonly ChatMessage[]) => [...messages.slice(0, -1), ...messages]),
  },
  'forgets-actions': {
    title: 'Action calls are not sent back',
    caught: by('history-on-the-wire', 'look-and-click/complete', 'view-and-replace/stream'),
    messages: drop('[].contents[type=action-call]'),
  },
  'says-nothing-first': {
    title: 'Empty text is put before calls in the history',
    caught: by('requests-acceptable', 'single-call/complete', 'no-arguments/stream'),
    sent: change('messages[role=assistant].content', (blocks: readonly Block[] | string) =>
      Array.isArray(blocks) && !blocks.some(meets('type=text')) ? [{ type: 'text', text: '' }, ...blocks] : blocks,
    ),
  },
  'forgets-what-the-provider-did': {
    title: 'Server tool calls and results are not sent back',
    caught: by('hosted-history-on-the-wire', 'cited-answer/complete', 'called-on-trust/stream'),
    modelledOn: ['B002'],
    sent: drop(
      'messages[].content[type=server_tool_use|mcp_tool_use]',
      'messages[].content[tool_use_id,type!=tool_result]',
    ),
  },
  'forgets-search-results': {
    title: 'Hosted search results are not sent back',
    caught: by('hosted-history-on-the-wire', 'cited-answer/complete', 'search-then-call/stream'),
    messages: drop('[].contents[type=hosted-tool-result]'),
  },
  'forgets-failed-fetches': {
    title: 'Server tool errors are not sent back',
    caught: by('hosted-history-on-the-wire', 'unreachable-and-on'),
    modelledOn: ['B013'],
    sent: drop(
      'messages[].content[type!=tool_result,is_error=true]',
      'messages[].content[type!=tool_result,content.type=*_error]',
    ),
  },
  'forgets-what-citations-are-found-by': {
    title: 'Citations of a text are not sent back',
    caught: by('hosted-history-on-the-wire', 'cited-answer'),
    sent: drop('messages[].content[].citations'),
  },
  'forgets-which-code-searched': {
    title: 'Caller of a code-made search is not sent back',
    caught: by('hosted-history-on-the-wire', 'filtered-by-code'),
    sent: drop('messages[].content[type!=tool_use].caller'),
  },
  'swaps-a-server-and-its-tool': {
    title: 'Server name and tool name are swapped in history',
    caught: by('hosted-history-on-the-wire', 'called-on-trust'),
    sent: change('messages[].content[type=mcp_tool_use]', ({ name, server_name, ...block }: Block) => ({
      ...block,
      name: server_name,
      server_name: name,
    })),
  },
  'goes-on-from-the-beginning': {
    title: 'Paused turn is continued without what it had said',
    caught: by('hosted-history-on-the-wire', 'paused-turn'),
    sent: set('messages[role=assistant].content', [{ type: 'text', text: 'So far.' }]),
  },
  'makes-up-opaque-members': {
    title: 'Opaque members of search results go back empty',
    caught: by('hosted-history-on-the-wire', 'cited-answer/complete', 'search-then-call/stream'),
    modelledOn: ['B212'],
    sent: set(['**[encrypted_content].encrypted_content', '**[encrypted_index].encrypted_index'], ''),
  },
  'replays-code-without-its-result': {
    title: 'Code execution goes back without its result',
    caught: by('requests-acceptable', 'filtered-by-code'),
    modelledOn: ['B001'],
    sent: drop('messages[].content[type=code_execution_tool_result]'),
  },
  'answers-a-failed-fetch': {
    title: 'Failed server tool goes back as a function result',
    caught: by('requests-acceptable', 'unreachable-and-on'),
    modelledOn: ['B004'],
    sent: replace('messages[]', (message: Block) => {
      const blocks = Array.isArray(message.content) ? (message.content as readonly Block[]) : [];
      const failures = blocks.filter((b) => isFailure(b) || isError(b));
      if (failures.length === 0) return [message];
      return [
        { ...message, content: blocks.filter((block) => !failures.includes(block)) },
        {
          role: 'user',
          content: failures.map((b) => ({ ...b, type: 'tool_result', content: 'failed', is_error: true })),
        },
      ];
    }),
  },
  'replays-advice-without-its-call': {
    title: 'Advisor result goes back without its call',
    caught: by('requests-acceptable', 'raw-advisor'),
    modelledOn: ['B005'],
    sent: drop('messages[].content[name=advisor]'),
  },
  'leaves-the-container': {
    title: 'Continued turn does not name its container',
    caught: by('requests-acceptable', 'paused-more-than-once'),
    sent: drop('container'),
  },
  'cites-with-members-of-answers': {
    title: 'Citations go back with a member only responses have',
    caught: by('requests-fit-schema', 'cites-what-it-was-given'),
    sent: set('messages[].content[].citations[].file_id', null),
  },
  'forgets-reasoning': {
    title: 'Reasoning is not sent back within a turn',
    caught: by('opaque-state-returned', 'reasoning-across-turn'),
    modelledOn: ['B014'],
    messages: drop('[].contents[type=reasoning]'),
  },
  'signs-with-what-is-sealed': {
    title: 'Redacted reasoning goes back as signed empty reasoning',
    caught: by('opaque-state-returned', 'reasoning-across-turn'),
    sent: change('messages[].content[type=redacted_thinking]', ({ data }: Block) => ({
      type: 'thinking',
      thinking: '',
      signature: data,
    })),
  },
  'forgets-who-called': {
    title: 'Call made by code goes back as the model’s',
    caught: by('opaque-state-returned', 'raw-called-by-code'),
    messages: drop('[].contents[type=function-call].rawRepresentation'),
  },

  // Results
  'answers-under-another-id': {
    title: 'Results use the function name as call id',
    caught: by('call-ids-link', 'single-call/complete', 'parallel-calls/stream'),
    messages: copy('[].contents[type=function-result].name', 'callId'),
  },
  'replays-calls-under-new-ids': {
    title: 'Calls go back under ids of the adapter',
    caught: by('call-ids-link', 'single-call/complete', 'parallel-calls/stream'),
    messages: change('[].contents[type=function-call]', ({ rawRepresentation: _, ...call }: FunctionCallContent) => ({
      ...call,
      callId: `call_${call.name}`,
    })),
  },
  'answers-what-nobody-asked': {
    title: 'Server tool call is answered as a function call',
    caught: by('call-ids-link', 'cited-answer'),
    messages: replace('[]', (message: ChatMessage) => {
      const call = message.contents.find((c) => c.type === 'hosted-tool-call');
      if (call?.type !== 'hosted-tool-call') return [message];
      return [message, { role: 'tool', contents: [{ type: 'function-result', callId: call.callId, result: 'none' }] }];
    }),
  },
  'sends-only-the-last-result': {
    title: 'Only the last of several results is sent',
    caught: by('results-on-the-wire', 'parallel-calls'),
    messages: last('[].contents[type=function-result]'),
  },
  'names-interruptions-nobody-made': {
    title: 'All results but the first become interruptions',
    caught: by('results-on-the-wire', 'parallel-calls'),
    modelledOn: ['B032'],
    messages: change('[].contents[type=function-result]', (result: FunctionResultContent, i, contents) =>
      i === contents.findIndex(({ type }) => type === result.type)
        ? result
        : { type: result.type, callId: result.callId, error: 'The call was interrupted by the user.' },
    ),
  },
  'says-failure-as-success': {
    title: 'Function error is sent as its result',
    caught: by('results-on-the-wire', 'function-fails'),
    messages: change('[].contents[type=function-result,error=*]', ({ type, callId, error }: FunctionResultContent) => ({
      type,
      callId,
      result: error,
    })),
  },
  'sends-no-blocks-of-results': {
    title: 'Result made of content blocks is sent empty',
    caught: by('results-on-the-wire', 'cites-what-it-was-given'),
    sent: change('messages[].content[type=tool_result].content', (content) => (Array.isArray(content) ? '' : content)),
  },
  'abandons-a-call': {
    title: 'Call that did not finish goes back unanswered',
    caught: by('requests-acceptable', 'single-call/complete', 'parallel-calls/stream'),
    modelledOn: ['B031'],
    sent: change('messages', (messages) => {
      let isGone = false;
      const dropOnce = replace('[].content[type=tool_result]', (result) => {
        if (isGone) return [result];
        isGone = true;
        return [];
      });
      return dropOnce(messages)[0];
    }),
  },
  'speaks-before-the-results': {
    title: 'Text is put before the results of calls',
    caught: by('requests-acceptable', 'parallel-calls/complete', 'single-call/stream'),
    sent: change('messages[].content', (blocks: readonly Block[] | string) =>
      Array.isArray(blocks) && blocks.some(meets('type=tool_result'))
        ? [{ type: 'text', text: 'Results:' }, ...blocks]
        : blocks,
    ),
  },
  'forgets-the-toolset-of-a-result': {
    title: 'Toolset name is missing from results',
    caught: by('requests-acceptable', 'raw-browser/complete', 'look-and-click/stream'),
    sent: drop('messages[].content[type=tool_result].toolset_name'),
  },
  'drops-screenshots': {
    title: 'Only text of action results is sent',
    caught: by('action-results-on-the-wire', 'look-and-click'),
    messages: drop('[].contents[type=action-result].outputs[type=data]'),
  },
  'sends-screenshots-as-text': {
    title: 'Screenshot is sent as base64 text',
    caught: by('action-results-on-the-wire', 'look-and-click/complete', 'every-action/stream'),
    modelledOn: ['B037'],
    messages: change('[].contents[type=action-result].outputs[type=data]', ({ data }: { readonly data: string }) => ({
      type: 'text',
      text: data,
    })),
  },
  'says-failed-actions-succeeded': {
    title: 'Action error is sent as its output',
    caught: by('action-results-on-the-wire', 'action-fails/complete', 'command-fails/stream', 'restarted/complete'),
    messages: change('[].contents[type=action-result].outputs[type=error]', asText),
  },
  'forgets-exit-codes': {
    title: 'Exit code of a command is not sent',
    caught: by('action-results-on-the-wire', 'restarted'),
    messages: drop('[].contents[type=action-result].exitCode'),
  },
  'trims-output': {
    title: 'Command output is trimmed',
    caught: by('action-results-on-the-wire', 'runs-and-reports/complete', 'view-and-replace/stream'),
    messages: change('[].contents[type=action-result].outputs[type=text].text', (text: string) => text.trim()),
  },
  'answers-one-action-of-several': {
    title: 'Only the last of several action results is sent',
    caught: by('action-results-on-the-wire', 'every-action/complete', 'every-command/stream'),
    messages: last('[].contents[type=action-result]'),
  },

  // How often, and to whom
  'sends-everything-twice': {
    title: 'Every request is sent twice',
    caught: by('requests-expected', 'single-call/complete', 'choice-none/complete'),
    client: (client) => ({
      ...client,
      async getResponse(...asked) {
        const response = await client.getResponse(...asked);
        await client.getResponse(...asked).catch(() => undefined);
        return response;
      },
    }),
  },
  'calls-home': {
    title: 'Adapter opens a connection to a telemetry host',
    caught: by('requests-expected', 'single-call/complete', 'choice-none/stream'),
    client: (client) => {
      try {
        connect(443, 'telemetry.example').on('error', () => {});
      } catch {
        // Such code always swallows its own failure.
      }
      return client;
    },
  },
  'sends-what-was-given-up': {
    title: 'Aborted call still sends its request',
    caught: by('aborts-honoured', 'given-up-before/complete'),
    phase: 'error',
    client: (client, _asked, context) => ({
      ...client,
      async getResponse(messages, options) {
        if (!context?.signal?.aborted) return client.getResponse(messages, options, context);
        setImmediate(() => client.getResponse(messages, options).catch(() => {}));
        throw new AbortedError('The caller aborted the call.');
      },
    }),
  },
});

const isFailure = meets('type!=tool_result,is_error=true');
const isError = meets('type!=tool_result,content.type=*_error');
