import { describe, expect, it } from 'vitest';
import { validatorFor } from '../../../lib/validator.ts';
import { ChatMessage, ChatOptions } from '../../contract/index.ts';
import { factsFromContents } from '../../facts/from-contents.ts';
import {
  callItem,
  exampleRequest,
  jsonExchange,
  messageItem,
  responseOf,
} from '../families/responses/example-exchange.ts';
import { readResponses } from '../families/responses/reader.ts';
import { readRequest } from './reader.ts';

const read = (body: unknown) => readRequest(exampleRequest(body));
const messages = (input: unknown) => read({ input }).messages;
const options = (body: object) => read(body).options;

describe('the messages of a request', () => {
  it('are a text, or items with their roles', () => {
    expect(messages('Weather?')).toEqual([{ role: 'user', contents: [{ type: 'text', text: 'Weather?' }] }]);
    expect(
      messages([
        { role: 'developer', content: 'Be brief.' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Weather?' }] },
        messageItem('It rains.'),
      ]),
    ).toEqual([
      { role: 'system', contents: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'user', contents: [{ type: 'text', text: 'Weather?' }] },
      { role: 'assistant', contents: [{ type: 'text', text: 'It rains.' }] },
    ]);
  });

  it('gather what the model said, and what functions gave', () => {
    const reasoning = {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'hm' }],
      encrypted_content: 'sealed',
    };
    const input = [
      reasoning,
      callItem('{"city":"Oslo"}', 'a'),
      callItem('[1', 'b'),
      { type: 'function_call_output', call_id: 'call_of_a', output: '4 °C' },
      {
        type: 'function_call_output',
        call_id: 'call_of_b',
        output: [
          { type: 'input_text', text: '5' },
          { type: 'input_text', text: ' °C' },
        ],
      },
    ];
    expect(messages(input)).toEqual([
      {
        role: 'assistant',
        contents: [
          { type: 'reasoning', text: 'hm', protectedData: 'sealed', rawRepresentation: reasoning },
          { type: 'function-call', callId: 'call_of_a', name: 'get_weather', arguments: { city: 'Oslo' } },
          { type: 'function-call', callId: 'call_of_b', name: 'get_weather', argumentsText: '[1' },
        ],
      },
      {
        role: 'tool',
        contents: [
          { type: 'function-result', callId: 'call_of_a', result: '4 °C' },
          { type: 'function-result', callId: 'call_of_b', result: '5 °C' },
        ],
      },
    ]);
  });

  it('keep an output that is more than text, and members that the contract lacks, whole', () => {
    const output = [{ type: 'input_image', image_url: 'https://a.example/x.png' }];
    const call = { ...callItem('{}'), namespace: 'crm' };
    expect(messages([call, { type: 'function_call_output', call_id: 'c', output }]).map((m) => m.contents[0])).toEqual([
      {
        type: 'function-call',
        callId: 'call_of_fc_1',
        name: 'get_weather',
        arguments: {},
        rawRepresentation: call,
      },
      {
        type: 'function-result',
        callId: 'c',
        result: output,
        outputs: [{ type: 'uri', uri: 'https://a.example/x.png', mediaType: 'image/*' }],
      },
    ]);
  });

  it('hold images and files by where their bytes are', () => {
    const parts = [
      { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'low' },
      { type: 'input_image', image_url: 'https://a.example/x.png' },
      { type: 'input_image', file_id: 'file_1' },
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,BBBB' },
      { type: 'input_file', file_id: 'file_2' },
      { type: 'input_file', file_url: 'https://a.example/a.pdf' },
    ];
    expect(messages([{ role: 'user', content: parts }])[0]?.contents).toEqual([
      { type: 'data', data: 'AAAA', mediaType: 'image/png', rawRepresentation: parts[0] },
      { type: 'uri', uri: 'https://a.example/x.png', mediaType: 'image/*' },
      { type: 'hosted-file', fileId: 'file_1', mediaType: 'image/*' },
      { type: 'data', data: 'BBBB', mediaType: 'application/pdf', name: 'a.pdf' },
      { type: 'hosted-file', fileId: 'file_2' },
      { type: 'uri', uri: 'https://a.example/a.pdf' },
    ]);
  });

  it('hold approvals', () => {
    const asked = { type: 'mcp_approval_request', id: 'r', name: 'f', server_label: 's', arguments: '{"a":1}' };
    const answered = { type: 'mcp_approval_response', approval_request_id: 'r', approve: false, reason: 'no' };
    expect(messages([asked, answered])).toEqual([
      {
        role: 'assistant',
        contents: [
          {
            type: 'approval-request',
            requestId: 'r',
            tool: 'mcp-server',
            name: 'f',
            serverName: 's',
            arguments: { a: 1 },
            rawRepresentation: asked,
          },
        ],
      },
      {
        role: 'user',
        contents: [{ type: 'approval-response', requestId: 'r', approved: false, reason: 'no' }],
      },
    ]);
  });

  it('hold what the application did: a picture, output, a patch, each under the id of its call', () => {
    const png = Buffer.from('png').toString('base64');
    const items = [
      {
        type: 'computer_call_output',
        call_id: 'c1',
        output: { type: 'computer_screenshot', image_url: `data:image/png;base64,${png}` },
        acknowledged_safety_checks: [{ id: 'sc_1', code: null }],
      },
      {
        type: 'shell_call_output',
        call_id: 'c2',
        output: [
          { stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } },
          { stdout: '', stderr: 'b', outcome: { type: 'exit', exit_code: 2 } },
        ],
      },
      { type: 'shell_call_output', call_id: 'c3', output: [{ stdout: '', stderr: '', outcome: { type: 'timeout' } }] },
      { type: 'local_shell_call_output', id: 'c4', output: '{"stdout":"a","stderr":"","exit_code":0}' },
      { type: 'apply_patch_call_output', call_id: 'c5', status: 'failed', output: 'no such file' },
    ];
    const [message] = messages(items);
    expect(message?.role).toBe('tool');
    expect(message?.contents).toMatchObject([
      {
        callId: 'c1',
        tool: 'computer-use',
        outputs: [{ type: 'data', data: png, mediaType: 'image/png' }],
        acknowledgedSafetyCheckIds: ['sc_1'],
      },
      {
        callId: 'c2',
        tool: 'shell',
        outputs: [
          { type: 'text', text: 'a' },
          { type: 'error', message: 'b' },
        ],
        exitCode: 2,
      },
      { callId: 'c3', tool: 'shell', outputs: [{ type: 'error', message: '', errorCode: 'timeout' }] },
      { callId: 'c4', tool: 'shell', outputs: [{ type: 'text', text: 'a' }], exitCode: 0 },
      { callId: 'c5', tool: 'text-editor', outputs: [{ type: 'error', message: 'no such file' }] },
    ]);
    expect(message && validatorFor(ChatMessage)(message)).toBe(true);
  });

  it('tell what a shell of the provider did from what the application did', () => {
    const call = { type: 'shell_call', call_id: 'c', action: { commands: ['ls'] } };
    const output = { type: 'shell_call_output', call_id: 'c', output: [] };
    const types = (environment: object | null) =>
      messages([{ ...call, environment }, output]).flatMap((m) => m.contents.map(({ type }) => type));
    expect(types({ type: 'container_reference', container_id: 'x' })).toEqual([
      'hosted-tool-call',
      'hosted-tool-result',
    ]);
    expect(types(null)).toEqual(['action-call', 'action-result']);
  });

  it('say of hosted tools, reasoning, calls and texts just what the answer said that they came in', () => {
    const output = [
      { type: 'reasoning', id: 'rs', summary: [], encrypted_content: 'sealed' },
      {
        type: 'web_search_call',
        id: 'ws',
        status: 'completed',
        action: { type: 'search', query: 'q', sources: [{ url: 'https://a.example/' }] },
      },
      { type: 'code_interpreter_call', id: 'ci', code: '1', outputs: [] },
      { type: 'mcp_list_tools', id: 'm', server_label: 's', tools: [] },
      { type: 'telepathy', id: 't' },
      callItem('{"a":1}'),
      { type: 'custom_tool_call', id: 'ctc', call_id: 'call_s', name: 'sql', input: '{"a":1}' },
      { type: 'mcp_approval_request', id: 'mcpr', server_label: 's', name: 'f', arguments: '{}' },
      {
        type: 'computer_call',
        id: 'cu',
        call_id: 'call_c',
        actions: [{ type: 'wait' }],
        pending_safety_checks: [{ id: 'x' }],
      },
      messageItem('It rains.'),
    ];
    const came = readResponses([jsonExchange(responseOf(output))]).facts.map(({ fact }) => fact);
    const went = factsFromContents({ messages: [...messages(output)], warnings: [] }).facts.map(({ fact }) => fact);
    // What an answer says of these in the words of an adapter, a request does not.
    const withoutPayload = <F extends { kind: string }>(fact: F) => ({
      ...fact,
      ...{ payload: undefined, outputs: undefined, of: undefined, ofServer: undefined },
    });
    expect(went.map(withoutPayload)).toEqual(
      came
        .filter(({ kind }) => !['finish', 'usage', 'model'].includes(kind) && !kind.endsWith('-id'))
        .map(withoutPayload),
    );
  });

  it('have a path each, and list what has no word', () => {
    const {
      messages: all,
      paths,
      unread,
    } = read({
      input: [
        { role: 'user', content: [{ type: 'input_audio' }, { type: 'input_text', text: 'x' }], phase: 'final' },
        callItem('{}'),
        { type: 'item_reference', id: 'x' },
        { role: 'stranger', content: 'x' },
        'no object',
      ],
    });
    expect(all.map((m) => [paths.get(m), ...m.contents.map((c) => paths.get(c))])).toEqual([
      ['request.body.input[0]', 'request.body.input[0].content[1]'],
      ['request.body.input[1]', 'request.body.input[1]'],
    ]);
    expect(unread).toEqual([
      { path: 'request.body.input[0].phase', what: 'message.phase' },
      { path: 'request.body.input[0].content[0]', what: 'input_audio' },
      { path: 'request.body.input[2]', what: 'item_reference' },
      { path: 'request.body.input[3]', what: 'item without a type' },
      { path: 'request.body.input[4]', what: 'item without a type' },
    ]);
  });
});

describe('the options of a request', () => {
  it('are read member by member', () => {
    expect(
      options({
        model: 'm',
        instructions: 'Be brief.',
        max_output_tokens: 9,
        temperature: 0,
        parallel_tool_calls: false,
        store: false,
        previous_response_id: 'resp_0',
        reasoning: { effort: 'high', summary: 'auto' },
        tool_choice: { type: 'function', name: 'f' },
        stream: true,
        include: ['reasoning.encrypted_content'],
        text: { format: { type: 'json_object' } },
        top_p: null,
      }),
    ).toEqual({
      modelId: 'm',
      instructions: 'Be brief.',
      maxOutputTokens: 9,
      temperature: 0,
      allowMultipleToolCalls: false,
      store: false,
      conversationId: 'resp_0',
      reasoning: { effort: 'high' },
      responseFormat: { type: 'json' },
      toolMode: { type: 'required', functionName: 'f' },
      rawRepresentation: {
        reasoning: { summary: 'auto' },
        include: ['reasoning.encrypted_content'],
      },
    });
  });

  it('name a conversation either way', () => {
    expect(options({ conversation: 'conv_1' })).toEqual({ conversationId: 'conv_1' });
    expect(options({ conversation: { id: 'conv_1' } })).toEqual({ conversationId: 'conv_1' });
  });

  it.each([
    ['auto', { toolMode: { type: 'auto' } }],
    ['none', { toolMode: { type: 'none' } }],
    ['required', { toolMode: { type: 'required' } }],
    [{ type: 'web_search_preview' }, { rawRepresentation: { tool_choice: { type: 'web_search_preview' } } }],
    ['sometimes', { rawRepresentation: { tool_choice: 'sometimes' } }],
  ])('have the tool choice %j', (tool_choice, read_) => {
    expect(options({ tool_choice })).toEqual(read_);
  });

  it('stay as they are where the contract cannot say them', () => {
    const body = { max_output_tokens: 'many', temperature: 'hot', store: 1, reasoning: { effort: 'xhigh' }, model: 7 };
    expect(options(body)).toEqual({ rawRepresentation: body });
  });

  it('have functions and web searches as such, and a tool that the contract lacks raw', () => {
    const parameters = { type: 'object', properties: {} };
    const patch = { type: 'apply_patch' };
    const {
      options: read_,
      paths,
      unread,
    } = read({
      tools: [
        { type: 'function', name: 'f', description: 'd', parameters, strict: true, defer_loading: true },
        { type: 'function', name: 'g', parameters, strict: null },
        { type: 'function', name: 'h', parameters: null },
        { type: 'web_search' },
        {
          type: 'web_search_2025_08_26',
          filters: { allowed_domains: ['a.example'], blocked_domains: ['b.example'], newest: true },
          user_location: { type: 'approximate', city: 'Porto', country: 'PT' },
          search_context_size: 'low',
        },
        { type: 'web_search_preview_2025_03_11' },
        patch,
      ],
    });
    expect(read_.tools).toEqual([
      { type: 'function', name: 'f', description: 'd', parameters, strict: true },
      { type: 'function', name: 'g', parameters },
      {
        type: 'raw',
        providerApi: 'openai-responses',
        declaration: { type: 'function', name: 'h', parameters: null },
      },
      { type: 'web-search' },
      {
        type: 'web-search',
        allowedDomains: ['a.example'],
        blockedDomains: ['b.example'],
        userLocation: { city: 'Porto', country: 'PT' },
      },
      { type: 'web-search' },
      { type: 'raw', providerApi: 'openai-responses', declaration: patch },
    ]);
    expect(read_.tools?.map((tool) => paths.get(tool))).toEqual(read_.tools?.map((_, i) => `request.body.tools[${i}]`));
    expect(unread).toEqual([
      { path: 'request.body.tools[0].defer_loading', what: 'tool.defer_loading' },
      { path: 'request.body.tools[4].search_context_size', what: 'tool.search_context_size' },
      { path: 'request.body.tools[4].filters.newest', what: 'tool.filters.newest' },
    ]);
  });

  it.each<[object, object, string[]]>([
    [{ type: 'code_interpreter', container: 'cntr_1' }, { type: 'code-interpreter', containerId: 'cntr_1' }, []],
    [
      { type: 'code_interpreter', container: { type: 'auto', file_ids: ['f'], memory_limit: '4g' } },
      { type: 'code-interpreter', fileIds: ['f'] },
      ['container.memory_limit'],
    ],
    [
      {
        type: 'file_search',
        vector_store_ids: ['vs'],
        max_num_results: 2,
        ranking_options: { ranker: 'auto', score_threshold: 0 },
        filters: { type: 'eq' },
      },
      { type: 'file-search', vectorStoreIds: ['vs'], maximumResultCount: 2, scoreThreshold: 0 },
      ['filters', 'ranking_options.ranker'],
    ],
    [
      { type: 'mcp', server_label: 's', server_url: 'u', require_approval: 'always', authorization: 'REDACTED' },
      {
        type: 'mcp-server',
        serverName: 's',
        serverAddress: 'u',
        approvalMode: 'always',
        authorizationToken: 'REDACTED',
      },
      [],
    ],
    [
      {
        type: 'mcp',
        server_label: 's',
        server_url: 'u',
        server_description: 'd',
        allowed_tools: { tool_names: ['a'] },
        require_approval: { never: { tool_names: ['a'] } },
      },
      { type: 'mcp-server', serverName: 's', serverAddress: 'u', serverDescription: 'd' },
      ['allowed_tools', 'require_approval'],
    ],
    [{ type: 'computer' }, { type: 'computer-use' }, []],
    [
      { type: 'computer_use_preview', display_width: 8, display_height: 9, environment: 'ubuntu' },
      { type: 'computer-use', displayWidth: 8, displayHeight: 9 },
      ['environment'],
    ],
    [
      { type: 'image_generation', size: 'auto', output_format: 'svg', partial_images: 0, quality: 'low' },
      { type: 'image-generation', outputMediaType: 'image/svg+xml', partialImageCount: 0 },
      ['size', 'quality'],
    ],
    [{ type: 'shell', environment: { type: 'local', skills: [] } }, { type: 'shell' }, ['environment.skills']],
    ...[
      { type: 'file_search' },
      { type: 'mcp', server_label: 's', connector_id: 'connector_gmail' },
      { type: 'shell', environment: { type: 'container_auto' } },
    ].map((declaration): [object, object, string[]] => [
      declaration,
      { type: 'raw', providerApi: 'openai-responses', declaration },
      [],
    ]),
  ])('have the hosted tool %j as %j', (declaration, tool, members) => {
    const { options: read_, unread } = read({ tools: [declaration] });
    expect(read_.tools).toEqual([tool]);
    expect(unread).toEqual(members.map((m) => ({ path: `request.body.tools[0].${m}`, what: `tool.${m}` })));
  });

  it('have the limit of calls as that of the search, where that is the only tool of the provider', () => {
    const search = { type: 'web_search' };
    const f = { type: 'function', name: 'f', parameters: { type: 'object' } };
    expect(options({ tools: [f, search], max_tool_calls: 2 })).toMatchObject({
      tools: [{ type: 'function' }, { type: 'web-search', maximumUses: 2 }],
    });
    const beside = options({ tools: [search, { type: 'shell' }], max_tool_calls: 2 });
    expect(beside).toMatchObject({ tools: [{ type: 'web-search' }, {}], rawRepresentation: { max_tool_calls: 2 } });
    expect(beside.tools?.[0]).not.toHaveProperty('maximumUses');
  });

  it('fit the contract, as the messages do', () => {
    const { messages: all, options: every } = read({
      instructions: 's',
      input: [{ role: 'user', content: 'x' }, callItem('{}'), { type: 'telepathy', id: 't' }],
      tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }, { type: 'web_search' }],
      metadata: { user: 'u' },
    });
    expect(validatorFor(ChatOptions)(every)).toBe(true);
    expect(all.map((m) => validatorFor(ChatMessage)(m))).toEqual([true, true]);
  });
});

it('a body that is no JSON object is listed, and nothing is read from it', () => {
  expect(readRequest(exampleRequest('[1'))).toEqual({
    messages: [],
    options: {},
    paths: new Map(),
    unread: [{ path: 'request.body', what: 'body that is not a JSON object' }],
  });
});
