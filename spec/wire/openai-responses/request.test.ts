import { describe, expect, it } from 'vitest';
import { validatorFor } from '../../../files/validator.ts';
import { ChatMessage, ChatOptions } from '../../contract/index.ts';
import { factsFromContents } from '../../facts/from-contents.ts';
import { callItem, exampleRequest, jsonExchange, messageItem, responseOf } from './example-exchange.ts';
import { readRequest } from './request.ts';
import { readResponses } from './response.ts';

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
      { type: 'function-result', callId: 'c', result: output },
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
      messageItem('It rains.'),
    ];
    const came = readResponses([jsonExchange(responseOf(output))]).facts.map(({ fact }) => fact);
    const went = factsFromContents({ messages: [...messages(output)], warnings: [] }).facts.map(({ fact }) => fact);
    const withoutPayload = <F extends { kind: string }>(fact: F) => ({ ...fact, payload: undefined });
    expect(went.map(withoutPayload)).toEqual(
      came.filter(({ kind }) => kind !== 'finish' && kind !== 'usage').map(withoutPayload),
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
      toolMode: { type: 'required', functionName: 'f' },
      rawRepresentation: {
        reasoning: { summary: 'auto' },
        include: ['reasoning.encrypted_content'],
        text: { format: { type: 'json_object' } },
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

  it('have functions and web searches as such, and every other tool raw', () => {
    const parameters = { type: 'object', properties: {} };
    const shell = { type: 'shell' };
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
        shell,
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
      { type: 'raw', providerApi: 'openai-responses', declaration: shell },
    ]);
    expect(read_.tools?.map((tool) => paths.get(tool))).toEqual(read_.tools?.map((_, i) => `request.body.tools[${i}]`));
    expect(unread).toEqual([
      { path: 'request.body.tools[0].defer_loading', what: 'tool.defer_loading' },
      { path: 'request.body.tools[4].search_context_size', what: 'tool.search_context_size' },
      { path: 'request.body.tools[4].filters.newest', what: 'tool.filters.newest' },
    ]);
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
    unread: [{ path: 'request.body', what: 'body that is no JSON object' }],
  });
});
