import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ActionResultContent } from '../../contract/index.ts';
import { exampleRequest, jsonExchange, message, streamExchange } from './example-exchange.ts';
import { readResponses } from './reader.ts';
import { readRequest } from './request.ts';

const tools = [
  { type: 'computer_toolset_20260801' },
  { type: 'computer_20251124', name: 'computer' },
  { type: 'bash_20250124', name: 'bash' },
  { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' },
];
const use = (name: string, input: unknown, more = {}) => ({
  type: 'tool_use',
  id: `toolu_${name}`,
  name,
  input,
  ...more,
});
const zoom = use('zoom', { region: [0, 0, 9, 9] }, { toolset_name: 'computer', caller: { type: 'direct' } });
const request = exampleRequest({ tools });

/** The actions that an answer asks for, and what it says that is not understood. */
function asked(content: readonly object[]) {
  const { facts, unread } = readResponses([{ ...jsonExchange(message(content)), request }]);
  return {
    facts: facts.map(({ fact }) => fact).filter(({ kind }) => kind === 'action-call' || kind === 'call'),
    unread,
  };
}

describe('an answer', () => {
  it('asks for actions under the names that the request declares', () => {
    const content = [
      zoom,
      use('computer', { action: 'key', text: 'a' }),
      use('bash', { restart: true }),
      use('bash', { command: 'ls' }),
      use('str_replace_based_edit_tool', { command: 'view', path: 'a' }),
    ];
    expect(asked(content)).toMatchObject({
      unread: [],
      facts: [
        { tool: 'computer-use', actions: [{ type: 'zoom', region: [0, 0, 9, 9] }], id: 'toolu_zoom' },
        { tool: 'computer-use', actions: [{ type: 'key', text: 'a' }] },
        { tool: 'shell', actions: [{ type: 'restart' }] },
        { tool: 'shell', actions: [{ type: 'exec', command: 'ls' }] },
        { tool: 'text-editor', actions: [{ type: 'view', path: 'a' }] },
      ],
    });
  });

  it('calls a function where the name is one of those, and the tool is not', () => {
    expect(asked([use('str_replace_editor', { command: 'view' })]).facts).toMatchObject([{ kind: 'call' }]);
    const browser = asked([use('bash', { command: 'ls' }, { toolset_name: 'browser' })]);
    expect(browser).toMatchObject({ facts: [{ kind: 'call', state: { toolset_name: 'browser' } }], unread: [] });
  });

  it('asks for the same in a stream', () => {
    const events = [
      { type: 'message_start', message: message([]) },
      { type: 'content_block_start', index: 0, content_block: { ...zoom, input: {} } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"region":[0,0,' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '9,9]}' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_stop' },
    ];
    const { facts } = readResponses([{ ...streamExchange(...events), request }]);
    expect(facts.map(({ fact }) => fact)).toContainEqual({
      kind: 'action-call',
      tool: 'computer-use',
      actions: [{ type: 'zoom', region: [0, 0, 9, 9] }],
      id: 'toolu_zoom',
    });
  });
});

describe('a request', () => {
  const read = (body: object) => readRequest(exampleRequest(body));

  /** What came of a shell's command, as a result tells it. */
  function told(result: JsonObject): ActionResultContent | undefined {
    const { messages } = read({
      tools,
      messages: [
        { role: 'assistant', content: [use('bash', { command: 'ls' })] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_bash', ...result }] },
      ],
    });
    const [content] = messages[1]?.contents ?? [];
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool']);
    return content?.type === 'action-result' ? content : undefined;
  }

  it('tells what came of an action', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } };
    expect(told({ content: [{ type: 'text', text: 'a' }, image] })).toMatchObject({
      callId: 'toolu_bash',
      tool: 'shell',
      outputs: [
        { type: 'text', text: 'a' },
        { type: 'data', data: 'AA==', mediaType: 'image/png' },
      ],
    });
    expect(told({ content: 'timed out', is_error: true })?.outputs).toEqual([{ type: 'error', message: 'timed out' }]);
  });

  it.each([
    ['no such file\nexit code: 2', 2, 'no such file'],
    ['no such file\n[Exited with status 127]', 127, 'no such file'],
    ['Command exited with code -1.', -1, undefined],
  ])('tells the exit code in words: %j', (content, exitCode, text) => {
    expect(told({ content, is_error: true })).toMatchObject({
      exitCode,
      outputs: text === undefined ? [] : [{ type: 'text', text }],
    });
  });

  it.each([
    ['exit code: 2', false],
    ['see exit 2 of the station', true],
  ])('tells no exit code in %j', (content, failed) => {
    expect(told({ content, is_error: failed })).not.toHaveProperty('exitCode');
  });

  it('declares servers in the way of today and in that of the ADR', () => {
    const server = { type: 'url', name: 'docs', url: 'https://mcp.example/mcp' };
    const said = { type: 'mcp-server', serverName: 'docs', serverAddress: server.url, allowedTools: ['search'] };
    const configs = { search: { enabled: true }, forget: { enabled: false } };
    const today = { type: 'mcp_toolset', mcp_server_name: 'docs', default_config: { enabled: false }, configs };
    const older = { ...server, tool_configuration: { enabled: true, allowed_tools: ['search'] } };
    for (const body of [{ mcp_servers: [server], tools: [today] }, { mcp_servers: [older] }]) {
      const { options, unread } = read(body);
      expect(options.tools).toMatchObject([said]);
      expect(options).not.toHaveProperty('rawRepresentation');
      expect(unread).toEqual([]);
    }
  });

  it('keeps servers and their tools raw where they say more than the contract can', () => {
    const mcp_servers = [{ type: 'url', name: 'docs', url: 'https://mcp.example/mcp' }];
    const toolset = { type: 'mcp_toolset', mcp_server_name: 'docs', default_config: { defer_loading: true } };
    expect(read({ mcp_servers, tools: [toolset] }).options).toEqual({
      tools: [{ type: 'raw', providerApi: 'anthropic', declaration: toolset }],
      rawRepresentation: { mcp_servers },
    });
  });

  it('says files and container in the tool that reads them, once', () => {
    const content = [
      { type: 'text', text: 'Plot it.' },
      { type: 'container_upload', file_id: 'file_1' },
    ];
    const body = { tools: [{ type: 'code_execution_20260521', name: 'code_execution' }], container: 'container_1' };
    const { options, messages } = read({ ...body, messages: [{ role: 'user', content }] });
    expect(options).toEqual({
      tools: [{ type: 'code-interpreter', fileIds: ['file_1'], containerId: 'container_1' }],
    });
    expect(messages[0]?.contents.map(({ type }) => type)).toEqual(['text']);
    expect(read({ messages: [{ role: 'user', content }] }).messages[0]?.contents[1]).toMatchObject({
      type: 'hosted-file',
    });
  });
});
