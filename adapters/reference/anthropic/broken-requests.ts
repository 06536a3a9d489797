/** Defects in what is declared, asked and sent back. */
import { connect } from 'node:net';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type {
  CallContext,
  ChatMessage,
  Content,
  FunctionResultContent,
  TextContent,
  Tool,
  WebSearchTool,
} from '../../../spec/contract/index.ts';
import { broken, by } from '../../broken/broken-adapter.ts';
import { all, allButLast, append, change, copy, drop, last, meets, replace, set } from '../../broken/operations.ts';

type Block = JsonObject;

/** A message as it is sent. */
interface Sent {
  readonly content: readonly Block[];
}

/** A failure as text, for places that take text. */
const asText = ({ message }: { readonly message: string }) => ({ type: 'text', text: message });

export const brokenAnthropicRequests = broken('anthropic', {
  'cites-in-user-text': {
    title: 'Text of the user has citations',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: set('messages[role=user].content[type=text].citations', [{ type: 'web_search_result_location' }]),
  },
  'replaces-format-by-tool': {
    title: 'A forced tool replaces the response format',
    caught: by('sends-tools', 'output-format-beside-functions'),
    phase: 'request',
    sent: all(
      append('[output_config.format].tools', { name: 'json', input_schema: { type: 'object' } }),
      drop('output_config.format'),
    ),
  },
  'drops-definitions': {
    title: 'Schema definitions are dropped, and references dangle',
    caught: by('sends-tools', 'schema-keywords'),
    phase: 'schema',
    sent: drop('tools[].input_schema.$defs', 'tools[].input_schema.definitions'),
  },
  // Tools
  'drops-tool-description': {
    title: 'Function description is not sent',
    caught: by('sends-tools', 'call-single'),
    options: set('tools[type=function].description', ''),
  },
  'flattens-schema': {
    title: 'Function schema is reduced to type and required',
    caught: by('sends-tools', 'call-parallel/complete', 'tool-choice-none/stream'),
    options: drop('tools[type=function].parameters.properties|additionalProperties'),
  },
  'drops-tools-with-mode-none': {
    title: 'Tool mode "none" drops the tools',
    caught: by('sends-tools', 'tool-choice-none'),
    options: drop('[toolMode.type=none].tools'),
  },
  'drops-search-domains': {
    title: 'Allowed domains of a web search are not sent',
    caught: by('sends-tools', 'search-domains-and-location'),
    options: change('tools[type=web-search,userLocation]', ({ type, userLocation }: WebSearchTool) => ({
      type,
      userLocation,
    })),
  },
  'leaks-code-file-across-conversations': {
    title: 'Every conversation uploads the same file to code execution',
    caught: by('sends-tools', 'execution-error'),
    sent: append('messages[role=user].content', { type: 'container_upload', file_id: 'file_of_another' }),
  },
  'disables-allowed-mcp-tools': {
    title: 'Allowed MCP tools are named but not enabled',
    caught: by('sends-tools', 'call-with-function'),
    sent: set('tools[configs].configs', { search: {} }),
  },
  'drops-tools-from-paused-turn': {
    title: 'Request that continues a paused turn declares no tools',
    caught: by('sends-tools', 'pause-turn-once'),
    sent: change('', (body: { readonly messages: readonly Block[] }) =>
      body.messages.at(-1)?.role === 'assistant' ? { ...body, tools: undefined } : body,
    ),
  },
  'mistakes-tool-name-for-type': {
    title: 'Text editor is declared with its name as type',
    caught: by('request-provider-rules', 'command-basic/complete', 'command-all/stream'),
    from: ['B022'],
    sent: copy('tools[name=str_replace_based_edit_tool].name', 'type'),
  },
  'renames-hosted-tools': {
    title: 'Server tools are declared under abstract names',
    caught: by('request-provider-rules', 'search-basic/complete', 'page-basic/stream'),
    sent: change('tools[type=web_*].name', (name: string) => name.replace('_', '-')),
  },
  'renames-functions-with-server-title': {
    title: 'Function names start with a name containing spaces',
    caught: by('request-provider-rules', 'call-single/complete', 'call-parallel/stream'),
    from: ['B041'],
    sent: change('tools[input_schema].name', (name: string) => `Weather Service__${name}`),
  },
  'mistakes-server-tool-name-for-type': {
    title: 'Server tool is declared with its name as type',
    caught: by('request-schema', 'search-basic'),
    sent: copy('tools[type].name', 'type'),
  },

  // Options and headers
  'ignores-model-setting': {
    title: 'Another model than the configured one is requested',
    caught: by('sends-options', 'call-single/complete', 'tool-choice-none/stream'),
    settings: set('model', 'another-model'),
  },
  'hardcodes-host': {
    title: 'Requests ignore the base URL of the settings',
    caught: by('request-sequence', 'call-single/complete', 'tool-choice-none/stream'),
    settings: set('baseUrl', 'https://proxy.example'),
  },
  'drops-raw-members': {
    title: 'Raw members of the request are not sent',
    caught: by('sends-options', 'raw-member-metadata'),
    options: drop('rawRepresentation'),
  },
  'drops-tool-choice': {
    title: 'Tool mode is not sent',
    caught: by(
      'sends-options',
      'tool-choice-required/complete',
      'tool-choice-none/stream',
      'tool-choice-function/complete',
    ),
    from: ['B035'],
    options: drop('toolMode'),
  },
  'drops-unsupported-options-without-warning': {
    title: 'Unsupported setting is dropped without a warning',
    caught: by('sends-options', 'options-basic'),
    options: drop('temperature'),
  },
  'drops-instructions': {
    title: 'Instructions are not sent',
    caught: by('sends-options', 'call-single'),
    options: drop('instructions'),
  },
  'invents-instructions': {
    title: 'Default instructions are sent when the caller sets none',
    caught: by('sends-options', 'call-parallel'),
    options: set('[!instructions].instructions', 'You are a helpful assistant.'),
  },
  'invents-parallel-call-limit': {
    title: 'Specific tool choice always disables parallel calls',
    caught: by('sends-options', 'tool-choice-function'),
    sent: set('tool_choice.disable_parallel_tool_use', true),
  },
  'mistypes-tool-choice-required': {
    title: 'Tool choice uses "required" of another API',
    caught: by('sends-options', 'tool-choice-required'),
    sent: set('[tool_choice.type=any].tool_choice', { type: 'required' }),
  },
  'forces-calls-of-model-without': {
    title: 'Call is forced on a model that rejects it',
    caught: by('request-provider-rules', 'tool-choice-required'),
    sent: set('[tool_choice.type=any].model', 'claude-sonnet-5-5'),
  },
  'drops-conversation-id-without-warning': {
    title: 'Conversation id is dropped without a warning',
    caught: by('sends-options', 'conversation-and-store-unsupported'),
    told: drop('warnings[message=*conversationId*]'),
  },
  'invents-unspecific-warning': {
    title: 'Every response warns about an unnamed setting',
    caught: by('sends-options', 'call-single'),
    response: set('warnings', [{ code: 'unsupported-setting', message: 'Something was not sent.' }]),
    update: set('[finishReason].warnings', [{ code: 'unsupported-setting', message: 'Something was not sent.' }]),
  },
  'omits-credentials': {
    title: 'Requests carry no credentials',
    caught: by('request-requirements', 'call-single'),
    requestHeaders: drop('authorization', 'x-api-key'),
  },
  'omits-beta-header': {
    title: 'Beta header required by a request member is missing',
    caught: by('request-requirements', 'call-basic/complete', 'server-token/stream'),
    requestHeaders: drop('anthropic-beta'),
  },
  'sends-mcp-beta-only': {
    title: 'Only the MCP beta is ever sent',
    caught: by('request-requirements', 'raw-tool-advisor/complete', 'raw-tool-computer-legacy/stream'),
    requestHeaders: drop('[anthropic-beta!=*mcp-client*].anthropic-beta'),
  },
  'invents-beta-header': {
    title: 'Skills beta is sent with MCP requests',
    caught: by('request-provider-rules', 'call-basic/complete', 'server-token/stream'),
    from: ['B023'],
    requestHeaders: change('anthropic-beta', (betas: string) => `${betas},skills-2025-10-02`),
  },
  'omits-content-type': {
    title: 'JSON body is sent as text/plain',
    caught: by('request-provider-rules', 'call-single'),
    requestHeaders: set('[content-type].content-type', 'text/plain'),
  },

  // Tools that the provider API lacks
  'drops-unsupported-tools': {
    title: 'Unsupported tool is dropped silently',
    caught: by('rejects-before-sending', 'reject-unsupported-tool'),
    options: drop('tools[type!=function|raw]'),
  },
  'forwards-unsupported-tools': {
    title: 'Unsupported tool is forwarded as it is',
    caught: by('rejects-before-sending', 'reject-unsupported-tool'),
    options: change('tools[type!=function|raw]', ({ type }: Tool) => ({
      type: 'raw',
      providerApi: 'anthropic',
      declaration: { type },
    })),
  },
  'replaces-unsupported-tools': {
    title: 'Unsupported tool is replaced by a function',
    caught: by('rejects-before-sending', 'reject-unsupported-tool'),
    options: change('tools[type!=function|raw]', ({ type }: Tool) => ({
      type: 'function',
      name: type,
      parameters: { type: 'object' },
    })),
  },
  'omits-supported-tools-from-rejection': {
    title: 'UnsupportedToolError does not list supported tools',
    caught: by('rejects-before-sending', 'reject-unsupported-tool/complete'),
    fails: (error) => Object.assign(error, { supported: [] }),
  },
  'requires-abort-signal': {
    title: 'Call without an abort signal fails',
    caught: by('error-types', 'reject-unsupported-tool/complete'),
    client: (client, _asked, context) => {
      (context as CallContext).signal?.throwIfAborted();
      return client;
    },
  },
  'requires-abort-signal-for-rejection': {
    title: 'Call without an abort signal throws a TypeError',
    caught: by('rejects-before-sending', 'reject-foreign-raw-tool/complete', 'reject-system-image/stream'),
    client: (client, _asked, context) => {
      if (!context?.signal) throw new TypeError('Cannot read properties of undefined (reading "signal")');
      return client;
    },
  },

  // Attachments
  'drops-documents': {
    title: 'Documents beside images are dropped',
    caught: by('sends-attachments', 'input-image-and-document/complete', 'input-urls/stream'),
    messages: drop('[].contents[mediaType=application/pdf]'),
  },
  'leaks-attached-file-across-conversations': {
    title: 'Every conversation shows the same file',
    caught: by('sends-attachments', 'input-hosted-file'),
    sent: append('messages[role=user].content', {
      type: 'document',
      source: { type: 'file', file_id: 'file_of_another' },
    }),
  },
  'mistypes-image-urls-as-documents': {
    title: 'Image URL without a media type becomes a document',
    caught: by('sends-attachments', 'input-url-media-type-missing'),
    sent: set('messages[].content[type=image].type', 'document'),
  },

  // History
  'mutates-caller-messages': {
    title: 'Messages of the caller are changed in place',
    caught: by('sends-history', 'call-single/complete', 'tool-choice-none/stream'),
    messages: change('[].contents[type=text]', (content: TextContent) => {
      content.text = `${content.text}!`;
      return content;
    }),
  },
  'drops-text-beside-calls': {
    title: 'Text beside calls is not sent back',
    caught: by('sends-history', 'call-parallel'),
    messages: change('[role=assistant].contents', (contents: readonly Content[]) =>
      contents.some((c) => c.type === 'function-call') ? contents.filter((c) => c.type !== 'text') : contents,
    ),
  },
  'invents-conversation-id': {
    title: 'Conversation id is invented, only the last message sent',
    caught: by('sends-history', 'call-parallel'),
    sent: last('messages[]'),
    told: set('conversationId', 'conversation-1'),
  },
  'duplicates-history': {
    title: 'History is sent twice',
    caught: by('sends-history', 'call-parallel/complete', 'reasoning-signed/stream'),
    messages: change('', (messages: readonly ChatMessage[]) => [...messages.slice(0, -1), ...messages]),
  },
  'drops-actions-from-history': {
    title: 'Action calls are not sent back',
    caught: by('sends-history', 'action-basic/complete', 'command-basic/stream'),
    sent: drop('messages[].content[type=tool_use]'),
  },
  'sends-empty-text-before-call': {
    title: 'Empty text is put before calls in the history',
    caught: by('request-provider-rules', 'call-single/complete', 'call-no-arguments/stream'),
    sent: change('messages[role=assistant].content', (blocks: readonly Block[] | string) =>
      Array.isArray(blocks) && !blocks.some(meets('type=text')) ? [{ type: 'text', text: '' }, ...blocks] : blocks,
    ),
  },
  'drops-compaction-from-history': {
    title: 'Compaction blocks are not sent back',
    caught: by('sends-hosted-history', 'raw-member-compaction-block'),
    sent: drop('messages[].content[type=compaction]'),
  },
  'drops-hosted-tools-from-history': {
    title: 'Server tool calls and results are not sent back',
    caught: by('sends-hosted-history', 'search-basic/complete', 'call-basic/stream'),
    from: ['B002'],
    sent: drop(
      'messages[].content[type=server_tool_use|mcp_tool_use]',
      'messages[].content[tool_use_id,type!=tool_result]',
    ),
  },
  'drops-search-results-from-history': {
    title: 'Hosted search results are not sent back',
    caught: by('sends-hosted-history', 'search-basic/complete', 'search-with-function/stream'),
    messages: drop('[].contents[type=hosted-tool-result]'),
  },
  'drops-failed-hosted-results-from-history': {
    title: 'Server tool errors are not sent back',
    caught: by('sends-hosted-history', 'page-error-continued'),
    from: ['B013'],
    sent: drop(
      'messages[].content[type!=tool_result,is_error=true]',
      'messages[].content[type!=tool_result,content.type=*_error]',
    ),
  },
  'drops-citation-state-from-history': {
    title: 'Citations of a text are not sent back',
    caught: by('sends-hosted-history', 'search-basic'),
    sent: drop('messages[].content[].citations'),
  },
  'drops-caller-of-searches': {
    title: 'Caller of a search from code is lost',
    caught: by('sends-hosted-history', 'search-from-code'),
    sent: drop('messages[].content[type!=tool_use].caller'),
  },
  'swaps-server-and-tool-names': {
    title: 'Server name and tool name are swapped in history',
    caught: by('sends-hosted-history', 'call-basic'),
    sent: change('messages[].content[type=mcp_tool_use]', ({ name, server_name, ...block }: Block) => ({
      ...block,
      name: server_name,
      server_name: name,
    })),
  },
  'restarts-paused-turn': {
    title: 'Paused turn is continued without its earlier contents',
    caught: by('sends-hosted-history', 'pause-turn-once'),
    sent: set('messages[role=assistant].content', [{ type: 'text', text: 'So far.' }]),
  },
  'sends-other-cited-source': {
    title: 'Citations go back with the title as their quote',
    caught: by('sends-hosted-history', 'search-basic'),
    phase: 'multi-turn',
    sent: copy('**[encrypted_index].title', 'cited_text'),
  },
  'invents-opaque-state': {
    title: 'Opaque members of search results go back empty',
    caught: by('sends-hosted-history', 'search-basic/complete', 'search-with-function/stream'),
    from: ['B212'],
    sent: set(['**[encrypted_content].encrypted_content', '**[encrypted_index].encrypted_index'], ''),
  },
  'drops-code-result-from-history': {
    title: 'Code execution goes back without its result',
    caught: by('request-provider-rules', 'search-from-code'),
    from: ['B001'],
    sent: drop('messages[].content[type=code_execution_tool_result]'),
  },
  'sends-result-for-failed-hosted-call': {
    title: 'Failed server tool goes back as a function result',
    caught: by('request-provider-rules', 'page-error-continued'),
    from: ['B004'],
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
  'drops-advisor-call-from-history': {
    title: 'Advisor result goes back without its call',
    caught: by('request-provider-rules', 'raw-tool-advisor'),
    from: ['B005'],
    sent: drop('messages[].content[name=advisor]'),
  },
  'drops-container-of-paused-turn': {
    title: 'Continued turn does not name its container',
    caught: by('request-provider-rules', 'pause-turn-repeated'),
    sent: drop('container'),
  },
  'sends-response-only-citation-members': {
    title: 'Citations go back with a member only responses have',
    caught: by('request-schema', 'citation-function-results-and-documents'),
    sent: set('messages[].content[].citations[].file_id', null),
  },
  'drops-reasoning-from-history': {
    title: 'Reasoning is not sent back within a turn',
    caught: by('sends-opaque-state', 'reasoning-signed'),
    from: ['B014'],
    messages: drop('[].contents[type=reasoning]'),
  },
  'drops-reasoning-of-earlier-steps': {
    title: 'Only the reasoning of the last step goes back',
    caught: by('sends-opaque-state', 'reasoning-steps'),
    sent: allButLast('messages[role=assistant]', drop('content[type=thinking]')),
  },
  'mistakes-redacted-for-signed-reasoning': {
    title: 'Redacted reasoning goes back as signed empty reasoning',
    caught: by('sends-opaque-state', 'reasoning-signed'),
    sent: change('messages[].content[type=redacted_thinking]', ({ data }: Block) => ({
      type: 'thinking',
      thinking: '',
      signature: data,
    })),
  },
  'drops-call-caller': {
    title: 'Call by code goes back as the model’s',
    caught: by('sends-opaque-state', 'call-from-code'),
    messages: drop('[].contents[type=function-call].rawRepresentation'),
  },

  // Results
  'renames-result-call-ids': {
    title: 'Results use the function name as call id',
    caught: by('call-ids-match', 'call-single/complete', 'call-parallel/stream'),
    sent: change('messages', (messages: readonly Sent[]) => {
      const blocks = messages.flatMap(({ content }) => content);
      const named = (id: unknown) => blocks.find((block) => block.type === 'tool_use' && block.id === id)?.name ?? id;
      const [renamed] = replace('[].content[type=tool_result]', (result: Block) => [
        { ...result, tool_use_id: named(result.tool_use_id) },
      ])(messages);
      return renamed;
    }),
  },
  'renames-replayed-call-ids': {
    title: 'Calls go back under ids of the adapter',
    caught: by('call-ids-match', 'call-single/complete', 'call-parallel/stream'),
    sent: change('messages[].content[type=tool_use]', (call: Block) => ({ ...call, id: `call_${call.name}` })),
  },
  'sends-result-for-hosted-call': {
    title: 'Server tool call gets a function result',
    caught: by('call-ids-match', 'search-basic'),
    sent: replace('messages[]', (message: Sent) => {
      const call = Array.isArray(message.content) && message.content.find(meets('type=server_tool_use'));
      if (!call) return [message];
      return [message, { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'none' }] }];
    }),
  },
  'sends-last-result-only': {
    title: 'Only the last of several results is sent',
    caught: by('sends-function-results', 'call-parallel'),
    sent: last('messages[].content[type=tool_result]'),
  },
  'mistakes-parallel-results-for-interrupted': {
    title: 'All results but the first become interruptions',
    caught: by('sends-function-results', 'call-parallel'),
    messages: change('[].contents[type=function-result]', (result: FunctionResultContent, i, contents) =>
      i === contents.findIndex(({ type }) => type === result.type)
        ? result
        : { type: result.type, callId: result.callId, error: 'The call was interrupted by the user.' },
    ),
  },
  'mistakes-failed-result-for-success': {
    title: 'Function error is sent as its result',
    caught: by('sends-function-results', 'result-error'),
    messages: change('[].contents[type=function-result,error=*]', ({ type, callId, error }: FunctionResultContent) => ({
      type,
      callId,
      result: error,
    })),
  },
  'drops-raw-result-blocks': {
    title: 'Result of content blocks is sent empty',
    caught: by('sends-function-results', 'citation-function-results-and-documents'),
    sent: change('messages[].content[type=tool_result].content', (content) => (Array.isArray(content) ? '' : content)),
  },
  'repairs-gap-with-interruption': {
    title: 'Result that comes later is replaced by an interruption',
    caught: by('sends-function-results', 'history-user-before-results'),
    from: ['B032'],
    messages: change('', (messages: readonly ChatMessage[]) =>
      messages.flatMap((message, i) => {
        const calls = message.contents.filter((c) => c.type === 'function-call');
        const after = messages[i + 1]?.contents.filter((c) => c.type === 'function-result') ?? [];
        const open = calls.filter(({ callId }) => !after.some((result) => result.callId === callId));
        const repaired = open.map(({ callId }) => ({ type: 'function-result', callId, error: interrupted }) as const);
        if (calls.length > 0 && open.length > 0) return [message, { role: 'tool', contents: repaired }];
        return message.role === 'tool' && after.length === 0 && i > 0 && isLate(messages, i) ? [] : [message];
      }),
    ),
  },
  'omits-result-of-aborted-call': {
    title: 'Unfinished call goes back without a result',
    caught: by('request-provider-rules', 'call-single/complete', 'call-parallel/stream'),
    from: ['B031'],
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
  'reorders-text-before-results': {
    title: 'Text is put before the results of calls',
    caught: by('request-provider-rules', 'call-parallel/complete', 'call-single/stream'),
    sent: change('messages[].content', (blocks: readonly Block[] | string) =>
      Array.isArray(blocks) && blocks.some(meets('type=tool_result'))
        ? [{ type: 'text', text: 'Results:' }, ...blocks]
        : blocks,
    ),
  },
  'drops-result-toolset': {
    title: 'Toolset name is missing from results',
    caught: by('request-provider-rules', 'page-by-toolset/complete', 'action-basic/stream'),
    sent: drop('messages[].content[type=tool_result].toolset_name'),
  },
  'replaces-memory-results': {
    title: 'Result of a memory command is a fixed word',
    caught: by('sends-function-results', 'command-view'),
    messages: change('[].contents[type=function-result,name=memory].result', () => 'done'),
  },
  'drops-screenshots': {
    title: 'Only text of action results is sent',
    caught: by('sends-action-results', 'action-basic'),
    messages: drop('[].contents[type=action-result].outputs[type=data]'),
  },
  'mistypes-screenshots-as-text': {
    title: 'Screenshot is sent as base64 text',
    caught: by('sends-action-results', 'action-basic/complete', 'action-all/stream'),
    messages: change('[].contents[type=action-result].outputs[type=data]', ({ data }: { readonly data: string }) => ({
      type: 'text',
      text: data,
    })),
  },
  'mistakes-failed-actions-for-success': {
    title: 'Action error is sent as its output',
    caught: by('sends-action-results', 'action-error/complete', 'command-error/stream', 'command-restart/complete'),
    messages: change('[].contents[type=action-result].outputs[type=error]', asText),
  },
  'drops-exit-codes': {
    title: 'Exit code of a command is not sent',
    caught: by('sends-action-results', 'command-restart'),
    messages: drop('[].contents[type=action-result].exitCode'),
  },
  'trims-command-output': {
    title: 'Command output is trimmed',
    caught: by('sends-action-results', 'command-basic/complete', 'command-basic/stream'),
    messages: change('[].contents[type=action-result].outputs[type=text].text', (text: string) => text.trim()),
  },
  'sends-last-action-result-only': {
    title: 'Only the last of several action results is sent',
    caught: by('sends-action-results', 'action-all/complete', 'command-all/stream'),
    sent: last('messages[].content[type=tool_result]'),
  },

  // How often, and to whom
  'connects-to-other-host': {
    title: 'Adapter opens a connection to a telemetry host',
    caught: by('request-sequence', 'call-single/complete', 'tool-choice-none/stream'),
    client: (client) => {
      try {
        connect(443, 'telemetry.example').on('error', () => {});
      } catch {} // Such code always swallows its own failure.
      return client;
    },
  },
});

const interrupted = 'The call was interrupted by the user.';

/** True for results that do not stand right after their calls. */
const isLate = (messages: readonly ChatMessage[], i: number): boolean =>
  !messages[i - 1]?.contents.some(({ type }) => type === 'function-call');

const isFailure = meets('type!=tool_result,is_error=true');
const isError = meets('type!=tool_result,content.type=*_error');
